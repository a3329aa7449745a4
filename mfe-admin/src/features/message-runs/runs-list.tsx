import { messageRunRoutes, WRITTEN_PURPOSES, type MessageRunView } from '@concert/contracts/notify/message-runs';
import { Card } from '@concert/design-system/card.tsx';
import { columnsOf, DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Moment } from '@concert/web-kit/moment.tsx';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { Link } from 'react-router-dom';
import { PagedList } from '../paged-list/paged-list.tsx';
import cells from '../paged-list/cells.module.css';
import { newPath, runPath } from './addresses.ts';
import styles from './message-runs.module.css';
import { RunState } from './run-state.tsx';
import { texts } from './texts.ts';
import { TimedMessages } from './timed-messages.tsx';

const words = texts.list;

/** The list is followed while something of it is being sent. */
const FOLLOW = {
  while: (rows: readonly MessageRunView[] | undefined) => rows?.some(({ state }) => state === 'running') ?? false,
  firstMs: 5_000,
};

/** All message runs, and the ways to begin one. */
export function RunsList() {
  const list = usePages(messageRunRoutes.listMessageRuns, {
    input: (cursor) => ({ query: { cursor } }),
    idOf: ({ id }) => id,
    follow: FOLLOW,
  });
  const columns: readonly Column<MessageRunView>[] = columnsOf(words.columns, {
    what: {
      primary: true,
      cell: ({ id, purpose, messages }) => (
        <span className={`items-start ${cells.state} anywhere`}>
          <Link to={runPath(id)}>{messages[0]?.subject || texts.purposes[purpose]}</Link>
          <span className="quiet small regular">{texts.purposes[purpose]}</span>
        </span>
      ),
    },
    state: { cell: ({ state }) => <RunState state={state} /> },
    people: { numeric: true, cell: ({ count, coverage }) => coverage?.audience ?? count },
    reached: {
      cell: ({ coverage }) => (coverage ? words.reached(coverage.delivered, coverage.bounced, coverage.underWay) : words.notBegun),
    },
    when: {
      cell: ({ startedAt, createdAt }) => <Moment at={startedAt ?? createdAt} className="figures one-line" />,
    },
  });
  return (
    <div className="stack-24 min-0">
      <TimedMessages />
      <Card title={words.start}>
        <p className="quiet">{words.startText}</p>
        <ul className={`row-8-12 plain-list ${styles.purposes}`}>
          {WRITTEN_PURPOSES.map((purpose) => (
            <li key={purpose}>
              <LinkButton to={newPath(purpose)} variant="secondary" text={texts.purposes[purpose]} />
            </li>
          ))}
        </ul>
      </Card>
      <PagedList list={list} words={words} skeletons={3}>
        {(rows) => <DataTable caption={words.caption} captionHidden columns={columns} rows={rows} rowKey={({ id }) => id} />}
      </PagedList>
    </div>
  );
}

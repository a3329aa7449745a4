import { momentInWords } from '@concert/contracts/core/time-in-words';
import { timedMessageRoutes, type TimedMessageView, type TimedState } from '@concert/contracts/notify/timed-messages';
import { Card } from '@concert/design-system/card.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { runPath, timedPath } from './addresses.ts';
import styles from './timed-messages.module.css';
import { texts } from './texts.ts';

const words = texts.timed;

const TONES: Readonly<Record<TimedState, StatusTone>> = {
  off: 'plain',
  waits: 'plain',
  planned: 'waiting',
  running: 'waiting',
  paused: 'plain',
  sent: 'good',
  left_out: 'bad',
};

/** What goes out when, to whom: a strip of time, on a phone a list. */
export function TimedMessages() {
  const read = useRoute(timedMessageRoutes.listTimedMessages, {}, { onReturn: true });
  return (
    <Card title={words.title}>
      <p className="quiet">{words.about}</p>
      <div className={styles.room}>
        <Read reading={read} words={words} shape="field" count={4}>
          {({ items }) => (
            <ol className={`plain-list stack-24 ${styles.strip}`}>
              <li className={`stack-8 items-start min-0 ${styles.stop}`}>
                <p className={`strong figures ${styles.when}`}>{words.atOnce}</p>
                <h3 className={styles.name}>{words.ticket}</h3>
                <p className="quiet">{words.ticketTo}</p>
                <StatusBadge tone="good">{words.ticketState}</StatusBadge>
              </li>
              {items.map((item) => (
                <Stop key={item.message} item={item} />
              ))}
            </ol>
          )}
        </Read>
      </div>
    </Card>
  );
}

function Stop({ item }: { item: TimedMessageView }) {
  const timeZone = useTimeZone();
  const { message, dueAt, state, run } = item;
  const name = words.names[message];
  const why = reasonOf(item);
  return (
    <li className={`stack-8 items-start min-0 ${styles.stop}`} data-off={state === 'off' || undefined}>
      <p className={`strong figures ${styles.when}`}>
        <time dateTime={dueAt}>{momentInWords(dueAt, timeZone)}</time>
      </p>
      <h3 className={styles.name}>{name}</h3>
      <p className="quiet">{words.to[message]}</p>
      <StatusBadge tone={TONES[state]}>{state === 'sent' && run ? words.sentTo(run.coverage.audience) : words.states[state]}</StatusBadge>
      {why && <p className="quiet">{why}</p>}
      <Link to={timedPath(message)} aria-label={words.changeOf(name)}>
        {words.change}
      </Link>
      {run && (
        <Link to={runPath(run.id)} aria-label={words.runOf(name)}>
          {words.run}
        </Link>
      )}
    </li>
  );
}

function reasonOf({ state, changedLate }: TimedMessageView): string | undefined {
  if (state === 'waits') return words.waits;
  if (state !== 'left_out') return undefined;
  return changedLate ? words.changedLate : words.missed;
}

import { READER_KINDS } from '@concert/contracts/booking/reader-messages';
import { recentInWords } from '@concert/contracts/core/time-in-words';
import type { Coverage, MessageRunView } from '@concert/contracts/notify/message-runs';
import { RECIPIENT_STATES, recipientRoutes, type RecipientState, type RecipientView } from '@concert/contracts/notify/recipients';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { columnsOf, type Column } from '@concert/design-system/data-table.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { useRefreshOn } from '@concert/web-kit/reading/reading.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { PhoneLink } from '@concert/web-kit/phone-link.tsx';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { withoutCode } from '../mail-delivery/mail-words.ts';
import { RadioRow } from '../organising/radio-row.tsx';
import { ListTable } from '../paged-list/list-table.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import cells from '../paged-list/cells.module.css';
import rows from '../paged-list/rows.module.css';
import { CorrectDialog } from './correct-dialog.tsx';
import { texts } from './texts.ts';

const words = texts.recipients;

interface RecipientsProps {
  readonly run: MessageRunView;
  readonly coverage: Coverage;
  /** Somebody was called or mailed again. */
  readonly onChanged: () => void;
}

/** The people of a run by state: those whom no mail reaches first, where there are any. */
export function Recipients({ run, coverage, onChanged }: RecipientsProps) {
  const [chosen, setChosen] = useState<RecipientState>();
  const shown = chosen ?? (coverage.bounced > 0 ? 'unreached' : coverage.underWay > 0 ? 'under_way' : 'delivered');
  const counts: Readonly<Record<RecipientState, number>> = {
    under_way: coverage.underWay,
    delivered: coverage.delivered,
    unreached: coverage.bounced,
    left: coverage.left,
  };
  return (
    <Card title={words.show}>
      <RadioRow
        legend={words.show}
        legendHidden
        options={RECIPIENT_STATES.map((state) => ({ value: state, text: `${words.states[state]} ${counts[state]}` }))}
        chosen={shown}
        onChoose={setChosen}
      />
      <InState run={run} state={shown} mark={JSON.stringify(coverage)} onChanged={onChanged} />
    </Card>
  );
}

/** @param mark changes when the people of a state may have changed */
function InState({ run, state, mark, onChanged }: Omit<RecipientsProps, 'coverage'> & { state: RecipientState; mark: string }) {
  const [correcting, setCorrecting] = useState<RecipientView>();
  const list = usePages(recipientRoutes.listRecipients, {
    input: (cursor) => ({ params: { runId: run.id }, query: { state, cursor } }),
    idOf: ({ id }) => id,
  });
  useRefreshOn(mark, list);
  const called = useAct(recipientRoutes.noteCall);
  const [calling, setCalling] = useState('');
  const call = async (person: RecipientView) => {
    setCalling(nameOf(person));
    const result = await called.act({ params: { runId: run.id, recipientId: person.id } });
    if (!result.ok) return;
    list.replace(result.value);
    onChanged();
  };
  const columns = useColumns(state, called.busy, { onCall: (person) => void call(person), onCorrect: setCorrecting });
  return (
    <>
      <Failure title={words.notNoted(calling)} text={called.failure} />
      <PagedList list={list} words={words} skeletons={3}>
        {(found) => <ListTable caption={words.caption} columns={columns} rows={inOrderToCall(found)} rowKey={({ id }) => id} />}
      </PagedList>
      {correcting && (
        <CorrectDialog
          key={correcting.id}
          runId={run.id}
          person={correcting}

          onClose={() => setCorrecting(undefined)}
          onCorrected={() => {
            setCorrecting(undefined);
            list.again();
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** Whose money is with us first; the next-date list, of which we have no phone numbers, last. */
function inOrderToCall(rows: readonly RecipientView[]): readonly RecipientView[] {
  return rows.toSorted((one, other) => READER_KINDS.indexOf(one.reader) - READER_KINDS.indexOf(other.reader));
}

/** What a person is called here. */
export function nameOf({ name, email }: RecipientView): string {
  return name || email || words.nameless;
}

interface Acts {
  readonly onCall: (person: RecipientView) => void;
  readonly onCorrect: (person: RecipientView) => void;
}

function useColumns(state: RecipientState, busy: boolean, acts: Acts): readonly Column<RecipientView>[] {
  const timeZone = useTimeZone();
  const calledAt = (at: string) => words.called(recentInWords(at, timeZone));
  return columnsOf(words.columns, {
    name: { primary: true, className: rows.name, cell: (person) => <Name person={person} /> },
    email: { className: rows.long, cell: ({ email }) => email || words.none },
    phone: { cell: ({ phone }) => (phone ? <PhoneLink number={phone} className="figures" /> : words.none) },
    reader: { cell: ({ reader }) => texts.readers[reader] },
    ...(state === 'unreached' && {
      reason: {
        className: rows.long,
        cell: (person: RecipientView) => (
          <span className={`items-start ${cells.state}`} title={person.reason}>
            {withoutCode(person.reason ?? words.none)}
            {person.calledAt && <StatusBadge tone="good">{calledAt(person.calledAt)}</StatusBadge>}
          </span>
        ),
      },
      act: { className: rows.end, cell: (person: RecipientView) => <RowActs person={person} busy={busy} {...acts} /> },
    }),
  });
}

function Name({ person }: { person: RecipientView }) {
  const booking = person.of.find((id) => id.startsWith('bk_'));
  return booking ? <Link to={`/get-bookings-report?booking=${booking}`}>{nameOf(person)}</Link> : nameOf(person);
}

function RowActs({ person, busy, onCall, onCorrect }: Acts & { person: RecipientView; busy: boolean }) {
  return (
    <span className={cells.acts}>
      {person.of.length > 0 && (
        <Button variant="plain" aria-label={words.correctOf(nameOf(person))} onClick={() => onCorrect(person)}>
          {words.correct}
        </Button>
      )}
      {!person.calledAt && (
        <Button variant="plain" disabled={busy} aria-label={words.callOf(nameOf(person))} onClick={() => onCall(person)}>
          {words.call}
        </Button>
      )}
    </span>
  );
}

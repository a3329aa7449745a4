import { REPORT_STATUS_WORDS } from '@concert/contracts/booking/reports';
import { formatMoney } from '@concert/contracts/core/money';
import { recentInWords } from '@concert/contracts/core/time-in-words';
import { moneyCheckRoutes, type MoneyTask } from '@concert/contracts/payment/money-check';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { useState, type SubmitEvent } from 'react';
import { Link } from 'react-router-dom';
import { useProvenAct } from '../sign-in-again/use-sign-in-again.tsx';
import { texts } from './texts.ts';

const words = texts.task;

/** One difference: what each side says, and a note that closes it. */
export function TaskCard({ task, timeZone, onResolved }: { task: MoneyTask; timeZone: string; onResolved: () => void }) {
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const { act, busy, failure, dialog } = useProvenAct(moneyCheckRoutes.resolveMoneyTask);
  const fault = missing ? words.noteRequired : failure;

  const resolve = async (submit: SubmitEvent<HTMLFormElement>) => {
    submit.preventDefault();
    if (busy) return;
    setMissing(note.trim() === '');
    if (note.trim() === '') return;
    if ((await act({ params: { bookingId: task.bookingId }, body: { note } })).ok) onResolved();
  };

  return (
    <Card title={words.kinds[task.kind]}>
      <p>{words.hints[task.kind]}</p>
      {task.kind === 'unbooked' && task.ledgerMinor > 0 && (
        <Link to={`/send-refund-notification?booking=${task.bookingId}`}>{words.refund}</Link>
      )}
      <DescriptionList
        items={[
          { term: words.booking, value: task.bookingId, code: true },
          { term: words.status, value: task.bookingStatus ? REPORT_STATUS_WORDS[task.bookingStatus] : words.unknown },
          { term: words.bookingSays, value: formatMoney(task.bookingMinor) },
          { term: words.ledgerSays, value: formatMoney(task.ledgerMinor) },
          { term: words.providerSays, value: formatMoney(task.providerMinor) },
          { term: words.since, value: <time dateTime={task.firstSeenAt}>{recentInWords(task.firstSeenAt, timeZone)}</time> },
        ]}
      />
      <form className="stack-12 narrow" noValidate onSubmit={(submit) => void resolve(submit)}>
        <TextField
          label={words.note}
          hint={words.noteHint}
          value={note}
          maxLength={500}
          {...(fault ? { error: fault } : {})}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button type="submit" variant="secondary" className="justify-start" busy={busy} busyText={words.resolving}>
          {words.resolve}
        </Button>
      </form>
      {dialog}
    </Card>
  );
}

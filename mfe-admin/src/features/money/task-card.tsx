import { REPORT_STATUS_WORDS } from '@concert/contracts/booking/reports';
import { formatMoney } from '@concert/contracts/core/money';
import { moneyCheckRoutes, type MoneyTask } from '@concert/contracts/payment/money-check';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Moment } from '@concert/web-kit/moment.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { Link } from 'react-router-dom';
import { texts } from './texts.ts';

const words = texts.task;

/** One difference: what each side says, and a note that closes it. */
export function TaskCard({ task, onResolved }: { task: MoneyTask; onResolved: () => void }) {
  const { act } = useAct(moneyCheckRoutes.resolveMoneyTask);
  const form = useForm({ name: `task-${task.bookingId}`, first: { note: '' }, summaryFrom: Infinity });

  const resolve = async () => {
    if (form.values.note.trim() === '') return form.refuse({ note: words.noteRequired });
    const result = await form.send(() => act({ params: { bookingId: task.bookingId }, body: form.values }));
    if (result?.ok) onResolved();
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
          { term: words.since, value: <Moment at={task.firstSeenAt} /> },
        ]}
      />
      <Form form={form} className="stack-12 narrow" onSubmit={() => void resolve()}>
        <TextField
          {...form.field('note')}
          label={words.note}
          hint={words.noteHint}
          maxLength={500}
          error={form.errors['note'] ?? form.failure}
        />
        <Button type="submit" variant="secondary" className="justify-start" busy={form.busy} busyText={words.resolving}>
          {words.resolve}
        </Button>
      </Form>
    </Card>
  );
}

import { centsIn } from '@concert/contracts/core/as-typed';
import { formatMoney } from '@concert/contracts/core/money';
import { refundRoutes, type RefundRow } from '@concert/contracts/payment/refunds';
import { TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useForm, type FormState } from '@concert/web-kit/forms/use-form.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { FormDialog } from '../organising/form-dialog.tsx';
import { failedPart, fieldOfPart, firstValues, toggleTicket, partBody, shareAsTyped, type PartValues } from './part-form.ts';
import { giftTexts, partTexts as words } from './texts.ts';

export interface PartDialogProps {
  readonly row: RefundRow;
  /** Sent back instead of a part of the booking. */
  readonly gift?: RefundRow['gift'] | undefined;
  readonly onClose: () => void;
  readonly onReturned: (text: string) => void;
}

/** Asks which tickets end, how much money goes back and why, before a part of a booking, or a gift, is returned. */
export function PartDialog({ row, gift, onClose, onReturned }: PartDialogProps) {
  const email = useSession().session?.email ?? '';
  const { act } = useAct(refundRoutes.returnPart);
  const form = useForm<PartValues>({ name: 'part', first: firstValues(row, gift), summaryFrom: Infinity, fieldOf: fieldOfPart });
  const again = gift ? undefined : failedPart(row);
  const of = gift ? giftTexts : words;
  const cents = centsIn(form.values.amount);

  const submit = async () => {
    const body = partBody(row, email, form.values, gift);
    if (!body.ok) {
      form.refuse(body.errors);
      return;
    }
    const result = await form.send(() => act({ body: body.value }));
    if (result?.ok) onReturned(of.started(formatMoney(body.value.amountMinor), row.name));
  };

  return (
    <FormDialog
      form={{ ...form, failure: undefined }}
      title={of.title(row.name)}
      words={{ ...words, confirm: cents === undefined ? words.confirm : words.confirmAmount(formatMoney(cents)) }}
      variant="danger"
      onClose={onClose}
      onSubmit={submit}
    >
      {form.refusal && (
        <Notice
          tone={form.refusal.code === 'request.approval_needed' ? 'info' : 'bad'}
          title={problemText(form.refusal)}
          live="assertive"
        />
      )}
      {gift && <p>{giftTexts.text(formatMoney(gift.amount))}</p>}
      {again && <p>{words.again(again.tickets, formatMoney(again.amountMinor))}</p>}
      {!again && !gift && <TicketsToReturn row={row} form={form} />}
      {!again && !gift && (
        <TextField
          {...form.field('amount')}
          label={words.amount}
          hint={words.amountHint(formatMoney(row.amount))}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <TextField {...form.field('reason')} label={words.reason} hint={words.reasonHint} maxLength={500} autoComplete="off" />
      <p>
        <strong>{words.cannot}</strong>
      </p>
    </FormDialog>
  );
}

/** The tickets of a booking to choose from; the share of those chosen stands in the amount until somebody types another. */
function TicketsToReturn({ row, form }: { row: RefundRow; form: FormState<PartValues> }) {
  const { tickets } = form.values;
  const choose = (number: number, chosen: boolean) => {
    const next = toggleTicket(row, tickets, number, chosen);
    form.edit('tickets', next);
    form.fill({ amount: shareAsTyped(row, next.length) });
  };
  const fault = form.errors['tickets'];
  return (
    <fieldset className="stack-8" aria-describedby={fault ? 'part-tickets-error' : undefined}>
      <legend className="strong">{words.tickets}</legend>
      <div className="tick-columns">
        {row.ticketsLeft.map(({ number, inside }) => (
          <label key={number} className="tick">
            <input
              type="checkbox"
              checked={tickets.includes(number)}
              disabled={inside}
              aria-invalid={fault ? true : undefined}
              onChange={(change) => choose(number, change.target.checked)}
            />
            {inside ? words.inside(number) : words.ticket(number)}
          </label>
        ))}
      </div>
      <p className="quiet small">{words.ticketsHint}</p>
      {fault && (
        <p id="part-tickets-error" className="bad strong">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

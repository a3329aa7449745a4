import { majorUnits } from '@concert/contracts/core/money';
import { TextField } from '@concert/design-system/field.tsx';
import { Select } from '@concert/design-system/select.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import { texts } from '../../texts.ts';
import styles from './reservation.module.css';
import type { BuyerValues } from './reservation.ts';
import type { SeatChoice } from './use-seat-choice.ts';

const words = texts.reserve;

/** How many tickets, and what they cost together. */
export function TicketFields({ form, seats, busy }: { form: FormState<BuyerValues>; seats: SeatChoice; busy: boolean }) {
  return (
    <div className={`stack-16 ${styles.pair}`}>
      <Select
        id={form.idOf('notickets')}
        label={words.tickets}
        name="notickets"
        value={String(seats.tickets)}
        error={form.errors['notickets']}
        disabled={busy}
        options={seats.options.map((count) => ({ value: String(count), label: String(count) }))}
        onChange={(change) => seats.chooseTickets(Number(change.currentTarget.value))}
      />
      <TextField
        id={form.idOf('amount')}
        label={words.amount}
        name="amount"
        value={majorUnits(seats.amountMinor)}
        readOnly
        error={form.errors['amount']}
        className="strong"
      />
    </div>
  );
}

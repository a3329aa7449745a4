import { Checkbox } from '@concert/design-system/checkbox.tsx';
import { Select } from '@concert/design-system/select.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import { WaitLink } from '../booking-display/wait-link.tsx';
import { texts } from './access-texts.ts';
import { companionOptions, hasAccessible } from './choice.ts';
import type { BuyerValues } from './reservation.ts';
import type { SeatChoice } from './use-seat-choice.ts';

const words = texts.access;

/** Whether one of the tickets is for an accessible seat, and who sits by it. Nothing stands here where a category has none. */
export function AccessFields({ form, seats, busy }: { form: FormState<BuyerValues>; seats: SeatChoice; busy: boolean }) {
  const { category, companions, tickets } = seats;
  const { accessible } = category;
  if (!accessible) return null;
  if (!hasAccessible(category))
    return (
      <p role="status">
        {words.none(category.label)} <WaitLink seating={category.seating} plain />
      </p>
    );
  return (
    <>
      <Checkbox
        id={form.idOf('accessible')}
        label={words.choose}
        hint={words.left(category.label, accessible.left, accessible.companionsLeft)}
        checked={companions !== undefined}
        disabled={busy}
        onCheck={(chosen) => seats.chooseCompanions(chosen ? companionOptions(tickets).length - 1 : undefined)}
      />
      {companions !== undefined && tickets > 1 && (
        <Select
          id={form.idOf('companions')}
          label={words.companions}
          hint={seats.free > 0 ? words.free : words.companionsHint}
          name="companions"
          value={String(companions)}
          error={form.errors['companions']}
          disabled={busy}
          options={companionOptions(tickets).map((count) => ({ value: String(count), label: String(count) }))}
          onChange={(change) => seats.chooseCompanions(Number(change.currentTarget.value))}
        />
      )}
    </>
  );
}

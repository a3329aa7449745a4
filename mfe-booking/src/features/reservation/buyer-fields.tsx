import { MAX_NEEDS_TEXT, NEED_WORDS, NEEDS, type AccessNeed } from '@concert/contracts/booking/access';
import { majorUnits } from '@concert/contracts/core/money';
import { Checkbox } from '@concert/design-system/checkbox.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { Select } from '@concert/design-system/select.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import { texts } from '../../texts.ts';
import { WaitLink } from '../booking-display/wait-link.tsx';
import { texts as accessWords } from './access-texts.ts';
import { companionOptions, hasAccessible } from './choice.ts';
import { texts as giftWords } from './gift-texts.ts';
import styles from './reservation.module.css';
import type { BuyerValues } from './reservation.ts';
import type { SeatChoice } from './use-seat-choice.ts';

const words = texts.reserve;

/** Who comes. @param email the account's, which cannot be changed; undefined for who is signed out */
export function PersonFields({ form, email, busy }: { form: FormState<BuyerValues>; email: string | undefined; busy: boolean }) {
  return (
    <>
      <TextField {...form.field('name')} label={words.name} autoComplete="name" maxLength={120} readOnly={busy} />
      {email === undefined ? (
        <EmailField {...form.field('email')} label={words.email} hint={words.emailHint} readOnly={busy} />
      ) : (
        <TextField
          id={form.idOf('email')}
          label={words.email}
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          readOnly
          error={form.errors['email']}
        />
      )}
      <TextField
        {...form.field('phoneno')}
        label={words.phone}
        type="tel"
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={40}
        hint={words.phoneHint}
        readOnly={busy}
      />
    </>
  );
}

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

/** Whether one of the tickets is for an accessible seat, and who sits by it. Nothing stands here where a category has none. */
export function AccessFields({ form, seats, busy }: { form: FormState<BuyerValues>; seats: SeatChoice; busy: boolean }) {
  const { category, companions, tickets } = seats;
  const { accessible } = category;
  if (!accessible) return null;
  if (!hasAccessible(category))
    return (
      <p role="status">
        {accessWords.access.none(category.label)} <WaitLink seating={category.seating} plain />
      </p>
    );
  return (
    <>
      <Checkbox
        id={form.idOf('accessible')}
        label={accessWords.access.choose}
        hint={accessWords.access.left(category.label, accessible.left, accessible.companionsLeft)}
        checked={companions !== undefined}
        disabled={busy}
        onCheck={(chosen) => seats.chooseCompanions(chosen ? companionOptions(tickets).length - 1 : undefined)}
      />
      {companions !== undefined && tickets > 1 && (
        <Select
          id={form.idOf('companions')}
          label={accessWords.access.companions}
          hint={seats.free > 0 ? accessWords.access.free : accessWords.access.companionsHint}
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

/** What somebody gives beside the seats. */
export function GiftField({ form, busy }: { form: FormState<BuyerValues>; busy: boolean }) {
  return (
    <TextField
      {...form.field('gift')}
      label={giftWords.label}
      hint={giftWords.hint}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      readOnly={busy}
    />
  );
}

/** What somebody may tell of their needs; folded up, because most have nothing to tell. */
export function NeedsFields({ form, busy }: { form: FormState<BuyerValues>; busy: boolean }) {
  const { needs } = form.values;
  const tick = (need: AccessNeed, told: boolean) => form.edit('needs', told ? [...needs, need] : needs.filter((each) => each !== need));
  return (
    <details>
      <summary className="strong">{accessWords.needs.title}</summary>
      <fieldset className="tick-columns" disabled={busy}>
        <legend className="quiet small">{accessWords.needs.text}</legend>
        {NEEDS.map((need) => (
          <Checkbox
            key={need}
            id={form.idOf(`need-${need}`)}
            label={NEED_WORDS[need]}
            checked={needs.includes(need)}
            onCheck={(told) => tick(need, told)}
          />
        ))}
      </fieldset>
      <TextArea
        {...form.field('ownWords')}
        label={accessWords.needs.ownWords}
        fieldClassName={styles.ownWords}
        hint={accessWords.needs.ownWordsHint}
        maxLength={MAX_NEEDS_TEXT}
        rows={2}
        readOnly={busy}
      />
    </details>
  );
}

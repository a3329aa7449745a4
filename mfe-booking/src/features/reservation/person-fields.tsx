import { EmailField } from '@concert/design-system/email-field.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import { texts } from '../../texts.ts';
import type { BuyerValues } from './reservation.ts';

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

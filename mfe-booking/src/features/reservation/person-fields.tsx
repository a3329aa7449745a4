import { TextField } from '@concert/design-system/field.tsx';
import type { FormState } from '@concert/web-kit/forms/use-form.ts';
import { texts } from '../../texts.ts';
import type { BuyerValues } from './use-buyer-form.ts';

const words = texts.reserve;

/** Who comes: the name and the phone number can be changed, the email is the account's. */
export function PersonFields({ form, email, busy }: { form: FormState<BuyerValues>; email: string; busy: boolean }) {
  return (
    <>
      <TextField {...form.field('name')} label={words.name} autoComplete="name" maxLength={120} readOnly={busy} />
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

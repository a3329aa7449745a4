import { TextField } from '@concert/design-system/field.tsx';
import { texts } from '../../texts.ts';
import { fieldId, type BuyerFormState } from './use-buyer-form.ts';

const words = texts.reserve;

/** Who comes: the name and the phone number can be changed, the email is the account's. */
export function PersonFields({ form, email, busy }: { form: BuyerFormState; email: string; busy: boolean }) {
  const { errors } = form;
  return (
    <>
      <TextField
        id={fieldId('name')}
        label={words.name}
        name="name"
        autoComplete="name"
        maxLength={120}
        value={form.name}
        readOnly={busy}
        error={errors['name']}
        onChange={(change) => form.typeName(change.currentTarget.value)}
      />
      <TextField
        id={fieldId('email')}
        label={words.email}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        readOnly
        error={errors['email']}
      />
      <TextField
        id={fieldId('phoneno')}
        label={words.phone}
        name="phoneno"
        type="tel"
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={40}
        hint={words.phoneHint}
        value={form.phoneno}
        readOnly={busy}
        error={errors['phoneno']}
        onChange={(change) => form.typePhone(change.currentTarget.value)}
      />
    </>
  );
}

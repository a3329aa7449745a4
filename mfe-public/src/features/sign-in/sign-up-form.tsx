import { plainEmail } from '@concert/contracts/core/as-typed';
import { Button } from '@concert/design-system/button.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { returnPathForMail } from '@concert/web-kit/return-path.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { TermsNotice } from '../notices/terms-notice.tsx';
import { ConfirmPasswordField, NewPasswordField } from './password-fields.tsx';

export interface SignUpFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** A verification mail is on its way to this address. */
  readonly onSignedUp: (email: string) => void;
}

/** Sign-up by email and a password that is typed twice. */
export function SignUpForm({ email, onEmail, onSignedUp }: SignUpFormProps) {
  const words = texts.signUp;
  const [again, setAgain] = useState('');
  const form = useForm({
    name: 'sign-up',
    first: { email, password: '' },
    onEdit: (field, typed) => field === 'email' && onEmail(typed),
  });
  const { password } = form.values;
  const match = password !== '' && password === again;

  const signUp = async () => {
    if (!match) return;
    const result = await form.send(() => authApi.submit('signUp', { ...form.values, nav: returnPathForMail() }));
    if (result?.ok) onSignedUp(plainEmail(form.values.email));
  };

  return (
    <Form form={form} summaryTitle={texts.form.correct} prepare={authApi.prepare} onSubmit={() => void signUp()}>
      <Failure text={form.failure && texts.form.error(form.failure)} />
      <EmailField {...form.field('email')} label={texts.signIn.email} autoComplete="username" />
      <NewPasswordField {...form.field('password')} label={texts.signIn.password} />
      <ConfirmPasswordField id={form.idOf('confirm')} password={password} value={again} onChange={setAgain} />
      <TermsNotice />
      <Button type="submit" wide busy={form.busy} busyText={words.submitting} disabled={!match}>
        {words.submit}
      </Button>
    </Form>
  );
}

import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { Faults } from '../forms/faults.tsx';
import { ConfirmPasswordField, EmailField, NewPasswordField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useSubmit } from '../forms/use-submit.ts';

export interface SignUpFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** A verification mail is on its way to this address. */
  readonly onSignedUp: (email: string) => void;
}

/** Sign-up by email and a password that is typed twice. */
export function SignUpForm({ email, onEmail, onSignedUp }: SignUpFormProps) {
  const words = texts.signUp;
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const { submit, errors, refusal, attempt, busy } = useSubmit(authApi);
  const match = password !== '' && password === again;

  const signUp = async () => {
    if (!match) return;
    let address = email;
    const taken = await submit(
      ({ signUp }) => signUp.body,
      { email, password },
      (body) => {
        address = body.email;
        return authApi.call.signUp({ body });
      },
    );
    if (taken) onSignedUp(address);
  };

  return (
    <Form client={authApi} onSubmit={() => void signUp()}>
      <Faults form={{ errors, attempt }} fields={{ email: 'sign-up-email', password: 'sign-up-password' }} />
      {refusal && <Notice tone="bad" live="assertive" title={texts.form.error(problemText(refusal))} />}
      <EmailField id="sign-up-email" label={texts.signIn.email} value={email} error={errors['email']} onChange={onEmail} />
      <NewPasswordField
        id="sign-up-password"
        label={texts.signIn.password}
        value={password}
        error={errors['password']}
        onChange={setPassword}
      />
      <ConfirmPasswordField id="sign-up-confirm" password={password} value={again} onChange={setAgain} />
      <Button type="submit" wide busy={busy} busyText={words.submitting} disabled={!match}>
        {words.submit}
      </Button>
    </Form>
  );
}

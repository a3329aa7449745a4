import type { SessionView } from '@concert/contracts/auth/http';
import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PasswordField } from '@concert/design-system/password-field.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { Faults } from '../forms/faults.tsx';
import { EmailField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import { ResendButton } from './resend-button.tsx';
import styles from './sign-in.module.css';

export interface SignInFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSignedIn: (session: SessionView) => void;
  /** A new verification mail is on its way to this address. */
  readonly onResent: (email: string) => void;
  readonly onForgot: () => void;
}

/** Sign-in by email and password. */
export function SignInForm({ email, onEmail, onSignedIn, onResent, onForgot }: SignInFormProps) {
  const words = texts.signIn;
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState('');
  const { submit, errors, refusal, attempt, busy } = useSubmit(authApi);
  const unverified = refusal?.code === 'auth.email_unverified';

  const signIn = async () => {
    const taken = await submit(
      ({ signIn }) => signIn.body,
      { email, password },
      (body) => {
        setTried(body.email);
        return authApi.call.signIn({ body });
      },
    );
    if (taken) onSignedIn(taken.value.session);
  };

  return (
    <Form client={authApi} onSubmit={() => void signIn()}>
      <Faults form={{ errors, attempt }} fields={{ email: 'sign-in-email', password: 'sign-in-password' }} />
      {refusal && (
        <Notice
          tone={unverified ? 'warn' : 'bad'}
          live="assertive"
          title={unverified ? problemText(refusal) : texts.form.error(problemText(refusal))}
          action={unverified && <ResendButton email={tried} onSent={() => onResent(tried)} />}
        />
      )}
      <EmailField id="sign-in-email" label={words.email} value={email} error={errors['email']} onChange={onEmail} />
      <div className={styles.withAside}>
        <PasswordField
          id="sign-in-password"
          label={words.password}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={errors['password']}
          onChange={(typed) => setPassword(typed.target.value)}
        />
        <Button variant="plain" className={styles.aside} onClick={onForgot}>
          {words.forgot}
        </Button>
      </div>
      <Button type="submit" wide busy={busy} busyText={words.submitting}>
        {words.submit}
      </Button>
    </Form>
  );
}

import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PasswordField } from '@concert/design-system/password-field.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { Faults } from '../forms/faults.tsx';
import { Form } from '../forms/form.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import styles from './sign-in.module.css';

export interface VerifyEmailProps {
  /** The secret of the verification mail. */
  readonly token: string;
  readonly onVerified: (message: string) => void;
  /** The link is worth nothing any more. */
  readonly onUseless: (why: string) => void;
  /** The reader of the mail does not know the password that waits in the account. */
  readonly onChoose: () => void;
}

/**
 * Proves an address by the password and a press: a mail scanner that opens every link uses none up, and nobody confirms an account
 * whose password a stranger chose.
 */
export function VerifyEmail({ token, onVerified, onUseless, onChoose }: VerifyEmailProps) {
  const words = texts.verify;
  const [password, setPassword] = useState('');
  const { submit, errors, refusal, attempt, busy } = useSubmit(authApi);

  const verify = async () => {
    const taken = await submit(
      ({ verifyEmail }) => verifyEmail.body.pick({ password: true }),
      { password },
      async (body) => {
        const result = await authApi.call.verifyEmail({ body: { token, ...body } });
        if (!result.ok && result.problem.code === 'auth.link_expired') onUseless(problemText(result.problem));
        return result;
      },
    );
    if (taken) onVerified(taken.value.message);
  };

  return (
    <Form client={authApi} onSubmit={() => void verify()}>
      <Faults form={{ errors, attempt }} fields={{ password: 'verify-password' }} />
      {refusal && (
        <Notice
          tone="bad"
          live="assertive"
          title={texts.form.error(refusal.code === 'auth.credentials_refused' ? words.refused : problemText(refusal))}
        >
          {refusal.code === 'auth.credentials_refused' && <p>{words.refusedText}</p>}
        </Notice>
      )}
      <div className={styles.withAside}>
        <PasswordField
          id="verify-password"
          label={texts.signIn.password}
          name="password"
          autoComplete="current-password"
          required
          hint={words.hint}
          value={password}
          error={errors['password']}
          onChange={(typed) => setPassword(typed.target.value)}
        />
        <Button variant="plain" className={styles.aside} onClick={onChoose}>
          {words.choose}
        </Button>
      </div>
      <Button type="submit" wide busy={busy} busyText={words.submitting}>
        {words.submit}
      </Button>
    </Form>
  );
}

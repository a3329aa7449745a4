import { Button } from '@concert/design-system/button.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PasswordField } from '@concert/design-system/password-field.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import type { EnterByLinkProps } from './enter-by-link.tsx';
import { UsernameOfLink } from './username-of-link.tsx';

interface VerifyEmailProps extends EnterByLinkProps {
  /** Called when the reader of the mail does not know the account's password. */
  readonly onChoose: () => void;
}

/** Proves an address by password and press, and signs in: a mail scanner uses no link up, and nobody confirms a stranger's password. */
export function VerifyEmail({ token, onSignedIn, onAwaits, onUseless, onChoose }: VerifyEmailProps) {
  const words = texts.verify;
  const form = useForm({ name: 'verify', first: { password: '' } });
  const { refusal } = form;

  const verify = async () => {
    const result = await form.send(() => authApi.submit('verifyEmail', { token, ...form.values }));
    if (result?.ok) {
      if (result.value.session) onSignedIn(result.value.session);
      else onAwaits();
    } else if (result && 'problem' in result && result.problem.code === 'auth.link_expired') onUseless(problemText(result.problem));
  };

  return (
    <Form form={form} summaryTitle={texts.form.correct} prepare={authApi.prepare} onSubmit={() => void verify()}>
      {refusal && (
        <Notice
          tone="bad"
          live="assertive"
          title={texts.form.error(refusal.code === 'auth.credentials_refused' ? words.refused : problemText(refusal))}
        >
          {refusal.code === 'auth.credentials_refused' && <p>{words.refusedText}</p>}
        </Notice>
      )}
      <UsernameOfLink token={token} />
      <div>
        <PasswordField
          {...form.field('password')}
          label={texts.signIn.password}
          autoComplete="current-password"
          required
          hint={words.hint}
        />
        <Button variant="plain" onClick={onChoose}>
          {words.choose}
        </Button>
      </div>
      <Button type="submit" wide busy={form.busy} busyText={words.submitting}>
        {words.submit}
      </Button>
    </Form>
  );
}

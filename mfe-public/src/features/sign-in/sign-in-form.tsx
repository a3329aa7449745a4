import { plainEmail } from '@concert/contracts/core/as-typed';
import { Button } from '@concert/design-system/button.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PasswordField } from '@concert/design-system/password-field.tsx';
import { codeRequest } from '@concert/web-kit/code-request.ts';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { returnPathForMail } from '@concert/web-kit/return-path.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { isMailable, SendMailButton } from './send-mail-button.tsx';
import type { LoginScreen } from './use-login.ts';

/** Sign-in by email and password, or by a code that is mailed there. */
export function SignInForm({ login }: { readonly login: LoginScreen }) {
  const words = texts.signIn;
  const [tried, setTried] = useState('');
  const [way, setWay] = useState<'password' | 'code'>('password');
  const form = useForm({
    name: 'sign-in',
    first: { email: login.email, password: '' },
    onEdit: (field, typed) => field === 'email' && login.setEmail(typed),
  });
  const { refreshSession } = useSession();
  const { refusal } = form;
  const mailable = isMailable(refusal?.code) ? refusal.code : undefined;

  const sendCode = async () => {
    setWay('code');
    const asked = { email: form.values.email, nav: returnPathForMail(), request: codeRequest() };
    const result = await form.send(() => authApi.submit('requestSignInCode', asked));
    if (result?.ok) login.onCode(plainEmail(asked.email), result.value.request);
  };

  const signIn = async () => {
    setWay('password');
    setTried(plainEmail(form.values.email));
    const result = await form.send(() => authApi.submit('signIn', form.values));
    if (!result?.ok) return;
    const { session } = result.value;
    if (session) login.onSignedIn(session);
    else await refreshSession();
  };

  return (
    <Form form={form} summaryTitle={texts.form.correct} prepare={authApi.prepare} onSubmit={() => void signIn()}>
      {refusal && (
        <Notice
          tone={mailable ? 'warn' : 'bad'}
          live="assertive"
          title={mailable ? problemText(refusal) : texts.form.error(problemText(refusal))}
          action={mailable && <SendMailButton refusal={mailable} email={tried} onSent={() => login.onMailed(mailable, tried)} />}
        />
      )}
      <EmailField {...form.field('email')} label={words.email} autoComplete="username" />
      <div>
        <PasswordField {...form.field('password')} label={words.password} autoComplete="current-password" required />
        <Button variant="plain" onClick={() => login.turnTo('reset')}>
          {words.forgot}
        </Button>
      </div>
      <Button type="submit" wide busy={form.busy && way === 'password'} busyText={words.submitting}>
        {words.submit}
      </Button>
      <Button variant="secondary" wide busy={form.busy && way === 'code'} busyText={words.sendingCode} onClick={() => void sendCode()}>
        {words.sendCode}
      </Button>
    </Form>
  );
}

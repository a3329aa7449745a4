import { plainEmail } from '@concert/contracts/core/as-typed';
import { Button } from '@concert/design-system/button.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { Form, type FormProps } from '@concert/design-system/form.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { PasswordField } from '@concert/design-system/password-field.tsx';
import { UsernameField } from '@concert/design-system/username-field.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { returnPathForMail } from '@concert/web-kit/return-path.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState, type ReactNode } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { TermsNotice } from '../notices/terms-notice.tsx';
import { ConfirmPasswordField, NewPasswordField } from './password-fields.tsx';
import type { LoginScreen } from './use-login.ts';
import type { MailLink } from './use-mail-link.ts';
import { useReading } from '../../use-reading.ts';

interface AccountFormProps {
  readonly form: FormProps['form'] & { readonly busy: boolean; readonly failure: string | undefined };
  readonly words: { readonly submit: string; readonly submitting: string };
  readonly disabled?: boolean;
  /** Why the last try was refused, where that is more than a line. */
  readonly refused?: ReactNode;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A form of an account: why it was refused, its fields, and its one button. */
export function AccountForm({ form, words, disabled = false, refused, onSubmit, children }: AccountFormProps) {
  return (
    <Form form={form} summaryTitle={texts.form.correct} prepare={authApi.prepare} onSubmit={() => void onSubmit()}>
      {refused ?? <Failure text={form.failure && texts.form.error(form.failure)} />}
      {children}
      <Button type="submit" wide busy={form.busy} busyText={words.submitting} disabled={disabled}>
        {words.submit}
      </Button>
    </Form>
  );
}

interface OfLogin {
  readonly login: LoginScreen;
}

/** Asks for the mail with which a new password is chosen. */
export function ResetForm({ login }: OfLogin) {
  const form = useForm({ name: 'reset', first: { email: login.email }, onEdit: (_, typed) => login.setEmail(typed) });
  const reset = async () => {
    const result = await form.send(() => authApi.submit('requestPasswordReset', form.values));
    if (result?.ok) login.onResetSent(plainEmail(form.values.email));
  };
  return (
    <AccountForm form={form} words={texts.reset} onSubmit={reset}>
      <EmailField {...form.field('email')} label={texts.signIn.email} autoComplete="username" />
    </AccountForm>
  );
}

/** Sign-up by email and a password that is typed twice. */
export function SignUpForm({ login }: OfLogin) {
  const [again, setAgain] = useState('');
  const form = useForm({
    name: 'sign-up',
    first: { email: login.email, password: '' },
    onEdit: (field, typed) => field === 'email' && login.setEmail(typed),
  });
  const { password } = form.values;
  const match = password !== '' && password === again;
  const signUp = async () => {
    if (!match) return;
    const result = await form.send(() => authApi.submit('signUp', { ...form.values, nav: returnPathForMail() }));
    if (result?.ok) login.onSignedUp(plainEmail(form.values.email));
  };
  return (
    <AccountForm form={form} words={texts.signUp} disabled={!match} onSubmit={signUp}>
      <EmailField {...form.field('email')} label={texts.signIn.email} autoComplete="username" />
      <NewPasswordField {...form.field('password')} label={texts.signIn.password} />
      <ConfirmPasswordField id={form.idOf('confirm')} password={password} value={again} onChange={setAgain} />
      <TermsNotice />
    </AccountForm>
  );
}

interface OfMailLink extends OfLogin {
  readonly link: MailLink;
}

/** Chooses a password with the secret of a mail. */
export function SetPasswordForm({ login, link: { token, purpose } }: OfMailLink) {
  const { refreshSession } = useSession();
  const [again, setAgain] = useState('');
  // Its one field is `new-password` for password managers and in its id.
  const form = useForm({ name: 'new', first: { password: '' } });
  const { password } = form.values;
  const match = password !== '' && password === again;
  const set = async () => {
    if (!match) return;
    const result = await form.send(() => authApi.submit('setPassword', { token, ...form.values }));
    if (result?.ok) {
      login.turnTo('sign-in', { tone: 'good', title: result.value.message });
      void refreshSession();
    } else if (result && 'problem' in result && result.problem.code === 'auth.link_expired')
      login.onUselessLink(purpose, problemText(result.problem));
  };
  return (
    <AccountForm form={form} words={texts.setPassword} disabled={!match} onSubmit={set}>
      <UsernameOfLink token={token} />
      <NewPasswordField {...form.field('password')} label={texts.setPassword.password} />
      <ConfirmPasswordField id="new-password-confirm" password={password} value={again} onChange={setAgain} />
    </AccountForm>
  );
}

/** Proves an address by password and press, and signs in: a mail scanner uses no link up, and nobody confirms a stranger's password. */
export function VerifyEmail({ login, link: { token, purpose } }: OfMailLink) {
  const words = texts.verify;
  const form = useForm({ name: 'verify', first: { password: '' } });
  const isWrong = form.refusal?.code === 'auth.credentials_refused';
  const verify = async () => {
    const result = await form.send(() => authApi.submit('verifyEmail', { token, ...form.values }));
    if (result?.ok) {
      if (result.value.session) login.onSignedIn(result.value.session);
      else login.onAwaits();
    } else if (result && 'problem' in result && result.problem.code === 'auth.link_expired')
      login.onUselessLink(purpose, problemText(result.problem));
  };
  const wrong = (
    <Notice tone="bad" live="assertive" title={texts.form.error(words.refused)}>
      <p>{words.refusedText}</p>
    </Notice>
  );
  return (
    <AccountForm form={form} words={words} refused={isWrong ? wrong : undefined} onSubmit={verify}>
      <UsernameOfLink token={token} />
      <div>
        <PasswordField
          {...form.field('password')}
          label={texts.signIn.password}
          autoComplete="current-password"
          required
          hint={words.hint}
        />
        <Button variant="plain" onClick={login.choosePassword}>
          {words.choose}
        </Button>
      </div>
    </AccountForm>
  );
}

/** Whose password is typed or chosen with the link of a mail, for password managers; nothing where that cannot be read. */
function UsernameOfLink({ token }: { readonly token: string }) {
  const { value } = useReading((signal) => authApi.call.showHandoff({ body: { token } }, { signal }));
  return value ? <UsernameField email={value.email} /> : null;
}

import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PasswordField } from '@concert/design-system/password-field.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { UsernameField } from '@concert/design-system/username-field.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useState } from 'react';
import { SessionsCard } from './sessions-card.tsx';
import { texts } from './texts.ts';
import { authApi } from '../../clients.ts';
import { AccountForm } from '../sign-in/account-forms.tsx';
import { ConfirmPasswordField, NewPasswordField } from '../sign-in/password-fields.tsx';
import { useTry } from '../../use-try.ts';
import styles from './security.module.css';

const words = texts.password;

/** Who gets into an account, and how: its password and its logins. */
export function Security({ email }: { email: string }) {
  const [changes, setChanges] = useState(0);
  return (
    <>
      <PasswordCard email={email} onChanged={() => setChanges((count) => count + 1)} />
      {/* A new password ends logins, so they are read again. */}
      <SessionsCard key={changes} />
    </>
  );
}

/** Where the password is changed. */
function PasswordCard({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [open, setOpen] = useState(false);
  const changed = () => {
    setOpen(false);
    showToast({ tone: 'good', text: words.changed });
    onChanged();
  };
  return (
    <Card title={words.title}>
      <p>{words.text}</p>
      <Button variant="secondary" className="justify-start" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {open && (
        <Dialog open title={words.open} onClose={() => setOpen(false)}>
          <ChangePasswordForm email={email} onChanged={changed} />
          <MailPasswordLink email={email} />
        </Dialog>
      )}
    </Card>
  );
}

interface ChangePasswordFormProps {
  /** Whose password it is, for password managers. */
  readonly email: string;
  readonly onChanged: () => void;
}

/** Changes the password of somebody who knows the present one. */
function ChangePasswordForm({ email, onChanged }: ChangePasswordFormProps) {
  const [again, setAgain] = useState('');
  const form = useForm({ name: 'change-password', first: { current: '', password: '' }, summaryFrom: 2 });
  const { password } = form.values;
  const match = password !== '' && password === again;

  const change = async () => {
    if (!match) return;
    const result = await form.send(async () => {
      const answer = await authApi.submit('changePassword', form.values);
      const wrong = 'problem' in answer && answer.problem.code === 'auth.credentials_refused';
      return wrong ? { ok: false as const, errors: { current: answer.problem.detail } } : answer;
    });
    if (result?.ok) onChanged();
  };

  return (
    <AccountForm form={form} words={words} disabled={!match} onSubmit={change}>
      <UsernameField email={email} />
      <PasswordField {...form.field('current')} label={words.current} autoComplete="current-password" required />
      <NewPasswordField {...form.field('password')} label={words.next} />
      <ConfirmPasswordField id={form.idOf('confirm')} password={password} value={again} onChange={setAgain} />
    </AccountForm>
  );
}

/** The way to a password for somebody who has none, as after signing in with Google, or forgot it. */
function MailPasswordLink({ email }: { email: string }) {
  const { busy, failure, attempt } = useTry();
  const [sent, setSent] = useState(false);
  const ask = async () => {
    setSent(false);
    const result = await attempt(() => authApi.call.requestPasswordReset({ body: { email } }));
    setSent(result.ok);
  };

  return (
    <div className={`stack-8 items-start ${styles.other}`}>
      <p>{words.none}</p>
      <Button variant="plain" busy={busy} busyText={words.mailing} onClick={() => void ask()}>
        {words.mail}
      </Button>
      <div role="status">
        {failure && <Notice tone="bad" title={failure} />}
        {sent && <Notice tone="good" title={words.mailed(email)} />}
      </div>
    </div>
  );
}

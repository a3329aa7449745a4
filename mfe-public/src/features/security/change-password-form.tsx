import { Button } from '@concert/design-system/button.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { PasswordField } from '@concert/design-system/password-field.tsx';
import { UsernameField } from '@concert/design-system/username-field.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts as siteTexts } from '../../texts.ts';
import { ConfirmPasswordField, NewPasswordField } from '../sign-in/password-fields.tsx';
import { texts } from './texts.ts';

const words = texts.password;

export interface ChangePasswordFormProps {
  /** Whose password it is, for password managers. */
  readonly email: string;
  readonly onChanged: () => void;
}

/** Changes the password of somebody who knows the present one. */
export function ChangePasswordForm({ email, onChanged }: ChangePasswordFormProps) {
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
    <Form form={form} summaryTitle={siteTexts.form.correct} prepare={authApi.prepare} onSubmit={() => void change()}>
      <Failure text={form.failure && siteTexts.form.error(form.failure)} />
      <UsernameField email={email} />
      <PasswordField {...form.field('current')} label={words.current} autoComplete="current-password" required />
      <NewPasswordField {...form.field('password')} label={words.next} />
      <ConfirmPasswordField id={form.idOf('confirm')} password={password} value={again} onChange={setAgain} />
      <Button type="submit" wide busy={form.busy} busyText={words.submitting} disabled={!match}>
        {words.submit}
      </Button>
    </Form>
  );
}

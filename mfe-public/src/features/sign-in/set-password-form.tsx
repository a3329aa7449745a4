import { Button } from '@concert/design-system/button.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { UsernameOfLink } from './username-of-link.tsx';
import { ConfirmPasswordField, NewPasswordField } from './password-fields.tsx';

export interface SetPasswordFormProps {
  /** The secret of the mail. */
  readonly token: string;
  readonly onSet: (message: string) => void;
  /** Called when the link is no longer valid. */
  readonly onUseless: (why: string) => void;
}

/** Chooses a password with the secret of a mail. */
export function SetPasswordForm({ token, onSet, onUseless }: SetPasswordFormProps) {
  const words = texts.setPassword;
  const [again, setAgain] = useState('');
  // Its one field is `new-password` for password managers and in its id.
  const form = useForm({ name: 'new', first: { password: '' } });
  const { password } = form.values;
  const match = password !== '' && password === again;

  const set = async () => {
    if (!match) return;
    const result = await form.send(() => authApi.submit('setPassword', { token, ...form.values }));
    if (result?.ok) onSet(result.value.message);
    else if (result && 'problem' in result && result.problem.code === 'auth.link_expired') onUseless(problemText(result.problem));
  };

  return (
    <Form form={form} summaryTitle={texts.form.correct} prepare={authApi.prepare} onSubmit={() => void set()}>
      <Failure text={form.failure && texts.form.error(form.failure)} />
      <UsernameOfLink token={token} />
      <NewPasswordField {...form.field('password')} label={words.password} />
      <ConfirmPasswordField id="new-password-confirm" password={password} value={again} onChange={setAgain} />
      <Button type="submit" wide busy={form.busy} busyText={words.submitting} disabled={!match}>
        {words.submit}
      </Button>
    </Form>
  );
}

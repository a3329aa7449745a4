import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { Faults } from '../forms/faults.tsx';
import { ConfirmPasswordField, NewPasswordField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useSubmit } from '../forms/use-submit.ts';

export interface SetPasswordFormProps {
  /** The secret of the mail. */
  readonly token: string;
  readonly onSet: (message: string) => void;
  /** The link is worth nothing any more. */
  readonly onUseless: (why: string) => void;
}

/** Chooses a password with the secret of a mail. */
export function SetPasswordForm({ token, onSet, onUseless }: SetPasswordFormProps) {
  const words = texts.setPassword;
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const { submit, errors, refusal, attempt, busy } = useSubmit(authApi);
  const match = password !== '' && password === again;

  const set = async () => {
    if (!match) return;
    const taken = await submit(
      ({ setPassword }) => setPassword.body.pick({ password: true }),
      { password },
      async (body) => {
        const result = await authApi.call.setPassword({ body: { token, ...body } });
        if (!result.ok && result.problem.code === 'auth.link_expired') onUseless(problemText(result.problem));
        return result;
      },
    );
    if (taken) onSet(taken.value.message);
  };

  return (
    <Form client={authApi} onSubmit={() => void set()}>
      <Faults form={{ errors, attempt }} fields={{ password: 'new-password' }} />
      {refusal && <Notice tone="bad" live="assertive" title={texts.form.error(problemText(refusal))} />}
      <NewPasswordField id="new-password" label={words.password} value={password} error={errors['password']} onChange={setPassword} />
      <ConfirmPasswordField id="new-password-confirm" password={password} value={again} onChange={setAgain} />
      <Button type="submit" wide busy={busy} busyText={words.submitting} disabled={!match}>
        {words.submit}
      </Button>
    </Form>
  );
}

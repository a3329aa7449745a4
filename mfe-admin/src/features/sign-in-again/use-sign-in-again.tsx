import { authRoutes } from '@concert/contracts/auth/http';
import { Button } from '@concert/design-system/button.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PasswordField } from '@concert/design-system/password-field.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { texts as words } from './texts.ts';

/** Makes calls that may ask for the password once more, and the dialog that then asks for it. */
export interface SignInAgain {
  /** Makes a call; where the server wants the password again, asks for it and makes the call once more. */
  readonly proven: <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;
  readonly dialog: ReactNode;
}

/** For actions that move money: they ask for the password again when the sign-in is old. */
export function useSignInAgain(): SignInAgain {
  const { session } = useSession();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const confirming = useAct(authRoutes.confirmPassword);
  const { busy } = confirming;
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const answer = useRef<(proven: boolean) => void>(undefined);

  const proven = async <T,>(call: () => Promise<Result<T>>): Promise<Result<T>> => {
    const result = await call();
    if (result.ok || result.problem.code !== 'request.sign_in_again') return result;
    setPassword('');
    setError(undefined);
    setRefusal(undefined);
    setOpen(true);
    const again = await new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
    setOpen(false);
    return again ? call() : result;
  };

  const confirm = async (submit: FormEvent) => {
    submit.preventDefault();
    if (busy) return;
    setRefusal(undefined);
    if (password === '') {
      setError(words.required);
      return;
    }
    setError(undefined);
    const result = await confirming.act({ body: { password } });
    if (result.ok) answer.current?.(true);
    else if (result.problem.code === 'auth.credentials_refused') setError(result.problem.detail);
    else setRefusal(problemText(result.problem));
  };

  const dialog = (
    <Dialog
      open={open}
      busy={busy}
      title={words.title}
      onClose={() => answer.current?.(false)}
      actions={
        <>
          <Button variant="secondary" disabled={busy} onClick={() => answer.current?.(false)}>
            {words.cancel}
          </Button>
          <Button type="submit" form="sign-in-again" busy={busy} busyText={words.busy}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <p>{words.text}</p>
      <form id="sign-in-again" noValidate onSubmit={(submit) => void confirm(submit)}>
        <input type="text" hidden name="username" autoComplete="username" value={session?.email ?? ''} readOnly />
        <PasswordField
          label={words.password}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={error ?? ''}
          hint={words.google}
          onChange={(change) => setPassword(change.target.value)}
        />
      </form>
      {refusal && <Notice tone="bad" live="assertive" title={refusal} />}
    </Dialog>
  );
  return { proven, dialog };
}

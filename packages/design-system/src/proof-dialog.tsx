import { useState, type FormEvent } from 'react';
import { Button } from './button.tsx';
import { CodeForm, type CodeFormProps } from './code-form.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './notice.tsx';
import { PasswordField } from './password-field.tsx';
import { UsernameField } from './username-field.tsx';

/** Texts of the specification are verbatim. */
const words = {
  title: 'Confirm it is you',
  password: 'Password',
  cancel: 'Cancel',
  confirm: 'Confirm',
  busy: 'Checking the password',
  or: 'Or use:',
  passkey: 'Use a passkey',
  passkeyBusy: 'Waiting for your passkey',
  google: 'Use Google',
  googleBusy: 'Waiting for Google',
  mailCode: (email: string) => `Email a code to ${email}`,
  mailCodeBusy: 'One moment',
  codeMailed: (email: string) => `A code was emailed to ${email}.`,
} as const;

type Way = 'password' | 'passkey' | 'google' | 'code';

export interface ProofDialogProps {
  /** Why it is asked. */
  readonly text: string;
  readonly open: boolean;
  /** Whose password it is, for password managers, and where a code is mailed. */
  readonly email: string;
  /** The ways that are offered; undefined while that is not known. */
  readonly ways: readonly Way[] | undefined;
  readonly busy: Way | undefined;
  readonly error: string | undefined;
  readonly refusal: string | undefined;
  readonly byPassword: (password: string) => Promise<void>;
  readonly byPasskey: () => Promise<void>;
  readonly atGoogle: () => Promise<void>;
  readonly mailCode: () => Promise<void>;
  /** The field for the code that was mailed. */
  readonly code: CodeFormProps['form'] | undefined;
  readonly giveUp: () => void;
}

/** Asks again who somebody is: by password, by passkey, at Google, or by a mailed code. */
export function ProofDialog(props: ProofDialogProps) {
  const { text, open, busy, ways, refusal, giveUp, byPasskey, atGoogle, mailCode, code, email } = props;
  const offers = (way: Way) => ways?.includes(way) ?? false;
  const wayOf = (way: Way, busyText: string) => ({ busy: busy === way, disabled: busy !== undefined, busyText });
  // Google's window may be closed without a word, so waiting for it can be ended.
  const held = busy !== undefined && busy !== 'google';
  return (
    <Dialog
      open={open}
      busy={held}
      title={words.title}
      onClose={giveUp}
      actions={
        <>
          <Button variant="secondary" disabled={held} onClick={giveUp}>
            {words.cancel}
          </Button>
          {offers('password') && (
            <Button type="submit" form="proof" {...wayOf('password', words.busy)}>
              {words.confirm}
            </Button>
          )}
        </>
      }
    >
      <p>{text}</p>
      {/* A new question begins with an empty field. */}
      {open && offers('password') && <PasswordForm {...props} />}
      {offers('password') && <p className="quiet">{words.or}</p>}
      {code && <p>{words.codeMailed(email)}</p>}
      {code && <CodeForm form={code} submit={words.confirm} busyText={words.mailCodeBusy} />}
      <div className="row-12">
        {offers('code') && !code && (
          <Button {...wayOf('code', words.mailCodeBusy)} onClick={() => void mailCode()}>
            {words.mailCode(email)}
          </Button>
        )}
        {offers('passkey') && (
          <Button
            {...wayOf('passkey', words.passkeyBusy)}
            variant={offers('password') || offers('code') ? 'secondary' : 'primary'}
            onClick={() => void byPasskey()}
          >
            {words.passkey}
          </Button>
        )}
        {offers('google') && (
          <Button {...wayOf('google', words.googleBusy)} variant="secondary" onClick={() => void atGoogle()}>
            {words.google}
          </Button>
        )}
      </div>
      <Failure text={refusal} />
    </Dialog>
  );
}

function PasswordForm({ email, error, byPassword }: ProofDialogProps) {
  const [password, setPassword] = useState('');
  const confirm = (submit: FormEvent) => {
    submit.preventDefault();
    void byPassword(password);
  };
  return (
    <form id="proof" noValidate onSubmit={confirm}>
      <UsernameField email={email} />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        error={error ?? ''}
        onChange={(change) => setPassword(change.target.value)}
      />
    </form>
  );
}

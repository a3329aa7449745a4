import { Button } from '@concert/design-system/button.tsx';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { returnPathForMail } from '@concert/web-kit/return-path.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import styles from './sign-in.module.css';

const MAILS = {
  'auth.email_unverified': { words: texts.resend, send: authApi.call.resendVerification },
  'auth.sign_in_link_needed': { words: texts.signInLink, send: authApi.call.requestSignInCode },
};

/** A refused sign-in that a mail helps with. */
export type MailableRefusal = keyof typeof MAILS;

export function isMailable(code: string | undefined): code is MailableRefusal {
  return code !== undefined && code in MAILS;
}

export interface SendMailButtonProps {
  readonly refusal: MailableRefusal;
  readonly email: string;
  /** What the button says, unless the words for the refusal. */
  readonly label?: string;
  readonly onSent: () => void;
}

/** Asks for the mail that helps: the verification once more, or a link to sign in. */
export function SendMailButton({ refusal, email, label, onSent }: SendMailButtonProps) {
  const { words, send } = MAILS[refusal];
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<ProblemDocument>();

  const ask = async () => {
    setBusy(true);
    setFault(undefined);
    const result = await send({ body: { email, nav: returnPathForMail() } });
    setBusy(false);
    if (result.ok) onSent();
    else setFault(result.problem);
  };

  return (
    <>
      <Button variant="secondary" busy={busy} busyText={words.submitting} onClick={() => void ask()}>
        {label ?? words.submit}
      </Button>
      {fault && (
        <p role="alert" className={styles.fault}>
          {words.failed(problemText(fault))}
        </p>
      )}
    </>
  );
}

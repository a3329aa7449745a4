import { Button } from '@concert/design-system/button.tsx';
import { returnPathForMail } from '@concert/web-kit/return-path.ts';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { useTry } from '../../use-try.ts';

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
  const { busy, failure, attempt } = useTry();
  const ask = async () => {
    const result = await attempt(() => send({ body: { email, nav: returnPathForMail() } }));
    if (result.ok) onSent();
  };

  return (
    <>
      <Button variant="secondary" busy={busy} busyText={words.submitting} onClick={() => void ask()}>
        {label ?? words.submit}
      </Button>
      {failure && (
        <p role="alert" className="bad strong grow-16">
          {words.failed(failure)}
        </p>
      )}
    </>
  );
}

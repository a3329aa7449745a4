import type { MailView } from '@concert/contracts/notify/http';
import type { ToastMessage } from '@concert/design-system/toast.tsx';
import { useState, type ReactNode } from 'react';
import { ResendDialog } from './resend-dialog.tsx';

/** The dialog that sends a mail again: what opens it, and where it stands. @param onSent a mail is on its way again, and the words that say so */
export function useResend(onSent: (said: ToastMessage) => void): {
  readonly resend: (mail: MailView) => void;
  readonly resendDialog: ReactNode;
} {
  const [mail, resend] = useState<MailView>();
  const close = () => resend(undefined);
  const sent = (said: ToastMessage) => {
    close();
    onSent(said);
  };
  return { resend, resendDialog: mail && <ResendDialog key={mail.id} mail={mail} onClose={close} onSent={sent} /> };
}

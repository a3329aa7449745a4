import type { MailView } from '@concert/contracts/notify/http';
import { useState, type ReactNode } from 'react';
import { ResendDialog } from './resend-dialog.tsx';

/** The dialog that sends a mail again: what opens it, and where it stands. @param onSent a mail is on its way again */
export function useResend(onSent: () => void): { readonly resend: (mail: MailView) => void; readonly resendDialog: ReactNode } {
  const [mail, resend] = useState<MailView>();
  const close = () => resend(undefined);
  const sent = () => {
    close();
    onSent();
  };
  return { resend, resendDialog: mail && <ResendDialog key={mail.id} mail={mail} onClose={close} onSent={sent} /> };
}

import { plainEmail } from '@concert/contracts/core/as-typed';
import { notifyRoutes, type MailView } from '@concert/contracts/notify/http';
import { DescriptionList, type Description } from '@concert/design-system/description-list.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import type { ToastMessage } from '@concert/design-system/toast.tsx';
import { checkForm } from '@concert/web-kit/forms/field-errors.ts';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useState, type ReactNode } from 'react';
import { FormDialog } from '../organising/form-dialog.tsx';
import { isAddressCorrectable, reasonOf, stateInWords } from './mail-words.ts';
import { texts } from './texts.ts';

const words = texts.resend;

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

interface ResendDialogProps {
  readonly mail: MailView;
  readonly onClose: () => void;
  readonly onSent: (said: ToastMessage) => void;
}

/** Sends a mail again, to a corrected address where one is typed. */
function ResendDialog({ mail, onClose, onSent }: ResendDialogProps) {
  const { act } = useAct(notifyRoutes.resendMail);
  const form = useForm({ name: 'resend', first: { email: '' }, summaryFrom: Infinity });

  const send = async () => {
    const email = plainEmail(form.values.email);
    const checked = checkForm(notifyRoutes.resendMail.body, email === '' ? {} : { email });
    const result = await form.send(async () => (checked.ok ? act({ params: { mailId: mail.id }, body: checked.value }) : checked));
    if (!result?.ok) return;
    onSent({ tone: 'good', text: email === '' ? words.done : words.doneTo(email) });
  };

  return (
    <FormDialog form={form} title={words.title(texts.kinds[mail.kind])} words={words} onClose={onClose} onSubmit={send}>
      <Reader mail={mail} />
      {isAddressCorrectable(mail) ? (
        <>
          <EmailField {...form.field('email')} required={false} autoComplete="off" label={words.corrected} hint={words.correctedHint} />
          <p className="quiet">{words.correctedText}</p>
        </>
      ) : (
        <p className="quiet">{words.notCorrectable}</p>
      )}
    </FormDialog>
  );
}

/** Who the mail is for, where its list knows, and what became of it. */
function Reader({ mail }: { mail: MailView }) {
  const reason = reasonOf(mail);
  const items: Description[] = [
    ...(mail.who
      ? [
          { term: words.who, value: mail.who.name || words.none },
          { term: words.email, value: mail.who.email },
          { term: words.phone, value: mail.who.phone || words.none },
        ]
      : []),
    { term: words.became, value: reason ? `${stateInWords(mail)}: ${reason}` : stateInWords(mail) },
  ];
  return <DescriptionList items={items} />;
}

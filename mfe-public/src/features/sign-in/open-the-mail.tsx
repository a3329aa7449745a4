import { Notice } from '@concert/design-system/notice.tsx';
import { useState } from 'react';
import { texts } from '../../texts.ts';
import { SendMailButton } from './send-mail-button.tsx';

export interface OpenTheMailProps {
  /** What was done, and where the mail went. */
  readonly title: string;
  readonly email: string;
}

/** After sign-up, alone on the screen: the next step is in the mail. */
export function OpenTheMail({ title, email }: OpenTheMailProps) {
  const words = texts.openTheMail;
  const [sentAgain, setSentAgain] = useState(0);
  return (
    <Notice
      tone="good"
      title={title}
      action={
        <SendMailButton
          refusal="auth.email_unverified"
          email={email}
          label={words.again}
          onSent={() => setSentAgain((times) => times + 1)}
        />
      }
    >
      <p>{words.text(email)}</p>
      <p>{words.before}</p>
      <p role="status">{sentAgain > 0 && words.sentAgain(sentAgain, email)}</p>
    </Notice>
  );
}

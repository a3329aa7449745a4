import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { useTry } from '../../use-try.ts';
import { texts } from './texts.ts';
import styles from './security.module.css';

const words = texts.password;

/** The way to a password for somebody who has none, as after signing in with Google, or forgot it. */
export function MailPasswordLink({ email }: { email: string }) {
  const { busy, failure, attempt } = useTry();
  const [sent, setSent] = useState(false);
  const ask = async () => {
    setSent(false);
    const result = await attempt(() => authApi.call.requestPasswordReset({ body: { email } }));
    setSent(result.ok);
  };

  return (
    <div className={`stack-8 items-start ${styles.other}`}>
      <p>{words.none}</p>
      <Button variant="plain" busy={busy} busyText={words.mailing} onClick={() => void ask()}>
        {words.mail}
      </Button>
      <div role="status">
        {failure && <Notice tone="bad" title={failure} />}
        {sent && <Notice tone="good" title={words.mailed(email)} />}
      </div>
    </div>
  );
}

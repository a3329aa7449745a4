import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from './texts.ts';
import styles from './security.module.css';

const words = texts.password;

/** The way to a password for somebody who has none, as after signing in with Google, or forgot it. */
export function MailPasswordLink({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly tone: 'good' | 'bad'; readonly title: string }>();

  const ask = async () => {
    setBusy(true);
    setOutcome(undefined);
    const result = await authApi.call.requestPasswordReset({ body: { email } });
    setBusy(false);
    setOutcome(result.ok ? { tone: 'good', title: words.mailed(email) } : { tone: 'bad', title: problemText(result.problem) });
  };

  return (
    <div className={styles.other}>
      <p>{words.none}</p>
      <Button variant="plain" busy={busy} busyText={words.mailing} onClick={() => void ask()}>
        {words.mail}
      </Button>
      <div role="status">{outcome && <Notice {...outcome} />}</div>
    </div>
  );
}

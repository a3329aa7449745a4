import { Button } from '@concert/design-system/button.tsx';
import type { ProblemDocument } from '@concert/contracts/core/problem';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import styles from './sign-in.module.css';

/** Asks for the verification mail once more. */
export function ResendButton({ email, onSent }: { email: string; onSent: () => void }) {
  const words = texts.resend;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ProblemDocument>();

  const resend = async () => {
    setBusy(true);
    setRefusal(undefined);
    const result = await authApi.call.resendVerification({ body: { email } });
    setBusy(false);
    if (result.ok) onSent();
    else setRefusal(result.problem);
  };

  return (
    <>
      <Button variant="secondary" busy={busy} busyText={words.submitting} onClick={() => void resend()}>
        {words.submit}
      </Button>
      {refusal && (
        <p role="alert" className={styles.fault}>
          {words.failed(problemText(refusal))}
        </p>
      )}
    </>
  );
}

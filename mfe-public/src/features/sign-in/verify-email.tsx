import type { ProblemDocument } from '@concert/contracts/core/problem';
import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import form from '../forms/form.module.css';

export interface VerifyEmailProps {
  /** The secret of the verification mail. */
  readonly token: string;
  readonly onVerified: (message: string) => void;
  /** The link is worth nothing any more. */
  readonly onUseless: (why: string) => void;
}

/** Proves an address by a press: a mail scanner that opens every link uses none up. */
export function VerifyEmail({ token, onVerified, onUseless }: VerifyEmailProps) {
  const words = texts.verify;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ProblemDocument>();

  const verify = async () => {
    setBusy(true);
    setRefusal(undefined);
    const result = await authApi.call.verifyEmail({ body: { token } });
    setBusy(false);
    if (result.ok) onVerified(result.value.message);
    else if (result.problem.code === 'auth.link_expired') onUseless(problemText(result.problem));
    else setRefusal(result.problem);
  };

  return (
    <div className={form.form}>
      {refusal && <Notice tone="bad" live="assertive" title={texts.form.error(problemText(refusal))} />}
      <Button wide busy={busy} busyText={words.submitting} onClick={() => void verify()}>
        {words.submit}
      </Button>
    </div>
  );
}

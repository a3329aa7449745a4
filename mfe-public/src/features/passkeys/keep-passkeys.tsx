import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from './texts.ts';

export interface KeepPasskeysProps {
  /** The secret of the mail. */
  readonly token: string;
  readonly onKept: (message: string) => void;
  /** Called when the link is no longer valid. */
  readonly onUseless: (why: string) => void;
}

/** Calls the recovery of one's passkeys off. It takes a press: what scans mails opens links. */
export function KeepPasskeys({ token, onKept, onUseless }: KeepPasskeysProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const keep = async () => {
    setBusy(true);
    setRefusal(undefined);
    const result = await authApi.call.keepPasskeys({ body: { token } });
    setBusy(false);
    if (result.ok) onKept(result.value.message);
    else if (result.problem.code === 'auth.link_expired') onUseless(problemText(result.problem));
    else setRefusal(problemText(result.problem));
  };

  return (
    <>
      {refusal && <Notice tone="bad" live="assertive" title={refusal} />}
      <Button wide busy={busy} busyText={texts.keep.submitting} onClick={() => void keep()}>
        {texts.keep.submit}
      </Button>
    </>
  );
}

import type { SessionView } from '@concert/contracts/auth/session-view';
import { Button } from '@concert/design-system/button.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { provePasskey } from '@concert/web-kit/passkeys.ts';
import { useState } from 'react';
import { authApi } from '../../clients.ts';

export interface PasskeyButtonProps {
  readonly label: string;
  readonly busyText: string;
  readonly variant?: 'primary' | 'secondary';
  readonly onSignedIn: (session: SessionView) => void;
}

/** Signs in with a passkey; the browser offers those it has for this site. */
export function PasskeyButton({ label, busyText, variant = 'secondary', onSignedIn }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const use = async () => {
    setBusy(true);
    setRefusal(undefined);
    const outcome = await provePasskey(authApi.call);
    setBusy(false);
    if (!outcome.ok) setRefusal(outcome.text);
    else if (outcome.value.session) onSignedIn(outcome.value.session);
  };

  return (
    <>
      <Failure text={refusal} />
      <Button variant={variant} wide busy={busy} busyText={busyText} onClick={() => void use()}>
        {label}
      </Button>
    </>
  );
}

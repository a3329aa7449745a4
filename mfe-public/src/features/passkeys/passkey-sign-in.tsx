import type { PasskeyStep as Step, SessionView } from '@concert/contracts/auth/session-view';
import { Button } from '@concert/design-system/button.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { provePasskey } from '@concert/web-kit/passkeys.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { RegisterForm } from './register-form.tsx';
import { texts } from './texts.ts';

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

/** What is left of a sign-in: a passkey is used, or the first one is registered. */
export function PasskeyStep({ step, onSignedIn }: { readonly step: Step; readonly onSignedIn: (session: SessionView) => void }) {
  const { refreshSession } = useSession();
  const leave = async () => {
    await authApi.call.signOut();
    await refreshSession();
  };
  const added = async () => {
    const session = await refreshSession();
    if (session) onSignedIn(session);
  };
  return (
    <div className="stack-16">
      {step === 'passkey' ? (
        <>
          <PasskeyButton variant="primary" label={texts.step.submit} busyText={texts.signIn.submitting} onSignedIn={onSignedIn} />
          <p className="quiet">{texts.step.lost}</p>
        </>
      ) : (
        <RegisterForm through={(call) => call()} onAdded={() => void added()} />
      )}
      <Button variant="plain" className="justify-start" onClick={() => void leave()}>
        {texts.step.leave}
      </Button>
    </div>
  );
}

import type { PasskeyStep as Step, SessionView } from '@concert/contracts/auth/session-view';
import { Button } from '@concert/design-system/button.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { authApi } from '../../clients.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { RegisterForm } from './register-form.tsx';
import { texts } from './texts.ts';

export interface PasskeyStepProps {
  readonly step: Step;
  readonly onSignedIn: (session: SessionView) => void;
}

/** What is left of a sign-in: a passkey is used, or the first one is registered. */
export function PasskeyStep({ step, onSignedIn }: PasskeyStepProps) {
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

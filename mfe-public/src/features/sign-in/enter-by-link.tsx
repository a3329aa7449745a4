import type { ProblemDocument } from '@concert/contracts/core/problem';
import { Button } from '@concert/design-system/button.tsx';
import { ReadFailed } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import type { LoginScreen } from './use-login.ts';
import type { MailLink } from './use-mail-link.ts';

/** Signs in with a mail's link after a press: scanners open links, and a link may lead into the account of the stranger who sent it. */
export function EnterByLink({ login, link: { token, purpose } }: { readonly login: LoginScreen; readonly link: MailLink }) {
  const words = texts.signInLink;
  const [email, setEmail] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ProblemDocument>();

  const fail = (problem: ProblemDocument) => {
    if (problem.code === 'auth.link_expired') login.onUselessLink(purpose, problemText(problem));
    else setRefusal(problem);
  };
  const onFailedLook = useEffectEvent(fail);

  useEffect(() => {
    const stop = new AbortController();
    void authApi.call.showHandoff({ body: { token } }, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      if (result.ok) setEmail(result.value.email);
      else onFailedLook(result.problem);
    });
    return () => stop.abort();
  }, [token, attempt]);

  const enter = async () => {
    setBusy(true);
    const result = await authApi.call.useHandoff({ body: { token } });
    setBusy(false);
    if (!result.ok) fail(result.problem);
    else if (result.value.session) login.onSignedIn(result.value.session);
    else login.onAwaits();
  };

  const again = () => {
    setRefusal(undefined);
    setAttempt((count) => count + 1);
  };
  if (refusal) return <ReadFailed words={{ failed: words.refused }} failure={problemText(refusal)} again={again} />;
  if (email === undefined) return <Skeleton label={words.looking} />;
  return (
    <>
      <p>{words.whose(email)}</p>
      <Button wide busy={busy} busyText={texts.signIn.submitting} onClick={() => void enter()}>
        {words.enter}
      </Button>
    </>
  );
}

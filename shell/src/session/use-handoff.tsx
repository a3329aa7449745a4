import { showToast } from '@concert/design-system/toast.tsx';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { forget } from '@concert/web-kit/storage.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { takeArrivedToken } from './keep-token.ts';
import { texts } from '../texts.ts';

/** Few visitors come with a token, so its code is loaded only then. */
async function program() {
  const [calls, question] = await Promise.all([import('./handoff.ts'), import('./handoff-question.tsx')]);
  return { ...calls, HandoffQuestion: question.default };
}

interface Offer {
  readonly token: string;
  readonly email: string;
  readonly program: Awaited<ReturnType<typeof program>>;
}

const refuse = (why: string) => showToast({ tone: 'bad', text: texts.handoff.failed(why) });

/**
 * Asks somebody who opened the page with a token whether they want to continue as the person it belongs to, and exchanges it for a session
 * only then. Somebody who is signed in stays signed in: an address that anybody can write must put nobody into another account.
 * @returns the question, while there is one
 */
export function useHandoff({ session, refreshSession }: Pick<AppProps, 'session' | 'refreshSession'>): ReactNode {
  const [offer, setOffer] = useState<Offer>();

  useEffect(() => {
    if (session === undefined) return;
    const token = takeArrivedToken();
    if (token === undefined) return;
    if (session) {
      showToast({ text: texts.handoff.already(session.email) });
      return;
    }
    const ask = async () => {
      const loaded = await program();
      const found = await loaded.emailBehind(token);
      if (found.ok) setOffer({ token, email: found.value, program: loaded });
      else refuse(found.why);
    };
    ask().catch(() => refuse(texts.handoff.unreachable));
  }, [session]);

  if (!offer || session) return undefined;
  const {
    token,
    email,
    program: { HandoffQuestion, exchangeToken },
  } = offer;
  const goOn = async () => {
    const taken = await exchangeToken(token);
    if (taken.ok) {
      await refreshSession();
      showToast({ tone: 'good', text: texts.signedIn });
    } else refuse(taken.why);
    setOffer(undefined);
  };
  const leave = () => {
    forget('token');
    setOffer(undefined);
  };
  return <HandoffQuestion email={email} onContinue={goOn} onLeave={leave} />;
}

import type { PasskeyStep } from '@concert/contracts/auth/session-view';
import type { AppProps, Session } from '@concert/web-kit/session.tsx';
import { forgetPerson } from '@concert/web-kit/storage.ts';
import { usePageRestored } from '@concert/web-kit/use-page-restored.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readSession, signOutHere } from './site-calls.ts';

const CHANNEL = 'concert-session';

/** Tells this site's other tabs that somebody signed in or out. */
function tellOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/**
 * Calls `changed` when somebody signed in or out in another tab.
 * @returns how to stop
 */
function onOtherTab(changed: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', changed);
  return () => channel.close();
}

/** How long the page waits before it asks again who is signed in, while the site cannot say. */
const ASK_AGAIN_MS = 4_000;

/**
 * Asks the site who is signed in: when the page opens, when it comes back from the browser's page cache, when another
 * tab says that it has changed, and whenever a screen asks.
 * @param onEndedElsewhere called when another tab ended the session of this one
 */
export function useSessionState(onEndedElsewhere: () => void) {
  const [state, setState] = useState<Pick<AppProps, 'session' | 'awaits' | 'unknown'>>({
    session: undefined,
    awaits: undefined,
    unknown: false,
  });
  const latest = useRef<Session>(undefined);
  const asked = useRef(0);
  const ended = useRef(onEndedElsewhere);
  useEffect(() => {
    ended.current = onEndedElsewhere;
  });

  const settle = useCallback((session: Session, unknown: boolean, awaits?: PasskeyStep) => {
    latest.current = session;
    setState({ session, awaits, unknown });
  }, []);

  const ask = useCallback(async () => {
    const question = ++asked.current;
    const result = await readSession();
    // The answer to the later request counts, in whatever order they arrive.
    if (question !== asked.current) return latest.current;
    const before = latest.current;
    if (result.ok) settle(result.value.session, false, result.value.awaits);
    else settle(before ?? null, true);
    return latest.current;
  }, [settle]);

  useEffect(() => {
    if (!state.unknown) return;
    const timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, ask]);

  const refreshSession = useCallback(async () => {
    const before = latest.current?.userId;
    const session = await ask();
    if (session?.userId !== before) tellOtherTabs();
    return session;
  }, [ask]);

  const signOut = useCallback(async () => {
    const result = await signOutHere();
    if (result.ok) {
      asked.current += 1;
      await forgetPerson();
      settle(null, false);
      tellOtherTabs();
    }
    return result;
  }, [settle]);

  useEffect(() => {
    void ask();
    return onOtherTab(() => {
      const before = latest.current;
      void ask().then((session) => {
        if (!before || session !== null) return;
        void forgetPerson();
        ended.current();
      });
    });
  }, [ask]);
  usePageRestored(useCallback(() => void ask(), [ask]));

  return { ...state, refreshSession, signOut };
}

import type { SessionView } from '@concert/contracts/auth/session-view';
import { showToast } from '@concert/design-system/toast.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';
import { callWithoutSchema } from '@concert/web-kit/call-without-schema.ts';
import { googleFailureText } from '@concert/web-kit/google-failure-text.ts';
import { onGoogleOutcome, type GoogleOutcome } from '@concert/web-kit/google-outcome.ts';
import { keepReturnPathOverRedirect } from '@concert/web-kit/return-path.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { usePageRestored } from '@concert/web-kit/use-page-restored.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { texts } from '../../texts.ts';
import { useReading } from '../../use-reading.ts';

const START = '/api/auth/google';
const POPUP = { name: 'concert-google', width: 520, height: 680 };
/** How often the popup is checked, and how long after its end its last message may still arrive. */
const LOOK_MS = 500;
const LAST_WORD_MS = 1_500;

/** On phones and tablets a page loses its popup; there the page itself goes to Google and comes back. */
function goesByRedirect(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /Android|iPhone|iPad|iPod/i.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

function openWindow(): Window | null {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - POPUP.width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - POPUP.height) / 2));
  return window.open(`${START}?mode=popup`, POPUP.name, `popup,width=${POPUP.width},height=${POPUP.height},left=${left},top=${top}`);
}

function leaveByBrowser(address: string): void {
  window.location.assign(address);
}

export interface GoogleOptions {
  readonly onSignedIn: (session: SessionView) => void;
  /** How the page itself is sent to another address. */
  readonly leave?: (address: string) => void;
}

/** Google sign-in: in a popup where there can be one, by the page itself otherwise. */
export function useGoogle({ onSignedIn, leave = leaveByBrowser }: GoogleOptions) {
  const { refreshSession } = useSession();
  // Undefined while it is not known whether the site offers it; if it cannot say, trying is the way to find out.
  const offered = useReading(readSignInWays).value?.google;
  // Under way in a popup, or by this page on its way to Google.
  const [waiting, setWaiting] = useState<'window' | 'page'>();
  const [failure, setFailure] = useState<string>();
  const opened = useRef<Window | null>(null);
  /** Begun here, with no outcome yet: other tabs of the site hear each other's popups too. */
  const begun = useRef(false);

  const settle = useCallback(
    async (outcome: GoogleOutcome, otherwise: string) => {
      begun.current = false;
      const session = outcome.done ? await refreshSession() : undefined;
      setWaiting(undefined);
      if (outcome.done && outcome.awaitsPasskey) return;
      if (session) {
        showToast({ tone: 'good', text: texts.google.successful });
        onSignedIn(session);
        return;
      }
      const text = texts.google.failed(outcome.done ? otherwise : googleFailureText(outcome.reason));
      setFailure(text);
      showToast({ tone: 'bad', text });
    },
    [onSignedIn, refreshSession],
  );

  useEffect(
    () =>
      onGoogleOutcome((outcome) => {
        if (begun.current) void settle(outcome, texts.google.unconfirmed);
      }),
    [settle],
  );

  // A window that its person closed says nothing. Some providers cut the tie to it, and it then looks closed while it
  // is not: only when the person is back at this page is it taken for gone.
  useEffect(() => {
    if (waiting !== 'window') return;
    let gone = 0;
    const look = setInterval(() => {
      gone = opened.current?.closed && document.hasFocus() ? gone + LOOK_MS : 0;
      if (gone < LAST_WORD_MS || !begun.current) return;
      clearInterval(look);
      void settle({ done: true }, texts.google.closed).then(() => {
        // The popup may only have looked closed: a late message still counts.
        begun.current = true;
      });
    }, LOOK_MS);
    return () => clearInterval(look);
  }, [waiting, settle]);

  // Somebody who comes back from Google with the browser's back button finds the page as it was.
  usePageRestored(useCallback(() => setWaiting(undefined), []));

  const start = () => {
    setFailure(undefined);
    opened.current = goesByRedirect() ? null : openWindow();
    if (opened.current) {
      begun.current = true;
      setWaiting('window');
      return;
    }
    setWaiting('page');
    keepReturnPathOverRedirect();
    leave(`${START}?mode=redirect`);
  };

  return { offered, waiting, failure, start, stopWaiting: () => setWaiting(undefined) };
}

/** What a person is told about a Google sign-in. */
export type GoogleSignIn = ReturnType<typeof useGoogle>;

/** Written out because the screen asks before the schemas are loaded. A test keeps it equal to the contract's. */
export const SIGN_IN_WAYS = '/api/auth/ways';

/** The ways to sign in that this site offers, beside email and password. */
export function readSignInWays(signal: AbortSignal): Promise<Result<{ readonly google: boolean }>> {
  return callWithoutSchema(
    'GET',
    SIGN_IN_WAYS,
    (body) => {
      const { google } = Object(body) as { readonly google?: unknown };
      return typeof google === 'boolean' ? { google } : undefined;
    },
    signal,
  );
}

import { showToast } from '@concert/design-system/toast.tsx';
import { googleOutcomeIn } from '@concert/web-kit/google-outcome.ts';
import type { Session } from '@concert/web-kit/session.tsx';
import { takeReturnPathAfterRedirect } from '@concert/web-kit/return-path.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { texts } from '../texts.ts';

/** The words are loaded with their code, which few visitors need. */
async function failureText(reason: string): Promise<string> {
  return (await import('@concert/web-kit/google-failure-text.ts')).googleFailureText(reason);
}

/**
 * The redirect-result handler of every page: somebody who comes back from Google is told the outcome, which is then removed from the
 * address, and a signed-in person goes where they wanted to go. Who is signed in is asked of the server, not of the address.
 */
export function useRedirectResult(refreshSession: () => Promise<Session>): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const finishing = useRef(false);

  useEffect(() => {
    const query = new URLSearchParams(search);
    const outcome = googleOutcomeIn(query);
    if (!outcome || finishing.current) return;
    finishing.current = true;
    query.delete('google');
    query.delete('reason');

    const finish = async () => {
      await navigate({ pathname, search: query.toString(), hash }, { replace: true });
      const session = outcome.done ? await refreshSession() : null;
      if (outcome.done && outcome.awaitsPasskey) {
        await navigate('/login', { replace: true });
      } else if (session) {
        showToast({ tone: 'good', text: texts.signedIn });
        await navigate(takeReturnPathAfterRedirect(session.role), { replace: true });
      } else {
        showToast({ tone: 'bad', text: texts.redirectFailed(outcome.done ? texts.nobodySignedIn : await failureText(outcome.reason)) });
      }
    };
    void finish().finally(() => {
      finishing.current = false;
    });
  }, [pathname, search, hash, navigate, refreshSession]);
}

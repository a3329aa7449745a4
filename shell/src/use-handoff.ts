import { showToast } from '@concert/design-system/toast.tsx';
import { useEffect } from 'react';
import { takeArrivedToken } from './keep-token.ts';
import { texts } from './texts.ts';
import type { SessionState } from './use-session-state.ts';

/**
 * Exchanges the token the page was opened with for a session, once. Somebody who is signed in stays who they are: an
 * address that anybody can write must not put them into another account.
 */
export function useHandoff({ session, refreshSession }: Pick<SessionState, 'session' | 'refreshSession'>): void {
  useEffect(() => {
    if (session === undefined) return;
    const token = takeArrivedToken();
    if (token === undefined) return;
    if (session) {
      showToast({ text: texts.handoff.already(session.email) });
      return;
    }
    // Few visitors bring one along, so what it takes is fetched only then.
    void import('./exchange-token.ts').then(async ({ exchangeToken }) => {
      const fault = await exchangeToken(token);
      if (fault !== undefined) {
        showToast({ tone: 'bad', text: texts.handoff.failed(fault) });
        return;
      }
      await refreshSession();
      showToast({ tone: 'good', text: texts.signedIn });
    });
  }, [session, refreshSession]);
}

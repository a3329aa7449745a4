import { authRoutes } from '@concert/contracts/auth/http';
import { showToast } from '@concert/design-system/toast.tsx';
import { createClient } from '@concert/web-kit/api-client.ts';
import { checkForm } from '@concert/web-kit/forms.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useEffect } from 'react';
import { takeArrivedToken } from './keep-token.ts';
import { texts } from './texts.ts';
import type { SessionState } from './use-session-state.ts';

const auth = createClient(authRoutes);

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
    const checked = checkForm(authRoutes.useHandoff.body, { token });
    if (!checked.ok) {
      showToast({ tone: 'bad', text: texts.handoff.failed(checked.errors['token'] ?? '') });
      return;
    }
    void auth.useHandoff({ body: checked.value }).then(async (result) => {
      if (!result.ok) {
        showToast({ tone: 'bad', text: texts.handoff.failed(problemText(result.problem)) });
        return;
      }
      await refreshSession();
      showToast({ tone: 'good', text: texts.signedIn });
    });
  }, [session, refreshSession]);
}

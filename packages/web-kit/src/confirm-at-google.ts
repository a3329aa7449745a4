import { googleFailureText } from './google-failure-text.ts';
import { isInsideApp } from '@concert/contracts/core/in-app-browser';
import { onGoogleOutcome } from './google-outcome.ts';
import type { PasskeyOutcome } from './passkeys.ts';

const AGAIN = '/api/auth/google?mode=popup&again=yes';
const SIZE = 'popup,width=520,height=680';

/**
 * Has Google ask anew who is signed in, in a window of its own.
 * @param stop ends the wait: a window that its person closed says nothing
 */
export function confirmAtGoogle(stop: AbortSignal): Promise<PasskeyOutcome<void>> {
  if (isInsideApp())
    return Promise.resolve({ ok: false, text: 'Google does not open inside this app. Open this page in your browser and try again.' });
  if (!window.open(AGAIN, 'concert-google', SIZE))
    return Promise.resolve({ ok: false, text: 'The browser did not open the Google window. Please allow it and try again.' });
  return new Promise((resolve) => {
    const end = (outcome: PasskeyOutcome<void>) => {
      stopHearing();
      resolve(outcome);
    };
    const stopHearing = onGoogleOutcome((outcome) =>
      end(outcome.done ? { ok: true, value: undefined } : { ok: false, text: googleFailureText(outcome.reason) }),
    );
    stop.addEventListener('abort', () => end({ ok: false, text: '' }), { once: true });
  });
}

import { Button } from '@concert/design-system/button.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { isInsideApp } from '@concert/contracts/core/in-app-browser';
import { useSyncExternalStore } from 'react';
import { texts } from '../../texts.ts';
import styles from './sign-in.module.css';
import type { GoogleSignIn } from './use-google.ts';

const never = () => () => undefined;

/** Sign in with Google, beside the form; inside another app the way around it, before anything is pressed that leads nowhere. */
export function GoogleButton({ google }: { google: GoogleSignIn }) {
  const words = texts.google;
  const { offered, waiting, failure, start, stopWaiting } = google;
  // The page is drawn before it is known where it is shown.
  const inside = useSyncExternalStore(never, isInsideApp, () => false);
  if (inside && offered !== false) return <InsideApp />;
  return (
    <div className="stack-24">
      <p className={`quiet ${styles.or}`}>
        <span>{words.or}</span>
      </p>
      <Failure text={failure} />
      <Button variant="secondary" wide busy={waiting !== undefined} disabled={offered === false} onClick={start}>
        {offered === false ? (
          words.notSetUp
        ) : (
          <span className={styles.googleWords}>
            {!waiting && <GoogleMark />}
            {words.signIn}
          </span>
        )}
      </Button>
      {waiting && (
        <Notice
          live="polite"
          title={words.waiting}
          action={
            waiting === 'window' && (
              <Button variant="plain" onClick={stopWaiting}>
                {words.stop}
              </Button>
            )
          }
        >
          {waiting === 'window' ? words.waitingText : words.leavingText}
        </Notice>
      )}
    </div>
  );
}

function InsideApp() {
  return (
    <Notice title={texts.google.insideApp}>
      <p>{texts.google.insideAppText}</p>
      <p className={`anywhere ${styles.address}`} translate="no">
        {window.location.href.replace(/#.*/, '')}
      </p>
    </Notice>
  );
}

/** Google's letter in its four colours, by which people find the button. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" className={styles.googleMark} aria-hidden="true" focusable="false">
      <g fill="none" strokeWidth="8.5">
        <path stroke="#ea4335" d="M36.4 12.1A17.2 17.2 0 0 0 9.1 15.4" />
        <path stroke="#fbbc05" d="M9.6 14.6a17.2 17.2 0 0 0 0 18.8" />
        <path stroke="#34a853" d="M9.1 32.6A17.2 17.2 0 0 0 35.7 36.6" />
        <path stroke="#4285f4" d="M35.2 37A17.2 17.2 0 0 0 41.2 24H24" />
      </g>
    </svg>
  );
}

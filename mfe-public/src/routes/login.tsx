import type { SessionView } from '@concert/contracts/auth/http';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { Coming } from '../features/coming/coming.tsx';
import { rememberWayOn, takeWayOn } from '../features/sign-in/after-sign-in.ts';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { SIGN_IN_REDIRECT_MS, texts } from '../texts.ts';
import styles from './quiet-page.module.css';

/** `/login`: sign-in; `?nav=` says where to go on afterwards. */
export default function Login() {
  const { pageTitle, session, refreshSession } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const nav = search.get('nav');
  const [wayOn, setWayOn] = useState<string>();
  const outcome = useRef<HTMLDivElement>(null);
  const words = texts.signIn;

  useEffect(() => rememberWayOn(nav), [nav]);

  useEffect(() => {
    if (wayOn === undefined) return;
    // The button that had the focus is gone; what it did is read from here.
    outcome.current?.focus();
    const timer = setTimeout(() => void navigate(wayOn, { replace: true }), SIGN_IN_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [wayOn, navigate]);

  const signedIn = (person: SessionView) => {
    setWayOn(takeWayOn(person.role));
    void refreshSession();
  };

  return (
    <Page>
      <div className={styles.split}>
        <div className={styles.column}>
          <PageHeading title={pageTitle} lede={words.lede} />
          {wayOn !== undefined ? (
            <div ref={outcome} tabIndex={-1} className={styles.outcome}>
              <Notice
                tone="good"
                title={words.successful}
                action={
                  <LinkButton as={Link} to={wayOn} replace variant="secondary">
                    {words.goOnNow}
                  </LinkButton>
                }
              >
                {words.goingOn}
              </Notice>
            </div>
          ) : session ? (
            <Notice
              title={words.already(session.email)}
              action={
                <LinkButton as={Link} to="/reserve-your-seat">
                  {words.toReservation}
                </LinkButton>
              }
            />
          ) : (
            <>
              <SignInForm onSignedIn={signedIn} />
              <Coming things={words.comes} />
            </>
          )}
        </div>
        <Rings lobes={6} layers={2} className={styles.figure} />
      </div>
    </Page>
  );
}

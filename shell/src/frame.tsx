import { pageAt, type Page } from '@concert/contracts/core/pages';
import { Button } from '@concert/design-system/button.tsx';
import { showToast, ToastRegion } from '@concert/design-system/toast.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { redirectValue } from '@concert/web-kit/redirects.ts';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { remember } from '@concert/web-kit/storage.ts';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Hint } from './hint.tsx';
import { Masthead } from './masthead.tsx';
import { NotFound } from './not-found.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { RemoteRegion } from './remote-region.tsx';
import { RouteFocus } from './route-focus.tsx';
import { SiteFooter } from './site-footer.tsx';
import { texts } from './texts.ts';
import { useConcert } from './use-concert.ts';
import { useHandoff } from './use-handoff.ts';
import { useOnline } from './use-online.ts';
import { useRedirectResult } from './use-redirect-result.ts';
import { useScrollMemory } from './use-scroll-memory.ts';
import { useSessionState } from './use-session-state.ts';
import styles from './frame.module.css';

/** The frame of every page: banner, navigation, the screen of this address, footer. */
export function Frame() {
  const { key, pathname } = useLocation();
  const navigate = useNavigate();
  const main = useRef<HTMLElement>(null);
  const page = pageAt(pathname);
  const title = `${page?.title ?? texts.notFound.title} · ${texts.concertName}`;
  const concert = useConcert();
  const online = useOnline();
  const { session, unknown, refreshSession, signOut } = useSessionState(() => void navigate('/login'));
  const [leaving, setLeaving] = useState(false);
  useScrollMemory();
  useRedirectResult(refreshSession);
  useHandoff({ session, refreshSession });

  const logout = async () => {
    setLeaving(true);
    const result = await signOut();
    if (result.ok) {
      await navigate('/login');
      return;
    }
    setLeaving(false);
    showToast({ tone: 'bad', text: texts.logoutFailed(problemText(result.problem)) });
  };
  // Until the next page is there, the one that was left must not ask to be come back to.
  useEffect(() => setLeaving(false), [key]);

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {texts.skipToContent}
      </a>
      <Masthead session={session ?? null} leaving={leaving} onLogout={() => void logout()} path={pathname} />
      {!online && <Hint>{texts.offline}</Hint>}
      {online && unknown && (
        <Hint
          action={
            <Button variant="plain" onClick={() => void refreshSession()}>
              {texts.sessionUnknown.retry}
            </Button>
          }
        >
          {texts.sessionUnknown.text}
        </Hint>
      )}
      <main id="content" ref={main} tabIndex={-1} className={styles.main}>
        {page ? (
          <Screen page={page} unknown={unknown} leaving={leaving} props={{ session, refreshSession, concert, pageTitle: page.title }} />
        ) : (
          <NotFound />
        )}
      </main>
      <SiteFooter concert={concert} />
      <ToastRegion />
      <RouteFocus path={pathname} title={title} main={main} />
    </div>
  );
}

function Screen({ page, unknown, leaving, props }: { page: Page; unknown: boolean; leaving: boolean; props: AppProps }) {
  const { session } = props;
  const skeleton = <PageSkeleton path={page.path} />;
  if (page.access === 'session' && !session) {
    if (session === undefined || unknown) return skeleton;
    return leaving ? <Navigate to="/login" replace /> : <ToLogin from={page.path} />;
  }
  return <RemoteRegion key={page.remote} name={page.remote} path={page.path} props={props} skeleton={skeleton} />;
}

/** Sends signed-out people to sign in and keeps where they wanted to go. */
function ToLogin({ from }: { from: string }) {
  useEffect(() => {
    const value = redirectValue(from);
    if (value) remember('page_redirect', value);
  }, [from]);
  return <Navigate to="/login" replace />;
}

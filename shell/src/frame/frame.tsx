import type { ConcertView } from '@concert/contracts/booking/http';
import { roleIncludes } from '@concert/contracts/core/roles';
import { UNKNOWN_TITLE } from '@concert/contracts/site/page-data';
import { pageAt, type Page } from '@concert/contracts/site/pages';
import { Button } from '@concert/design-system/button.tsx';
import { showToast, ToastRegion } from '@concert/design-system/toast.tsx';
import { redirectValueFor } from '@concert/web-kit/redirects.ts';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { remember } from '@concert/web-kit/storage.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Hint } from './hint.tsx';
import { Masthead } from './masthead.tsx';
import { NotFound } from './failed.tsx';
import { OrganiserNav } from './organiser-nav.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { RemoteRegion } from './remote-region.tsx';
import { RouteFocus } from './route-focus.tsx';
import { SiteFooter } from './site-footer.tsx';
import { Standing } from './standing.tsx';
import { texts } from '../texts.ts';
import { useConcert } from './use-concert.ts';
import { useGoneFiles } from './use-gone-files.ts';
import { useHandoff } from '../session/use-handoff.tsx';
import { useOnline } from '../offline/use-online.ts';
import { useRedirectResult } from '../session/use-redirect-result.ts';
import { useScrollMemory } from './use-scroll-memory.ts';
import { useSessionState } from '../session/use-session-state.ts';
import styles from './frame.module.css';

/**
 * The frame of every page: banner, navigation, the screen of this address, footer.
 * @param knownConcert the concert, if the page came with it
 */
export function Frame({ knownConcert }: { knownConcert?: ConcertView }) {
  const { key, pathname } = useLocation();
  const navigate = useNavigate();
  const main = useRef<HTMLElement>(null);
  const page = pageAt(pathname);
  /** The whole screen is the helper's: mark and menu stay, and the door itself says what no network means. */
  const isDoor = page?.path === '/door';
  const [enclosed, encloses] = useState(false);
  const sells = page?.path === '/reserve-your-seat';
  const concert = useConcert(knownConcert, sells);
  const title = `${page?.title ?? texts.notFound.title} · ${concert?.title ?? UNKNOWN_TITLE}`;
  const online = useOnline();
  const renewed = useGoneFiles();
  const { session, awaits, unknown, refreshSession, signOut } = useSessionState(() => void navigate('/login'));
  /** Decided by the address: who is signed in is known only once the page is seen, and would move it. */
  const organises = page?.remote === 'admin' && !isDoor;
  const organiser = session && roleIncludes(session.role, 'organiser') ? session.role : undefined;
  const { leaving, logout } = useLogout(signOut);
  /** The page on which somebody was last signed in, identified as the router does. */
  const signedInAt = useRef<string>(undefined);
  useEffect(() => {
    if (session) signedInAt.current = key;
  }, [session, key]);
  useEffect(() => {
    if (page?.offline) void import('../offline/keep-offline.ts').then(({ keepOffline }) => keepOffline(page));
  }, [page]);
  useScrollMemory();
  useRedirectResult(refreshSession);
  const handoffQuestion = useHandoff({ session, refreshSession });

  return (
    <div className={styles.frame} data-room={page?.remote} data-organises={organises || undefined}>
      <a className={`strong unprinted ${styles.skip}`} href="#content">
        {texts.skipToContent}
      </a>
      <Masthead
        session={session ?? null}
        leaving={leaving}
        onLogout={() => void logout()}
        path={pathname}
        concert={concert}
        bare={isDoor || enclosed || page?.pays}
        compact={organises}
      />
      {/* The page that sells says it itself. */}
      {concert && page?.remote !== 'admin' && !sells && <Standing concert={concert} own={Boolean(session)} />}
      {(online || !page?.offline) && <Hints online={online} renewed={renewed} unknown={unknown} onRetry={() => void refreshSession()} />}
      <div className={styles.middle}>
        {organises && (organiser || session === undefined || unknown) && <OrganiserNav role={organiser} />}
        <main id="content" ref={main} tabIndex={-1} className={styles.main}>
          {page ? (
            <Screen
              page={page}
              visit={key}
              signedInAt={signedInAt}
              props={{ session, awaits, unknown, refreshSession, concert, pageTitle: page.title, encloses }}
            />
          ) : (
            <NotFound />
          )}
        </main>
      </div>
      {!isDoor && <SiteFooter concert={concert} />}
      {handoffQuestion}
      <ToastRegion />
      <RouteFocus path={pathname} title={title} main={main} />
    </div>
  );
}

interface HintsProps {
  readonly online: boolean;
  readonly renewed: boolean;
  readonly unknown: boolean | undefined;
  readonly onRetry: () => void;
}

/** What keeps the site from working as it should, and what can be done about it. */
function Hints({ online, renewed, unknown, onRetry }: HintsProps) {
  if (!online) return <Hint>{texts.offline}</Hint>;
  return (
    <>
      {renewed && <Mending words={texts.renewed} onMend={() => window.location.reload()} />}
      {unknown && <Mending words={texts.sessionUnknown} onMend={onRetry} />}
    </>
  );
}

function Mending({ words, onMend }: { readonly words: { readonly text: string; readonly mend: string }; readonly onMend: () => void }) {
  const action = (
    <Button variant="plain" onClick={onMend}>
      {words.mend}
    </Button>
  );
  return <Hint action={action}>{words.text}</Hint>;
}

/** Logs out, goes to the login, or says why somebody is still logged in. */
function useLogout(signOut: ReturnType<typeof useSessionState>['signOut']) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const logout = async () => {
    setLeaving(true);
    const result = await signOut();
    setLeaving(false);
    if (result.ok) await navigate('/login');
    else {
      const { problemText } = await import('@concert/web-kit/problem-text.ts');
      showToast({ tone: 'bad', text: texts.logoutFailed(problemText(result.problem)) });
    }
  };
  return { leaving, logout };
}

interface ScreenProps {
  readonly page: Page;
  readonly visit: string;
  readonly signedInAt: RefObject<string | undefined>;
  readonly props: AppProps;
}

function Screen({ page, visit, signedInAt, props }: ScreenProps) {
  const { session, unknown } = props;
  const skeleton = <PageSkeleton path={page.path} />;
  if (page.access === 'session' && !session) {
    if (session === undefined || unknown) return skeleton;
    return <ToLogin from={page.path} visit={visit} signedInAt={signedInAt} />;
  }
  return <RemoteRegion key={page.remote} name={page.remote} path={page.path} props={props} skeleton={skeleton} />;
}

/** Sends people who are signed out to sign in, and remembers where they wanted to go, unless they signed out on this page. */
function ToLogin({ from, visit, signedInAt }: { from: string } & Pick<ScreenProps, 'visit' | 'signedInAt'>) {
  useEffect(() => {
    const value = redirectValueFor(from);
    if (value && signedInAt.current !== visit) remember('page_redirect', value);
  }, [from, visit, signedInAt]);
  return <Navigate to="/login" replace />;
}

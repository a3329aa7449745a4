import { roleIncludes } from '@concert/contracts/core/roles';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import type { ComponentType, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { SignInAgain } from '../sign-in-again/sign-in-again.tsx';

export interface OrganiserPageProps {
  readonly needs: 'door' | 'organiser' | 'admin';
  readonly words: {
    /** The purpose of signing in, after 'Please sign in to'. */
    readonly purpose: string;
    /** What the specification says instead to who is signed out. */
    readonly pleaseSignIn?: string;
    readonly lede?: string;
  };
  /** The page's one act, beside its heading. */
  readonly action?: ReactNode;
  /** One long table, with a heading of its own. */
  readonly wide?: boolean;
  /** Shows the page before it is known who is signed in: what it works with is on this device, and the server still decides each call. */
  readonly beforeKnown?: boolean;
  readonly children: ReactNode;
}

/** Frame of every working page, which says plainly why somebody cannot use it; what they may do is decided by the server. */
export function OrganiserPage({ needs, words, action, wide, beforeKnown, children }: OrganiserPageProps) {
  const { session, unknown, pageTitle } = useSession();
  const { pathname } = useLocation();
  const shown = (
    <Page width={wide ? 'wide' : 'working'} compact title={wide ? undefined : pageTitle} lede={words.lede} action={action}>
      <SignInAgain>{children}</SignInAgain>
    </Page>
  );
  if (beforeKnown && (session === undefined || (session === null && unknown))) return shown;
  if (session === undefined) {
    return (
      <Page width={wide ? 'wide' : 'working'} compact title={pageTitle}>
        <Skeleton label={texts.loading} />
      </Page>
    );
  }
  if (session === null) {
    return (
      <Page width="narrow" title={pageTitle}>
        <Notice
          title={words.pleaseSignIn ?? texts.signedOut(words.purpose)}
          action={<LinkButton to={loginPath(pathname)} text={texts.login} />}
        >
          {texts.signedOutHint}
        </Notice>
      </Page>
    );
  }
  if (!roleIncludes(session.role, needs)) {
    return (
      <Page width="narrow" title={pageTitle}>
        <Notice tone="warn" title={texts.refused} action={<LinkButton to="/" variant="secondary" text={texts.home} />}>
          {texts.refusedText(session.email || session.name, texts.needs[needs])}
        </Notice>
      </Page>
    );
  }
  return shown;
}

/** The page of a screen that stands in the frame as it is. */
export const organiserPage = (needs: OrganiserPageProps['needs'], Screen: ComponentType, words: OrganiserPageProps['words']) =>
  function ScreenOnPage() {
    return (
      <OrganiserPage needs={needs} words={words}>
        <Screen />
      </OrganiserPage>
    );
  };

import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Read } from '@concert/design-system/read.tsx';
import type { Reading } from '@concert/web-kit/reading/reading.ts';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import type { ReactNode } from 'react';
import { texts } from '../../texts.ts';

interface NotShownProps {
  readonly title: string;
  readonly text: string;
  /** Whether somebody who signs in may find it under their bookings. */
  readonly leadsToLogin?: boolean | undefined;
}

interface LinkedPageProps<T> extends Pick<NotShownProps, 'leadsToLogin'> {
  readonly reading: Reading<T>;
  /** Whether the address names something; without that nothing is read. */
  readonly whole: boolean;
  readonly words: Readonly<Record<'failed' | 'reading' | 'notFound' | 'notFoundText', string>> & { ended?: string; endedText?: string };
  readonly children: (value: T) => ReactNode;
}

/** The page behind the link of a mail, or why it shows nothing. */
export function LinkedPage<T>({ reading, whole, words, leadsToLogin, children }: LinkedPageProps<T>) {
  const { pageTitle } = useSession();
  const status = reading.value === undefined ? reading.problem?.status : undefined;
  const [title, text] =
    status === 410 ? [words.ended, words.endedText] : whole && status !== 404 ? [] : [words.notFound, words.notFoundText];
  return (
    <Page width="narrow" title={pageTitle}>
      {title && text ? (
        <NotShown title={title} text={text} leadsToLogin={leadsToLogin} />
      ) : (
        <Read reading={reading} words={words} shape="card">
          {children}
        </Read>
      )}
    </Page>
  );
}

/** Why the link of a mail shows nothing, and what its reader can do. */
export function NotShown({ title, text, leadsToLogin = false }: NotShownProps) {
  const { concert, session } = useSession();
  const login = <LinkButton to={loginPath('/bookings')} text={texts.logIn} />;
  const mail = concert && <a href={`mailto:${concert.supportEmail}`}>{concert.supportEmail}</a>;
  return (
    <Notice live="polite" title={title} action={leadsToLogin && session === null ? login : mail}>
      {text}
    </Notice>
  );
}

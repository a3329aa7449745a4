import type { SessionView } from '@concert/contracts/auth/session-view';
import { showToast } from '@concert/design-system/toast.tsx';
import { rememberReturnPath, takeReturnPath } from '@concert/web-kit/return-path.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { recall, remember } from '@concert/web-kit/storage.ts';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { authApi } from '../../clients.ts';
import { MAIL_SENT_REDIRECT_MS, SIGN_IN_REDIRECT_MS, texts } from '../../texts.ts';
import type { Redirect } from './redirect-notice.tsx';
import type { MailableRefusal } from './send-mail-button.tsx';
import { useMailLink, type MailLink } from './use-mail-link.ts';

const EXPIRED = {
  verify: texts.verify.expiredText,
  choose: texts.verify.expiredText,
  enter: texts.signInLink.expiredText,
};

/** `mailed`: an account waits for its address to be proven. `code`: a code was mailed that signs in. */
export type LoginMode = 'sign-in' | 'sign-up' | 'mailed' | 'code' | 'reset';

/** News that stands above the form. */
export interface Announcement {
  readonly tone: 'good' | 'warn';
  readonly title: string;
  readonly text?: string;
}

/** The state of `/login`: one of its forms, what a mail's link leads to, or a notice before the person is taken to another page. */
export function useLogin(nav: string | null) {
  const { refreshSession } = useSession();
  const { link, forgetLink, choosePassword } = useMailLink();
  const [mode, setMode] = useState<LoginMode>('sign-in');
  // Passed from form to form, so that nobody types it twice.
  const [email, setEmail] = useState('');
  // Ties the mailed code to this browser.
  const [request, setRequest] = useState('');
  const [announcement, setAnnouncement] = useState<Announcement>();
  const [redirect, setRedirect] = useState<Redirect>();
  const [turn, setTurn] = useState(0);
  // Holds the heading and the news, which take the focus when the form changes.
  const column = useRef<HTMLDivElement>(null);

  useEffect(() => rememberReturnPath(nav), [nav]);
  useFocusAfterTurn(column, turn);

  const leaveFor = useCallback((next: Redirect) => {
    setAnnouncement(undefined);
    setRedirect(next);
  }, []);

  const { onSignedIn, keepMail } = useLeadOn({ nav, link, forgetLink, leaveFor });

  const turnTo = (next: LoginMode, news?: Announcement) => {
    forgetLink();
    if (email === '') setEmail(recall('email') ?? '');
    setRedirect(undefined);
    setMode(next);
    setAnnouncement(news);
    setTurn((now) => now + 1);
  };

  const onUselessLink = (purpose: MailLink['purpose'], why: string) =>
    purpose === 'reset'
      ? turnTo('reset', { tone: 'warn', title: why, text: texts.setPassword.expiredText })
      : turnTo('sign-in', { tone: 'warn', title: why, text: EXPIRED[purpose] });

  useEffect(() => {
    if (link && !link.complete) onUselessLink(link.purpose, texts.incompleteLink);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [link]);

  const resent = async (to: string) => {
    await authApi.call.signOut();
    void refreshSession();
    leaveFor({ title: texts.signUp.sent(to), text: texts.resend.text, to: '/', afterMs: MAIL_SENT_REDIRECT_MS });
  };

  return {
    column,
    link,
    mode,
    email,
    setEmail,
    request,
    announcement,
    redirect,
    turnTo,
    choosePassword: () => {
      choosePassword();
      setTurn((now) => now + 1);
    },
    onSignedIn,
    onCode: (to: string, tied: string) => {
      remember('email', to);
      setEmail(to);
      setRequest(tied);
      if (mode !== 'code') turnTo('code');
    },
    // What the link of a mail began waits for a passkey.
    onAwaits: () => {
      keepMail();
      void refreshSession();
      turnTo('sign-in');
    },
    onSignedUp: (to: string) => {
      // Who comes back to sign in need not type it again.
      remember('email', to);
      setEmail(to);
      turnTo('mailed');
    },
    // The mail that helps with a refused sign-in was sent.
    onMailed: (refusal: MailableRefusal, to: string) => {
      if (refusal === 'auth.email_unverified') void resent(to);
      else leaveFor({ title: texts.signInLink.sent, text: texts.signInLink.sentText(to), to: '/', afterMs: MAIL_SENT_REDIRECT_MS });
    },
    onResetSent: (to: string) =>
      leaveFor({ title: texts.reset.sent, text: texts.reset.sentText(to), to: '/', afterMs: MAIL_SENT_REDIRECT_MS }),
    onUselessLink,
  };
}

/** What `/login` shows at a moment, and what can happen to it. */
export type LoginScreen = ReturnType<typeof useLogin>;

interface LeadOnPorts {
  readonly nav: string | null;
  readonly link: MailLink | undefined;
  readonly forgetLink: () => void;
  readonly leaveFor: (next: Redirect) => void;
}

/** Leads on who has signed in: at once where they were going, else home after the message. */
function useLeadOn({ nav, link, forgetLink, leaveFor }: LeadOnPorts) {
  const { refreshSession } = useSession();
  const navigate = useNavigate();
  const byMail = useRef(false);
  /** Called before the link is forgotten: seats may be held for whoever opened it. */
  const keepMail = useCallback(() => {
    byMail.current ||= link?.purpose === 'enter';
  }, [link]);

  const onSignedIn = useCallback(
    (person: SessionView) => {
      keepMail();
      const to = takeReturnPath(person.role, nav);
      if (to === '/') {
        forgetLink();
        leaveFor({ title: texts.signIn.successful, to, afterMs: SIGN_IN_REDIRECT_MS });
        void refreshSession();
        return;
      }
      showToast({ tone: 'good', text: texts.signIn.successful });
      // Not before the page knows who is signed in: some pages send everybody else back here.
      void refreshSession().then(() => navigate(to, { replace: true, state: { byMail: byMail.current } }));
    },
    [forgetLink, keepMail, leaveFor, nav, navigate, refreshSession],
  );
  return { onSignedIn, keepMail };
}

type Column = RefObject<HTMLDivElement | null>;

/** What had the focus is gone when the form changes; screen readers continue from the news, or from the heading. */
function useFocusAfterTurn(column: Column, turn: number): void {
  useEffect(() => {
    if (turn === 0) return;
    const place = column.current?.querySelector<HTMLElement>('[data-news]') ?? column.current?.querySelector<HTMLElement>('h1');
    place?.focus();
  }, [column, turn]);
}

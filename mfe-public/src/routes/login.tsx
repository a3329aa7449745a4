import type { SessionView } from '@concert/contracts/auth/http';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { rememberWayOn, takeWayOn } from '@concert/web-kit/way-on.ts';
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { authApi } from '../clients.ts';
import { GoingOn, type Departure } from '../features/sign-in/going-on.tsx';
import { GoogleButton } from '../features/sign-in/google-button.tsx';
import { ResetForm } from '../features/sign-in/reset-form.tsx';
import { SetPasswordForm } from '../features/sign-in/set-password-form.tsx';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { SignUpForm } from '../features/sign-in/sign-up-form.tsx';
import { useGoogle } from '../features/sign-in/use-google.ts';
import { useMailLink, type MailLink } from '../features/sign-in/use-mail-link.ts';
import { VerifyEmail } from '../features/sign-in/verify-email.tsx';
import { MAIL_SENT_REDIRECT_MS, SIGN_IN_REDIRECT_MS, SIGN_UP_MESSAGE_MS, texts } from '../texts.ts';
import signIn from '../features/sign-in/sign-in.module.css';
import styles from './quiet-page.module.css';

type Mode = 'sign-in' | 'sign-up' | 'reset';

/** News that stands above the form. */
interface Said {
  readonly tone: 'good' | 'warn';
  readonly title: string;
  readonly text?: string;
  readonly clearAfterMs?: number;
}

/** `/login`: sign-in, sign-up and reset on one screen, and what the links of the mails lead to; `?nav=` says where to go on afterwards. */
export default function Login({ leave }: { leave?: (address: string) => void }) {
  const { pageTitle, session, refreshSession } = useSession();
  const [search] = useSearchParams();
  const nav = search.get('nav');
  const { link, forgetLink, choosePassword } = useMailLink();
  const [mode, setMode] = useState<Mode>('sign-in');
  const [email, setEmail] = useState('');
  const [said, setSaid] = useState<Said>();
  const [departure, setDeparture] = useState<Departure>();
  const [turn, setTurn] = useState(0);
  const column = useRef<HTMLDivElement>(null);

  const signedIn = useCallback(
    (person: SessionView) => {
      setSaid(undefined);
      setDeparture({ title: texts.signIn.successful, to: takeWayOn(person.role), afterMs: SIGN_IN_REDIRECT_MS });
      void refreshSession();
    },
    [refreshSession],
  );
  const google = useGoogle({ onSignedIn: signedIn, leave });

  useEffect(() => rememberWayOn(nav), [nav]);

  // What had the focus is gone after a turn of the screen; it is read anew from the news, or from its heading.
  useEffect(() => {
    if (turn === 0) return;
    const place = column.current?.querySelector<HTMLElement>('[data-news]') ?? column.current?.querySelector<HTMLElement>('h1');
    place?.focus();
  }, [turn]);

  useEffect(() => {
    if (said?.clearAfterMs === undefined) return;
    const timer = setTimeout(() => {
      const heading = column.current?.querySelector<HTMLElement>('h1');
      if (column.current?.querySelector('[data-news]') === document.activeElement) heading?.focus();
      setSaid(undefined);
    }, said.clearAfterMs);
    return () => clearTimeout(timer);
  }, [said]);

  const turnTo = (next: Mode, news?: Said) => {
    forgetLink();
    setDeparture(undefined);
    setMode(next);
    setSaid(news);
    setTurn((now) => now + 1);
  };

  const useless = (purpose: MailLink['purpose'], why: string) =>
    purpose === 'reset'
      ? turnTo('reset', { tone: 'warn', title: why, text: texts.setPassword.expiredText })
      : turnTo('sign-in', { tone: 'warn', title: why, text: texts.verify.expiredText });

  useEffect(() => {
    if (link && !link.complete) useless(link.purpose, texts.incompleteLink);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [link]);

  const resent = async (to: string) => {
    await authApi.call.signOut();
    void refreshSession();
    setSaid(undefined);
    setDeparture({ title: texts.signUp.sent(to), text: texts.resend.text, to: '/', afterMs: MAIL_SENT_REDIRECT_MS });
  };

  const news = said && (
    <div data-news="" tabIndex={-1} className={signIn.said}>
      <Notice tone={said.tone} live="polite" title={said.title}>
        {said.text}
      </Notice>
    </div>
  );

  if (link?.complete && link.purpose === 'verify') {
    return (
      <Screen column={column} title={texts.verify.heading} lede={texts.verify.lede}>
        <VerifyEmail
          key={link.token}
          token={link.token}
          onVerified={(message) => turnTo('sign-in', { tone: 'good', title: message })}
          onUseless={(why) => useless('verify', why)}
          onChoose={() => {
            choosePassword();
            setTurn((now) => now + 1);
          }}
        />
      </Screen>
    );
  }

  if (link?.complete) {
    const { heading, lede } = link.purpose === 'choose' ? texts.verify.choosing : texts.setPassword;
    return (
      <Screen column={column} title={heading} lede={lede}>
        <SetPasswordForm
          key={link.token}
          token={link.token}
          onSet={(message) => {
            turnTo('sign-in', { tone: 'good', title: message });
            void refreshSession();
          }}
          onUseless={(why) => useless(link.purpose, why)}
        />
      </Screen>
    );
  }

  if (departure) {
    return (
      <Screen column={column} title={pageTitle}>
        <GoingOn {...departure} />
      </Screen>
    );
  }

  if (session && !google.waiting) {
    return (
      <Screen column={column} title={pageTitle}>
        {news}
        <Notice
          title={texts.form.loggedIn(session.email)}
          action={
            <LinkButton as={Link} to="/reserve-your-seat">
              {texts.form.reserve}
            </LinkButton>
          }
        />
      </Screen>
    );
  }

  switch (mode) {
    case 'sign-in':
      return (
        <Screen column={column} title={pageTitle} lede={texts.signIn.lede}>
          {news}
          <SignInForm
            email={email}
            onEmail={setEmail}
            onSignedIn={signedIn}
            onResent={(to) => void resent(to)}
            onForgot={() => turnTo('reset')}
          />
          <GoogleButton google={google} />
          <Other question={texts.signIn.noAccount} answer={texts.signIn.toSignUp} onChoose={() => turnTo('sign-up')} />
        </Screen>
      );
    case 'sign-up':
      return (
        <Screen column={column} title={texts.signUp.heading} lede={texts.signUp.lede}>
          {news}
          <SignUpForm
            email={email}
            onEmail={setEmail}
            onSignedUp={(to) => {
              setEmail(to);
              turnTo('sign-in', {
                tone: 'good',
                title: texts.signUp.sent(to),
                text: texts.signUp.sentText,
                clearAfterMs: SIGN_UP_MESSAGE_MS,
              });
            }}
          />
          <GoogleButton google={google} />
          <Other question={texts.signUp.account} answer={texts.signUp.toSignIn} onChoose={() => turnTo('sign-in')} />
        </Screen>
      );
    case 'reset':
      return (
        <Screen column={column} title={texts.reset.heading} lede={texts.reset.lede}>
          {news}
          <ResetForm
            email={email}
            onEmail={setEmail}
            onSent={(to) => {
              setSaid(undefined);
              setDeparture({ title: texts.reset.sent, text: texts.reset.sentText(to), to: '/', afterMs: MAIL_SENT_REDIRECT_MS });
            }}
          />
          <Other answer={texts.reset.back} onChoose={() => turnTo('sign-in')} />
        </Screen>
      );
  }
}

function Screen({
  column,
  title,
  lede,
  children,
}: {
  column: RefObject<HTMLDivElement | null>;
  title: string;
  lede?: string;
  children: ReactNode;
}) {
  return (
    <Page>
      <div className={styles.split}>
        <div className={styles.column} ref={column}>
          <PageHeading title={title} lede={lede} />
          {children}
        </div>
        <Rings lobes={6} layers={2} className={styles.figure} />
      </div>
    </Page>
  );
}

function Other({ question, answer, onChoose }: { question?: string; answer: string; onChoose: () => void }) {
  return (
    <p className={signIn.other}>
      {question}
      <Button variant="plain" onClick={onChoose}>
        {answer}
      </Button>
    </p>
  );
}

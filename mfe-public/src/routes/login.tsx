import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Page, PageHeading } from '@concert/design-system/page.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { RESERVATION_PAGE_REDIRECT } from '@concert/web-kit/redirects.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ResetForm, SetPasswordForm, SignUpForm, VerifyEmail } from '../features/sign-in/account-forms.tsx';
import { EnterByLink } from '../features/sign-in/enter-by-link.tsx';
import { OpenTheMail } from '../features/sign-in/open-the-mail.tsx';
import { GoogleButton } from '../features/sign-in/google-button.tsx';
import { RedirectNotice } from '../features/sign-in/redirect-notice.tsx';
import { PasskeyButton, PasskeyStep } from '../features/passkeys/passkey-sign-in.tsx';
import { texts as passkeyTexts } from '../features/passkeys/texts.ts';
import { SignInByCode } from '../features/sign-in/sign-in-by-code.tsx';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { SignedIn } from '../features/sign-in/signed-in.tsx';
import { useGoogle, type GoogleSignIn } from '../features/sign-in/use-google.ts';
import { useLogin, type Announcement, type LoginScreen } from '../features/sign-in/use-login.ts';
import type { MailLink } from '../features/sign-in/use-mail-link.ts';
import { texts } from '../texts.ts';
import columns from '../columns.module.css';
import signIn from '../features/sign-in/sign-in.module.css';
import styles from './quiet-page.module.css';

/** `/login`: sign-in, sign-up and reset on one screen, and what the links of the mails lead to; `?nav=` says where to go afterwards. */
export default function Login({ leave }: { leave?: (address: string) => void }) {
  const { pageTitle, session, awaits } = useSession();
  const [search] = useSearchParams();
  const login = useLogin(search.get('nav'));
  const google = useGoogle({ onSignedIn: login.onSignedIn, leave });

  if (login.link?.complete) return <OpenedLink login={login} link={login.link} />;
  if (login.redirect) {
    return (
      <Screen login={login} title={pageTitle}>
        <RedirectNotice {...login.redirect} />
      </Screen>
    );
  }
  if (awaits) {
    const { heading, lede } = awaits === 'passkey' ? passkeyTexts.step : passkeyTexts.first;
    return (
      <Screen login={login} title={heading} lede={lede}>
        <PasskeyStep step={awaits} onSignedIn={login.onSignedIn} />
      </Screen>
    );
  }
  if (session && !google.waiting) {
    return (
      <Screen login={login} title={pageTitle}>
        <News announcement={login.announcement} />
        <SignedIn email={session.email} />
      </Screen>
    );
  }
  return <LoginForm login={login} google={google} />;
}

/** What the link of a mail leads to. */
function OpenedLink({ login, link }: { login: LoginScreen; link: MailLink }) {
  const opened = { login, link };
  if (link.purpose === 'verify') {
    return (
      <Screen login={login} title={texts.verify.heading} lede={texts.verify.lede}>
        <VerifyEmail key={link.token} {...opened} />
      </Screen>
    );
  }
  if (link.purpose === 'enter') {
    return (
      <Screen login={login} title={texts.signInLink.heading}>
        <EnterByLink key={link.token} {...opened} />
      </Screen>
    );
  }
  const { heading, lede } = link.purpose === 'choose' ? texts.verify.choosing : texts.setPassword;
  return (
    <Screen login={login} title={heading} lede={lede}>
      <SetPasswordForm key={link.token} {...opened} />
    </Screen>
  );
}

/** The form of the chosen mode, and the way to another. */
function LoginForm({ login, google }: { login: LoginScreen; google: GoogleSignIn }) {
  const { pageTitle } = useSession();
  const [search] = useSearchParams();
  const { mode, email, turnTo } = login;
  const news = <News announcement={login.announcement} />;
  switch (mode) {
    case 'sign-in':
      return (
        <Screen login={login} title={pageTitle} lede={texts.signIn.lede}>
          {news}
          {search.get('nav') === RESERVATION_PAGE_REDIRECT && (
            <p className={`wrapping quiet ${signIn.other}`}>
              {texts.signIn.noAccountNeeded}
              <LinkButton to="/reserve-your-seat" variant="plain" text={texts.signIn.toReservation} />
            </p>
          )}
          <SignInForm login={login} />
          <GoogleButton google={google} />
          <PasskeyButton label={passkeyTexts.signIn.submit} busyText={passkeyTexts.signIn.submitting} onSignedIn={login.onSignedIn} />
          <Other question={texts.signIn.noAccount} answer={texts.signIn.toSignUp} onChoose={() => turnTo('sign-up')} />
        </Screen>
      );
    case 'sign-up':
      return (
        <Screen login={login} title={texts.signUp.heading} lede={texts.signUp.lede}>
          {news}
          <SignUpForm login={login} />
          <GoogleButton google={google} />
          <Other question={texts.signUp.account} answer={texts.signUp.toSignIn} onChoose={() => turnTo('sign-in')} />
        </Screen>
      );
    case 'mailed':
      return (
        <Screen login={login} title={texts.signUp.mailed}>
          <OpenTheMail title={texts.signUp.sent(email)} email={email} />
          <Other answer={texts.signUp.otherAddress} onChoose={() => turnTo('sign-up')} />
        </Screen>
      );
    case 'code':
      return (
        <Screen login={login} title={texts.signInCode.heading} lede={texts.signInCode.sentTo(email)}>
          <SignInByCode login={login} />
        </Screen>
      );
    case 'reset':
      return (
        <Screen login={login} title={texts.reset.heading} lede={texts.reset.lede}>
          {news}
          <ResetForm login={login} />
          <Other answer={texts.reset.back} onChoose={() => turnTo('sign-in')} />
        </Screen>
      );
  }
}

function News({ announcement }: { announcement: Announcement | undefined }) {
  if (!announcement) return null;
  return (
    <div data-news="" tabIndex={-1} className={signIn.said}>
      <Notice tone={announcement.tone} live="polite" title={announcement.title}>
        {announcement.text}
      </Notice>
    </div>
  );
}

function Screen({ login: { column }, title, lede, children }: { login: LoginScreen; title: string; lede?: string; children: ReactNode }) {
  return (
    <Page>
      <div className={columns.columns}>
        <div className={`stack-32 ${styles.column}`} ref={column}>
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
    <p className={`wrapping quiet ${signIn.other}`}>
      {question}
      <Button variant="plain" onClick={onChoose}>
        {answer}
      </Button>
    </p>
  );
}

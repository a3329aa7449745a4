import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { from, provide, provideValue } from '@concert/service-kit/process/provide';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { WindowCounts } from '@concert/service-kit/store/window-counts';
import { Module } from '@nestjs/common';
import { MongoHelperLinks } from '../helper-links/mongo-helper-links.ts';
import { HmacLinkTokens } from '../links/link-tokens.codec.ts';
import { MongoLinks } from '../links/mongo-links.ts';
import { RequestMail } from '../links/request-mail.ts';
import { ShowAccountMail } from '../links/show-account-mail.ts';
import { MongoLoginPlaces } from '../login-places/mongo-login-places.ts';
import { NoteLogin } from '../login-places/note-login.ts';
import { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { MongoAttempts } from '../login-throttle/mongo-attempts.ts';
import { MailBudget } from '../mail-budget/mail-budget.ts';
import { MongoAllowances } from '../mail-budget/mongo-allowances.ts';
import { Challenges } from '../passkeys/challenges.ts';
import { MongoChallenges } from '../passkeys/mongo-challenges.ts';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { PasskeyRule } from '../passkeys/passkey-rule.ts';
import { WebAuthnAuthenticators } from '../passkeys/web-authn-authenticators.ts';
import { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import { ADDRESS_PSEUDONYM, randomSecrets, SECRETS } from '../secrets/secrets.codec.ts';
import { setting } from '../settings.ts';
import { FindUsers } from '../users/find-users.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { OwnProfile } from '../users/profile.ts';
import { UsersController } from '../users/users.controller.ts';
import { OwnSessions } from './own-sessions.ts';
import { SignIn } from './sign-in.ts';
import { ChangePassword } from './change-password.ts';
import { MongoSessions } from './mongo-sessions.ts';
import { OpenSession } from './open-session.ts';
import { ResolveSessions } from './resolve-sessions.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionRule } from './session-rule.ts';

/** People, how they prove who they are, and their sessions: what every other feature stands on. */
@Module({
  controllers: [SessionsController, UsersController],
  providers: [
    provide(MongoUsers, MONGO),
    provide(NamedPeopleLimit, MONGO, CLOCK),
    provide(FindUsers, MongoUsers, setting('ADMIN_EMAIL'), MongoHelperLinks),
    provide(OwnProfile, MongoUsers, Transactions, setting('ADMIN_EMAIL')),
    provide(MongoHelperLinks, MONGO),
    provideValue(SECRETS, randomSecrets),
    provide(Argon2Passwords),
    provide(WindowCounts, MONGO, CLOCK),
    provide(MongoPasskeys, MONGO),
    provide(MongoChallenges, MONGO),
    provide(WebAuthnAuthenticators, setting('PUBLIC_ORIGIN')),
    provide(Challenges, MongoChallenges, WindowCounts, SECRETS, ADDRESS_PSEUDONYM, CLOCK),
    provide(PasskeyRule, setting('AUTH_PASSKEYS_DEMANDED')),
    provide(MongoLinks, MONGO),
    provide(HmacLinkTokens, setting('AUTH_LINK_KEYS')),
    provide(RequestMail, MongoLinks, HmacLinkTokens, SECRETS, Outbox, CLOCK),
    provide(ShowAccountMail, MongoLinks, MongoUsers, HmacLinkTokens, SECRETS, CLOCK, setting('PUBLIC_ORIGIN')),
    provide(MongoLoginPlaces, MONGO, ADDRESS_PSEUDONYM),
    provide(NoteLogin, MongoLoginPlaces, RequestMail, ADDRESS_PSEUDONYM, Transactions, CLOCK, Log),
    provide(MongoAttempts, MONGO),
    provide(LoginThrottle, MongoAttempts, CLOCK, ADDRESS_PSEUDONYM),
    provide(MongoAllowances, MONGO),
    provide(MailBudget, MongoAllowances, LoginThrottle, ADDRESS_PSEUDONYM, setting('AUTH_MAILS_PER_SOURCE'), CLOCK),
    provide(MongoSessions, MONGO),
    provide(
      SessionRule,
      PasskeyRule,
      from(setting.all, (settings) => ({ buyers: settings.SESSION_IDLE_HOURS, organisers: settings.SESSION_IDLE_ORGANISER_HOURS })),
      setting('ADMIN_EMAIL'),
    ),
    provide(
      OpenSession,
      MongoSessions,
      MongoPasskeys,
      PasskeyRule,
      SessionRule,
      Transactions,
      SECRETS,
      NoteLogin,
      CLOCK,
      IDS,
      Log,
      from(setting.all, (settings) => ({ lifetimeSeconds: settings.SESSION_LIFETIME_SECONDS, adminEmailKey: settings.ADMIN_EMAIL })),
    ),
    provide(SignIn, MongoUsers, Argon2Passwords, LoginThrottle, OpenSession, PasskeyRule),
    provide(
      ChangePassword,
      MongoUsers,
      MongoLinks,
      MongoSessions,
      Argon2Passwords,
      LoginThrottle,
      OpenSession,
      RequestMail,
      Transactions,
      Log,
    ),
    provide(OwnSessions, MongoSessions, MongoUsers, SessionRule, CLOCK, Transactions, OpenSession),
    provide(ResolveSessions, MongoSessions, MongoHelperLinks, SECRETS, SessionRule, CLOCK, setting('ADMIN_EMAIL')),
  ],
  exports: [
    MongoUsers,
    MongoHelperLinks,
    SECRETS,
    Argon2Passwords,
    WindowCounts,
    MongoPasskeys,
    WebAuthnAuthenticators,
    Challenges,
    PasskeyRule,
    MongoLinks,
    HmacLinkTokens,
    RequestMail,
    ShowAccountMail,
    LoginThrottle,
    MailBudget,
    MongoSessions,
    OpenSession,
    SessionRule,
    SignIn,
  ],
})
export class SessionsModule {}

import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { from, provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { HelperLinksModule } from '../helper-links/helper-links.module.ts';
import { MongoHelperLinks } from '../helper-links/mongo-helper-links.ts';
import { LinksModule } from '../links/links.module.ts';
import { LoginPlacesModule } from '../login-places/login-places.module.ts';
import { NoteLogin } from '../login-places/note-login.ts';
import { LoginThrottleModule } from '../login-throttle/login-throttle.module.ts';
import { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { PasskeyRule } from '../passkeys/passkey-rule.ts';
import { PasskeysModule } from '../passkeys/passkeys.module.ts';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import { SECRETS } from '../secrets/secrets.codec.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { setting } from '../settings.ts';
import { UsersModule } from '../users/users.module.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { ConfirmPassword } from './confirm-password.ts';
import { MongoSessions } from './mongo-sessions.ts';
import { OpenSession } from './open-session.ts';
import { ResolveSessions } from './resolve-sessions.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionRule } from './session-rule.ts';
import { SignIn } from './sign-in.ts';
import { SignOutEverywhere } from './sign-out-everywhere.ts';

@Module({
  imports: [
    UsersModule,
    HelperLinksModule,
    PasswordsModule,
    PasskeysModule,
    SecretsModule,
    LinksModule,
    LoginPlacesModule,
    LoginThrottleModule,
  ],
  controllers: [SessionsController],
  providers: [
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
    provide(SignIn, MongoUsers, Argon2Passwords, LoginThrottle, OpenSession),
    provide(ConfirmPassword, MongoUsers, Argon2Passwords, LoginThrottle, PasskeyRule, OpenSession),
    provide(SignOutEverywhere, MongoUsers, MongoSessions, Transactions),
    provide(ResolveSessions, MongoSessions, MongoHelperLinks, SECRETS, SessionRule, CLOCK, setting('ADMIN_EMAIL')),
  ],
  exports: [
    UsersModule,
    PasswordsModule,
    PasskeysModule,
    SecretsModule,
    LinksModule,
    LoginThrottleModule,
    MongoSessions,
    OpenSession,
    SessionRule,
    SignIn,
    SignOutEverywhere,
  ],
})
export class SessionsModule {}

import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { from, provide, provideAs, provideValue } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { HelperLinksModule } from '../helper-links/helper-links.module.ts';
import { HELPER_LINKS } from '../helper-links/helper-links.repository.ts';
import { LinksModule } from '../links/links.module.ts';
import { LoginPlacesModule } from '../login-places/login-places.module.ts';
import { NoteLogin } from '../login-places/note-login.ts';
import { LoginThrottleModule } from '../login-throttle/login-throttle.module.ts';
import { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { PasskeyRule } from '../passkeys/passkey-rule.ts';
import { PasskeysModule } from '../passkeys/passkeys.module.ts';
import { PASSKEYS } from '../passkeys/passkeys.repository.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { PASSWORDS } from '../passwords/passwords.ts';
import { SECRETS } from '../secrets/secrets.codec.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { setting } from '../settings.ts';
import { UsersModule } from '../users/users.module.ts';
import { USERS } from '../users/users.repository.ts';
import { ConfirmPassword } from './confirm-password.ts';
import { contextDevices } from './context-devices.ts';
import { DEVICES } from './devices.ts';
import { MongoSessionsRepository } from './mongo-sessions.repository.ts';
import { OpenSession } from './open-session.ts';
import { ResolveSessions } from './resolve-sessions.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionRule } from './session-rule.ts';
import { SESSIONS } from './sessions.repository.ts';
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
    provideAs(SESSIONS, MongoSessionsRepository, MONGO),
    provideValue(DEVICES, contextDevices),
    provide(
      SessionRule,
      PasskeyRule,
      from(setting.all, (settings) => ({ buyers: settings.SESSION_IDLE_HOURS, organisers: settings.SESSION_IDLE_ORGANISER_HOURS })),
      setting('ADMIN_EMAIL'),
    ),
    provide(
      OpenSession,
      SESSIONS,
      PASSKEYS,
      PasskeyRule,
      SessionRule,
      Transactions,
      SECRETS,
      DEVICES,
      NoteLogin,
      CLOCK,
      IDS,
      Log,
      from(setting.all, (settings) => ({ lifetimeSeconds: settings.SESSION_LIFETIME_SECONDS, adminEmailKey: settings.ADMIN_EMAIL })),
    ),
    provide(SignIn, USERS, PASSWORDS, LoginThrottle, OpenSession),
    provide(ConfirmPassword, USERS, PASSWORDS, LoginThrottle, PasskeyRule, OpenSession),
    provide(SignOutEverywhere, USERS, SESSIONS, Transactions),
    provide(ResolveSessions, SESSIONS, HELPER_LINKS, SECRETS, SessionRule, CLOCK, setting('ADMIN_EMAIL')),
  ],
  exports: [
    UsersModule,
    PasswordsModule,
    PasskeysModule,
    SecretsModule,
    LinksModule,
    LoginThrottleModule,
    SESSIONS,
    DEVICES,
    OpenSession,
    SessionRule,
    SignIn,
    SignOutEverywhere,
  ],
})
export class SessionsModule {}

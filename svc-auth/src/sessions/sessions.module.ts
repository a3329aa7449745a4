import { CLOCK, IDS } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { from, provide, provideAs, provideValue } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import { PASSWORDS } from '../passwords/passwords.ts';
import { setting } from '../settings.ts';
import { MongoAttemptsRepository } from '../login-throttle/mongo-attempts.repository.ts';
import { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { ATTEMPTS } from '../login-throttle/attempts.repository.ts';
import { UsersModule } from '../users/users.module.ts';
import { USERS } from '../users/users.repository.ts';
import { ConfirmPassword } from './confirm-password.ts';
import { MongoSessionsRepository } from './mongo-sessions.repository.ts';
import { OpenSession } from './open-session.ts';
import { ResolveSession } from './resolve-session.ts';
import { KEY_MAKER, randomSecrets, SECRETS } from './secrets.codec.ts';
import { SessionsController } from './sessions.controller.ts';
import { SESSIONS } from './sessions.repository.ts';
import { SignIn } from './sign-in.ts';
import { SignOutEverywhere } from './sign-out-everywhere.ts';

@Module({
  imports: [UsersModule],
  controllers: [SessionsController],
  providers: [
    provideAs(SESSIONS, MongoSessionsRepository, MONGO),
    provideAs(ATTEMPTS, MongoAttemptsRepository, MONGO),
    provideAs(PASSWORDS, Argon2Passwords),
    provideValue(SECRETS, randomSecrets),
    provide(LoginThrottle, ATTEMPTS, CLOCK, KEY_MAKER),
    provide(
      OpenSession,
      SESSIONS,
      Transactions,
      SECRETS,
      CLOCK,
      IDS,
      Log,
      from(setting.all, (settings) => ({ lifetimeSeconds: settings.SESSION_LIFETIME_SECONDS, adminEmailKey: settings.ADMIN_EMAIL })),
    ),
    provide(SignIn, USERS, PASSWORDS, LoginThrottle, OpenSession, Log),
    provide(ConfirmPassword, USERS, SESSIONS, PASSWORDS, LoginThrottle, CLOCK),
    provide(SignOutEverywhere, USERS, SESSIONS, Transactions),
    provide(ResolveSession, SESSIONS, SECRETS, CLOCK, setting('ADMIN_EMAIL')),
  ],
  exports: [UsersModule, SESSIONS, PASSWORDS, SECRETS, LoginThrottle, OpenSession],
})
export class SessionsModule {}

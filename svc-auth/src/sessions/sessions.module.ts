import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import { PASSWORDS, type Passwords } from '../passwords/passwords.ts';
import type { AuthSettings } from '../settings.ts';
import { MongoTriesRepository } from '../slowing/mongo-tries.repository.ts';
import { SlowDown } from '../slowing/slow-down.ts';
import { TRIES, type TriesRepository } from '../slowing/tries.repository.ts';
import { UsersModule } from '../users/users.module.ts';
import { USERS, type UsersRepository } from '../users/users.repository.ts';
import { ConfirmPassword } from './confirm-password.ts';
import { MongoSessionsRepository } from './mongo-sessions.repository.ts';
import { OpenSession } from './open-session.ts';
import { ResolveSession } from './resolve-session.ts';
import { randomSecrets, SECRETS, type Secrets } from './secrets.codec.ts';
import { SessionsController } from './sessions.controller.ts';
import { SESSIONS, type SessionsRepository } from './sessions.repository.ts';
import { SignIn } from './sign-in.ts';
import { SignOutEverywhere } from './sign-out-everywhere.ts';

@Module({
  imports: [UsersModule],
  controllers: [SessionsController],
  providers: [
    { provide: SESSIONS, inject: [MONGO], useFactory: (connection: Connection) => new MongoSessionsRepository(connection) },
    { provide: TRIES, inject: [MONGO], useFactory: (connection: Connection) => new MongoTriesRepository(connection) },
    { provide: PASSWORDS, useFactory: () => new Argon2Passwords() },
    { provide: SECRETS, useValue: randomSecrets },
    {
      provide: SlowDown,
      inject: [TRIES, CLOCK, SECRETS],
      useFactory: (tries: TriesRepository, clock: Clock, secrets: Secrets) =>
        new SlowDown(tries, clock, (...parts) => secrets.hash(...parts)),
    },
    {
      provide: OpenSession,
      inject: [SESSIONS, Transactions, SECRETS, CLOCK, IDS, Log, SETTINGS],
      useFactory: (
        sessions: SessionsRepository,
        transactions: Transactions,
        secrets: Secrets,
        clock: Clock,
        ids: Ids,
        log: Log,
        settings: AuthSettings,
      ) =>
        new OpenSession(sessions, transactions, secrets, clock, ids, log, {
          lifetimeSeconds: settings.SESSION_LIFETIME_SECONDS,
          adminEmailKey: settings.ADMIN_EMAIL,
        }),
    },
    {
      provide: SignIn,
      inject: [USERS, PASSWORDS, SlowDown, OpenSession, Log],
      useFactory: (users: UsersRepository, passwords: Passwords, slowDown: SlowDown, openSession: OpenSession, log: Log) =>
        new SignIn(users, passwords, slowDown, openSession, log),
    },
    {
      provide: ConfirmPassword,
      inject: [USERS, SESSIONS, PASSWORDS, SlowDown, CLOCK],
      useFactory: (users: UsersRepository, sessions: SessionsRepository, passwords: Passwords, slowDown: SlowDown, clock: Clock) =>
        new ConfirmPassword(users, sessions, passwords, slowDown, clock),
    },
    {
      provide: SignOutEverywhere,
      inject: [USERS, SESSIONS, Transactions],
      useFactory: (users: UsersRepository, sessions: SessionsRepository, transactions: Transactions) =>
        new SignOutEverywhere(users, sessions, transactions),
    },
    {
      provide: ResolveSession,
      inject: [SESSIONS, SECRETS, CLOCK, SETTINGS],
      useFactory: (sessions: SessionsRepository, secrets: Secrets, clock: Clock, settings: AuthSettings) =>
        new ResolveSession(sessions, secrets, clock, settings.ADMIN_EMAIL),
    },
  ],
  exports: [UsersModule, SESSIONS, PASSWORDS, SECRETS, SlowDown, OpenSession],
})
export class SessionsModule {}

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
import { MongoUsersRepository } from '../users/mongo-users.repository.ts';
import { USERS, type UsersRepository } from '../users/users.repository.ts';
import { MongoSessionsRepository } from './mongo-sessions.repository.ts';
import { ResolveSession } from './resolve-session.ts';
import { randomSecrets, SECRETS, type Secrets } from './secrets.codec.ts';
import { SessionsController } from './sessions.controller.ts';
import { SESSIONS, type SessionsRepository } from './sessions.repository.ts';
import { SignIn } from './sign-in.ts';

@Module({
  controllers: [SessionsController],
  providers: [
    { provide: USERS, inject: [MONGO], useFactory: (connection: Connection) => new MongoUsersRepository(connection) },
    { provide: SESSIONS, inject: [MONGO], useFactory: (connection: Connection) => new MongoSessionsRepository(connection) },
    { provide: TRIES, inject: [MONGO], useFactory: (connection: Connection) => new MongoTriesRepository(connection) },
    { provide: PASSWORDS, useFactory: () => new Argon2Passwords() },
    { provide: SECRETS, useValue: randomSecrets },
    {
      provide: SlowDown,
      inject: [TRIES, CLOCK, SECRETS],
      useFactory: (tries: TriesRepository, clock: Clock, secrets: Secrets) => new SlowDown(tries, clock, (...parts) => secrets.hash(...parts)),
    },
    {
      provide: SignIn,
      inject: [USERS, SESSIONS, PASSWORDS, SlowDown, Transactions, SECRETS, CLOCK, IDS, Log, SETTINGS],
      useFactory: (users: UsersRepository, sessions: SessionsRepository, passwords: Passwords, slowDown: SlowDown, transactions: Transactions, secrets: Secrets, clock: Clock, ids: Ids, log: Log, settings: AuthSettings) =>
        new SignIn(users, sessions, passwords, slowDown, transactions, secrets, clock, ids, log, { lifetimeSeconds: settings.SESSION_LIFETIME_SECONDS, adminEmailKey: settings.ADMIN_EMAIL }),
    },
    {
      provide: ResolveSession,
      inject: [SESSIONS, SECRETS, CLOCK, SETTINGS],
      useFactory: (sessions: SessionsRepository, secrets: Secrets, clock: Clock, settings: AuthSettings) => new ResolveSession(sessions, secrets, clock, settings.ADMIN_EMAIL),
    },
  ],
})
export class SessionsModule {}

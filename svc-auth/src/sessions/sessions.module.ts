import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { PasswordHasher } from '../passwords/password-hasher.ts';
import type { AuthSettings } from '../settings.ts';
import { FAILURES, type FailuresRepository } from '../slowing/failures.repository.ts';
import { MongoFailuresRepository } from '../slowing/mongo-failures.repository.ts';
import { SlowDown } from '../slowing/slow-down.ts';
import { MongoUsersRepository } from '../users/mongo-users.repository.ts';
import { USERS, type UsersRepository } from '../users/users.repository.ts';
import { MongoSessionsRepository } from './mongo-sessions.repository.ts';
import { ResolveSession } from './resolve-session.ts';
import { SessionsController } from './sessions.controller.ts';
import { SESSIONS, type SessionsRepository } from './sessions.repository.ts';
import { SignIn } from './sign-in.ts';

@Module({
  controllers: [SessionsController],
  providers: [
    { provide: USERS, inject: [MONGO], useFactory: (connection: Connection) => new MongoUsersRepository(connection) },
    { provide: SESSIONS, inject: [MONGO], useFactory: (connection: Connection) => new MongoSessionsRepository(connection) },
    { provide: FAILURES, inject: [MONGO], useFactory: (connection: Connection) => new MongoFailuresRepository(connection) },
    { provide: PasswordHasher, useFactory: () => new PasswordHasher() },
    { provide: SlowDown, inject: [FAILURES, CLOCK], useFactory: (failures: FailuresRepository, clock: Clock) => new SlowDown(failures, clock) },
    {
      provide: SignIn,
      inject: [USERS, SESSIONS, PasswordHasher, SlowDown, Transactions, CLOCK, IDS, SETTINGS],
      useFactory: (users: UsersRepository, sessions: SessionsRepository, passwords: PasswordHasher, slowDown: SlowDown, transactions: Transactions, clock: Clock, ids: Ids, settings: AuthSettings) =>
        new SignIn(users, sessions, passwords, slowDown, transactions, clock, ids, { lifetimeSeconds: settings.SESSION_LIFETIME_SECONDS, adminEmailKey: settings.ADMIN_EMAIL }),
    },
    {
      provide: ResolveSession,
      inject: [SESSIONS, USERS, CLOCK, SETTINGS],
      useFactory: (sessions: SessionsRepository, users: UsersRepository, clock: Clock, settings: AuthSettings) => new ResolveSession(sessions, users, clock, settings.ADMIN_EMAIL),
    },
  ],
})
export class SessionsModule {}

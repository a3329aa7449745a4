import { CLOCK, type Clock } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SESSIONS, type SessionsRepository } from '../sessions/sessions.repository.ts';
import type { AuthSettings } from '../settings.ts';
import { USERS, type UsersRepository } from '../users/users.repository.ts';
import { ChangeRole } from './change-role.ts';
import { RolesController } from './roles.controller.ts';

@Module({
  imports: [SessionsModule],
  controllers: [RolesController],
  providers: [
    {
      provide: ChangeRole,
      inject: [USERS, SESSIONS, Transactions, Outbox, CLOCK, Log, SETTINGS],
      useFactory: (
        users: UsersRepository,
        sessions: SessionsRepository,
        transactions: Transactions,
        outbox: Outbox,
        clock: Clock,
        log: Log,
        settings: AuthSettings,
      ) => new ChangeRole(users, sessions, transactions, outbox, clock, log, settings.ADMIN_EMAIL),
    },
  ],
})
export class RolesModule {}

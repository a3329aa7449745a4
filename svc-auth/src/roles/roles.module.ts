import { CLOCK } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { provide } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SESSIONS } from '../sessions/sessions.repository.ts';
import { setting } from '../settings.ts';
import { USERS } from '../users/users.repository.ts';
import { ChangeRole } from './change-role.ts';
import { RolesController } from './roles.controller.ts';

@Module({
  imports: [SessionsModule],
  controllers: [RolesController],
  providers: [provide(ChangeRole, USERS, SESSIONS, Transactions, Outbox, CLOCK, Log, setting('ADMIN_EMAIL'))],
})
export class RolesModule {}

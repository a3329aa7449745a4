import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.ts';
import { RequireApproval } from '../approvals/require-approval.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { setting } from '../settings.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { ChangeRole } from './change-role.ts';
import { RequestRoleChange } from './request-role-change.ts';
import { RolesController } from './roles.controller.ts';

@Module({
  imports: [SessionsModule, ApprovalsModule],
  controllers: [RolesController],
  providers: [
    provide(ChangeRole, MongoUsers, MongoSessions, Transactions, Outbox, CLOCK, Log, setting('ADMIN_EMAIL')),
    provide(RequestRoleChange, MongoUsers, RequireApproval, ChangeRole),
  ],
})
export class RolesModule {}

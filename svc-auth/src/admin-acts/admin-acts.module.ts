import { Outbox } from '@concert/service-kit/messages/outbox';
import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { provide } from '@concert/service-kit/process/provide';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.ts';
import { RequireApproval } from '../approvals/require-approval.ts';
import { MongoLinks } from '../links/mongo-links.ts';
import { RequestMail } from '../links/request-mail.ts';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { setting } from '../settings.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { AdminActsController } from './admin-acts.controller.ts';
import { ChangeRole } from './change-role.ts';
import { RemoveLostPasskeys } from './remove-lost-passkeys.ts';
import { RequestAdminAct } from './request-admin-act.ts';

@Module({
  imports: [SessionsModule, ApprovalsModule],
  controllers: [AdminActsController],
  providers: [
    provide(ChangeRole, MongoUsers, MongoSessions, Transactions, Outbox, CLOCK, Log, setting('ADMIN_EMAIL')),
    provide(RemoveLostPasskeys, MongoUsers, MongoPasskeys, MongoSessions, MongoLinks, RequestMail, Transactions, Outbox, Log),
    provide(RequestAdminAct, MongoUsers, MongoPasskeys, RequireApproval, ChangeRole, RemoveLostPasskeys),
  ],
})
export class AdminActsModule {}

import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { WindowCounts } from '@concert/service-kit/store/window-counts';
import { Module } from '@nestjs/common';
import { RequestMail } from '../links/request-mail.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { setting } from '../settings.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { approvalMode, RULE } from './approval-rule.ts';
import { ApprovalsController } from './approvals.controller.ts';
import { MongoApprovals } from './mongo-approvals.ts';
import { DecideApproval } from './decide-approval.ts';
import { RequireApproval } from './require-approval.ts';

const LOOK_EVERY_MS = 60_000;

@Module({
  imports: [SessionsModule],
  controllers: [ApprovalsController],
  providers: [
    provide(MongoApprovals, MONGO),
    provideBy(RULE, [setting.all], (settings) => ({
      mode: approvalMode(settings.AUTH_APPROVALS, settings.AUTH_PASSKEYS_DEMANDED),
      dailyCents: settings.AUTH_APPROVALS_ABOVE_CENTS,
    })),
    provide(
      RequireApproval,
      MongoApprovals,
      RULE,
      MongoUsers,
      RequestMail,
      WindowCounts,
      Transactions,
      Outbox,
      CLOCK,
      setting('ADMIN_EMAIL'),
    ),
    provide(DecideApproval, MongoApprovals, MongoUsers, WindowCounts, Transactions, Outbox, CLOCK),
    provideTask('approval-rule', LOOK_EVERY_MS, RequireApproval, (task) => task.noteRule()),
  ],
  exports: [RequireApproval],
})
export class ApprovalsModule {}

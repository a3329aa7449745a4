import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoLinks } from '../links/mongo-links.ts';
import { RequestMail } from '../links/request-mail.ts';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { MongoSessions } from '../sessions/mongo-sessions.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { ApprovalsModule } from '../approvals/approvals.module.ts';
import { RequireApproval } from '../approvals/require-approval.ts';
import { LostPasskeysController } from './lost-passkeys.controller.ts';
import { RemoveLostPasskeys } from './remove-lost-passkeys.ts';
import { RequestLostPasskeys } from './request-lost-passkeys.ts';

@Module({
  imports: [SessionsModule, ApprovalsModule],
  controllers: [LostPasskeysController],
  providers: [
    provide(RemoveLostPasskeys, MongoUsers, MongoPasskeys, MongoSessions, MongoLinks, RequestMail, Transactions, Outbox, CLOCK, Log),
    provide(RequestLostPasskeys, MongoPasskeys, RequireApproval, RemoveLostPasskeys),
  ],
})
export class LostPasskeysModule {}

import { approvalRoutes } from '@concert/contracts/auth/approvals';
import { APPROVALS, provideApprovals } from '@concert/service-kit/http/approvals';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { AuditLogModule } from '../audit-log/audit-log.module.ts';
import { SeatsModule } from '../seats/seats.module.ts';
import { MongoStock } from '../seats/mongo-stock.ts';
import { setting } from '../settings.ts';
import { SharePicture } from '../share-picture/share-picture.ts';
import { ChangeConcertState } from './change-concert-state.ts';
import { ConcertController } from './concert.controller.ts';
import { MongoConcert } from './mongo-concert.ts';
import { ShowConcert } from './show-concert.ts';
import { StopEvening } from './stop-evening.ts';

@Module({
  imports: [AuditLogModule, SeatsModule],
  controllers: [ConcertController],
  providers: [
    provideApprovals(setting('AUTH_URL'), approvalRoutes.requireApproval),
    provide(MongoConcert, MONGO, setting('PAYMENTS_LIVE'), setting('PUBLIC_ORIGIN'), setting('CONTACT_EMAIL')),
    provide(ChangeConcertState, MongoConcert, Transactions, Outbox, AuditLog, CLOCK),
    provide(StopEvening, MongoConcert, Transactions, Outbox, AuditLog, APPROVALS, CLOCK, IDS),
    provide(SharePicture),
    provide(ShowConcert, MongoConcert, MongoStock, CLOCK, setting('BOOKING_HOLD_SECONDS')),
  ],
  exports: [APPROVALS, MongoConcert],
})
export class ConcertModule {}

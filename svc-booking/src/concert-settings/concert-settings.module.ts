import { APPROVALS } from '@concert/service-kit/http/approvals';
import { CLOCK } from '@concert/service-kit/process/clock';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { AuditLogModule } from '../audit-log/audit-log.module.ts';
import { MongoAllotments } from '../complimentary/mongo-allotments.ts';
import { ComplimentaryModule } from '../complimentary/complimentary.module.ts';
import { ConcertModule } from '../concert/concert.module.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { GoLiveModule } from '../go-live/go-live.module.ts';
import { ShowGoLive } from '../go-live/show-go-live.ts';
import { SeatsModule } from '../seats/seats.module.ts';
import { MongoStock } from '../seats/mongo-stock.ts';
import { ConcertSettingsController } from './concert-settings.controller.ts';
import { PostponeConcert } from './postpone-concert.ts';
import { SaveSettings } from './save-settings.ts';

@Module({
  imports: [AuditLogModule, ComplimentaryModule, ConcertModule, GoLiveModule, SeatsModule],
  controllers: [ConcertSettingsController],
  providers: [
    provide(SaveSettings, MongoConcert, MongoStock, MongoAllotments, Transactions, Outbox, AuditLog, ShowGoLive, APPROVALS, CLOCK),
    provide(PostponeConcert, MongoConcert, Transactions, Outbox, AuditLog, APPROVALS, CLOCK),
  ],
})
export class ConcertSettingsModule {}

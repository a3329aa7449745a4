import { APPROVALS } from '@concert/service-kit/http/approvals';
import { CLOCK } from '@concert/service-kit/process/clock';
import { Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoAllotments } from '../complimentary/mongo-allotments.ts';
import { ConcertChanges } from '../concert/concert-changes.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { GoLiveModule } from '../go-live/go-live.module.ts';
import { ShowGoLive } from '../go-live/show-go-live.ts';
import { MongoStock } from '../seats/mongo-stock.ts';
import { ConcertSettingsController } from './concert-settings.controller.ts';
import { PostponeConcert } from './postpone-concert.ts';
import { SaveSettings } from './save-settings.ts';

@Module({
  imports: [GoLiveModule],
  controllers: [ConcertSettingsController],
  providers: [
    provide(SaveSettings, MongoConcert, MongoStock, MongoAllotments, Transactions, ConcertChanges, AuditLog, ShowGoLive, APPROVALS, CLOCK),
    provide(PostponeConcert, MongoConcert, Transactions, ConcertChanges, APPROVALS, CLOCK),
  ],
})
export class ConcertSettingsModule {}

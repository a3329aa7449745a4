import { CLOCK } from '@concert/service-kit/clock';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { AuditModule } from '../audit/audit.module.ts';
import { ALLOTMENTS } from '../complimentary/allotments.repository.ts';
import { MongoAllotmentsRepository } from '../complimentary/mongo-allotments.repository.ts';
import { CAPACITIES } from '../seats/capacities.ts';
import { MongoStockRepository } from '../seats/mongo-stock.repository.ts';
import { STOCK } from '../seats/stock.repository.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { MongoConcertRepository } from '../concert/mongo-concert.repository.ts';
import { SaveSettings } from './save-settings.ts';
import { ConcertSettingsController } from './concert-settings.controller.ts';

@Module({
  imports: [AuditModule],
  controllers: [ConcertSettingsController],
  providers: [
    provideAs(CONCERT, MongoConcertRepository, MONGO),
    provideAs(STOCK, MongoStockRepository, MONGO),
    provideAs(CAPACITIES, MongoStockRepository, MONGO),
    provideAs(ALLOTMENTS, MongoAllotmentsRepository, MONGO),
    provide(SaveSettings, CONCERT, STOCK, CAPACITIES, ALLOTMENTS, Transactions, Outbox, AuditLog, CLOCK),
  ],
})
export class ConcertSettingsModule {}

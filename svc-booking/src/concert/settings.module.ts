import { CLOCK, type Clock } from '@concert/service-kit/clock';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.ts';
import { AuditModule } from '../audit/audit.module.ts';
import { MongoAllotmentsRepository } from '../complimentary/mongo-allotments.repository.ts';
import { MongoStockRepository } from '../seats/mongo-stock.repository.ts';
import { MongoConcertRepository } from './mongo-concert.repository.ts';
import { SaveSettings } from './save-settings.ts';
import { SettingsController } from './settings.controller.ts';

@Module({
  imports: [AuditModule],
  controllers: [SettingsController],
  providers: [
    {
      provide: SaveSettings,
      inject: [MONGO, Transactions, Outbox, AuditLog, CLOCK],
      useFactory: (connection: Connection, transactions: Transactions, outbox: Outbox, audit: AuditLog, clock: Clock) => {
        const stock = new MongoStockRepository(connection);
        return new SaveSettings(
          new MongoConcertRepository(connection),
          stock,
          stock,
          new MongoAllotmentsRepository(connection),
          transactions,
          outbox,
          audit,
          clock,
        );
      },
    },
  ],
})
export class SettingsModule {}

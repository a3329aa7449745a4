import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { MongoReport } from './mongo-report.ts';
import { ReportsController } from './reports.controller.ts';
import { Reports } from './reports.ts';

@Module({
  controllers: [ReportsController],
  providers: [
    provide(MongoReport, MONGO, Transactions),
    provide(Reports, MongoReport, MongoConcert, NamedPeopleLimit, AuditLog, Transactions, CLOCK),
  ],
})
export class ReportsModule {}

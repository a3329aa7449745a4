import { CLOCK } from '@concert/service-kit/process/clock';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { ExportReport } from './export-report.ts';
import { ListReport } from './list-report.ts';
import { MongoReport } from './mongo-report.ts';
import { ReportsController } from './reports.controller.ts';
import { ShowReport } from './show-report.ts';

@Module({
  controllers: [ReportsController],
  providers: [
    provide(MongoReport, MONGO, Transactions),
    provide(ListReport, MongoReport, NamedPeopleLimit),
    provide(ExportReport, MongoReport, MongoConcert, AuditLog, Transactions, CLOCK),
    provide(ShowReport, MongoReport, MongoConcert, CLOCK),
  ],
})
export class ReportsModule {}

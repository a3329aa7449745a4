import { CLOCK } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { AuditLogModule } from '../audit-log/audit-log.module.ts';
import { ConcertModule } from '../concert/concert.module.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { setting } from '../settings.ts';
import { ExcelExports } from './excel-exports.ts';
import { ExportReport } from './export-report.ts';
import { ListReport } from './list-report.ts';
import { MongoReportRepository } from './mongo-report.repository.ts';
import { REPORT } from './report.repository.ts';
import { ReportsController } from './reports.controller.ts';
import { ShowReport } from './show-report.ts';

@Module({
  imports: [AuditLogModule, ConcertModule],
  controllers: [ReportsController],
  providers: [
    provideAs(REPORT, MongoReportRepository, MONGO, Transactions),
    provide(ListReport, REPORT),
    provide(ExcelExports, setting('MONGO_URL'), setting('BOOKING_EXPORT_HEAP_MB'), Log),
    provide(ExportReport, ExcelExports, AuditLog, Transactions, CLOCK),
    provide(ShowReport, REPORT, CONCERT, CLOCK),
  ],
})
export class ReportsModule {}

import { CLOCK, type Clock } from '@concert/service-kit/clock';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { SETTINGS } from '@concert/service-kit/service';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.ts';
import { AuditModule } from '../audit/audit.module.ts';
import { BookingsModule } from '../bookings/bookings.module.ts';
import { CONCERT, type ConcertRepository } from '../concert/concert.repository.ts';
import type { BookingSettings } from '../settings.ts';
import { ExcelExports } from './excel-exports.ts';
import { ExportReport } from './export-report.ts';
import { ListReport } from './list-report.ts';
import { MongoReportRepository } from './mongo-report.repository.ts';
import { REPORT, type ReportRepository } from './report.repository.ts';
import { ReportsController } from './reports.controller.ts';
import { ShowReport } from './show-report.ts';

@Module({
  imports: [BookingsModule, AuditModule],
  controllers: [ReportsController],
  providers: [
    {
      provide: REPORT,
      inject: [MONGO, Transactions],
      useFactory: (connection: Connection, transactions: Transactions) => new MongoReportRepository(connection, transactions),
    },
    { provide: ListReport, inject: [REPORT], useFactory: (report: ReportRepository) => new ListReport(report) },
    {
      provide: ExcelExports,
      inject: [SETTINGS, Log],
      useFactory: (settings: BookingSettings, log: Log) => new ExcelExports(settings.MONGO_URL, settings.BOOKING_EXPORT_HEAP_MB, log),
    },
    {
      provide: ExportReport,
      inject: [ExcelExports, AuditLog, Transactions, CLOCK],
      useFactory: (exports: ExcelExports, audit: AuditLog, transactions: Transactions, clock: Clock) =>
        new ExportReport(exports, audit, transactions, clock),
    },
    {
      provide: ShowReport,
      inject: [REPORT, CONCERT, CLOCK],
      useFactory: (report: ReportRepository, concert: ConcertRepository, clock: Clock) => new ShowReport(report, concert, clock),
    },
  ],
})
export class ReportsModule {}

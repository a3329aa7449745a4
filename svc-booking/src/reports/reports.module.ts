import { CLOCK } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { from, provide } from '@concert/service-kit/process/provide';
import { tlsFilesOf } from '@concert/service-kit/process/tls-context';
import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { setting } from '../settings.ts';
import { ExcelExports, type ExportLimits, type ExportOrder } from './excel-exports.ts';
import { ExportReport } from './export-report.ts';
import { ListReport } from './list-report.ts';
import { MongoReport } from './mongo-report.ts';
import { MongoReportPage } from './mongo-report-page.ts';
import { ReportsController } from './reports.controller.ts';
import { ShowReport } from './show-report.ts';

const exportLimits = from(setting.all, (settings): ExportLimits => ({
  heapMb: settings.BOOKING_EXPORT_HEAP_MB,
  niceness: settings.BOOKING_EXPORT_NICENESS,
}));

const exportOrder = from(setting.all, (settings): ExportOrder => ({
  mongoUrl: settings.MONGO_URL,
  mongoTls: tlsFilesOf('MONGO_TLS', settings),
}));

@Module({
  controllers: [ReportsController],
  providers: [
    provide(MongoReport, MONGO, Transactions),
    provide(MongoReportPage, MONGO),
    provide(ListReport, MongoReportPage, NamedPeopleLimit),
    provide(ExcelExports, exportOrder, exportLimits, Log),
    provide(ExportReport, ExcelExports, AuditLog, Transactions, CLOCK),
    provide(ShowReport, MongoReport, MongoConcert, CLOCK),
  ],
})
export class ReportsModule {}

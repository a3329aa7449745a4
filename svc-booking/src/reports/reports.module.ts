import { CLOCK, type Clock } from '@concert/service-kit/clock';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Module } from '@nestjs/common';
import { BookingsModule } from '../bookings/bookings.module.ts';
import { CONCERT, type ConcertRepository } from '../concert/concert.repository.ts';
import { ListReport } from './list-report.ts';
import { MongoReportRepository } from './mongo-report.repository.ts';
import { REPORT, type ReportRepository } from './report.repository.ts';
import { ReportsController } from './reports.controller.ts';
import { ShowReport } from './show-report.ts';

@Module({
  imports: [BookingsModule],
  controllers: [ReportsController],
  providers: [
    { provide: REPORT, inject: [MONGO, Transactions], useFactory: (connection: Connection, transactions: Transactions) => new MongoReportRepository(connection, transactions) },
    { provide: ListReport, inject: [REPORT], useFactory: (report: ReportRepository) => new ListReport(report) },
    { provide: ShowReport, inject: [REPORT, CONCERT, CLOCK], useFactory: (report: ReportRepository, concert: ConcertRepository, clock: Clock) => new ShowReport(report, concert, clock) },
  ],
})
export class ReportsModule {}

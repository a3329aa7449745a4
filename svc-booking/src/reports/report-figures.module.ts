import { MONGO } from '@concert/service-kit/mongo';
import { provideAs } from '@concert/service-kit/provide';
import { Global, Module } from '@nestjs/common';
import { BOOKING_CHANGES } from '../bookings/booking-changes.ts';
import { MongoReportFigures } from './mongo-report-figures.ts';

/** Keeps the report's figures from what bookings tell of their changes. For all modules, since bookings cannot import what stands on them. */
@Global()
@Module({
  providers: [provideAs(BOOKING_CHANGES, MongoReportFigures, MONGO)],
  exports: [BOOKING_CHANGES],
})
export class ReportFiguresModule {}

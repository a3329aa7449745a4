import { MONGO } from '@concert/service-kit/store/mongo';
import { provideAs } from '@concert/service-kit/process/provide';
import { Global, Module } from '@nestjs/common';
import { BOOKING_CHANGES } from '../bookings/booking-changes.ts';
import { MongoReportFigures } from './mongo-report-figures.ts';

/** Updates the report's figures on every change of a booking. Global, because the bookings module cannot import a module that depends on it. */
@Global()
@Module({
  providers: [provideAs(BOOKING_CHANGES, MongoReportFigures, MONGO)],
  exports: [BOOKING_CHANGES],
})
export class ReportFiguresModule {}

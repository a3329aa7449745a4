import { CLOCK } from '@concert/service-kit/process/clock';
import { provide } from '@concert/service-kit/process/provide';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Module } from '@nestjs/common';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { neighbour, setting } from '../settings.ts';
import { ShowTimeline } from '../timeline/show-timeline.ts';
import { TimelineModule } from '../timeline/timeline.module.ts';
import { DisputeFileController } from './dispute-file.controller.ts';
import { HttpBookingMails } from './http-booking-mails.ts';
import { MakeDisputeFile } from './make-dispute-file.ts';

@Module({
  imports: [TimelineModule],
  controllers: [DisputeFileController],
  providers: [
    provide(HttpBookingMails, neighbour('NOTIFY_URL')),
    provide(
      MakeDisputeFile,
      ShowTimeline,
      MongoBookings,
      MongoAdmissions,
      MongoConcert,
      HttpBookingMails,
      AuditLog,
      Transactions,
      CLOCK,
      setting('PUBLIC_ORIGIN'),
    ),
  ],
})
export class DisputeFileModule {}

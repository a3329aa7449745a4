import { CLOCK } from '@concert/service-kit/process/clock';
import { from, provide } from '@concert/service-kit/process/provide';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Module } from '@nestjs/common';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { AuditLog } from '../audit-log/audit-log.ts';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { ChoicesModule } from '../choices/choices.module.ts';
import { MongoChoices } from '../choices/mongo-choices.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { MongoMoney } from '../money-moves/mongo-money.ts';
import { HttpPeople } from '../people/http-people.ts';
import { neighbour, setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { HttpBookingMails } from './http-booking-mails.ts';
import { MakeDisputeFile } from './make-dispute-file.ts';
import { ShowTimeline } from './show-timeline.ts';
import { TimelineController } from './timeline.controller.ts';

@Module({
  imports: [ChoicesModule],
  controllers: [TimelineController],
  providers: [
    provide(
      ShowTimeline,
      MongoBookings,
      MongoMoney,
      MongoAudit,
      MongoChoices,
      HttpPeople,
      from(TicketSigner, (signer) => (booking) => signer.capability(booking)),
    ),
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
export class TimelineModule {}

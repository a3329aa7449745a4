import { from, provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { ChoicesModule } from '../choices/choices.module.ts';
import { MongoChoices } from '../choices/mongo-choices.ts';
import { MongoMoney } from '../money-moves/mongo-money.ts';
import { HttpPeople } from '../people/http-people.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
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
  ],
  exports: [ShowTimeline],
})
export class TimelineModule {}

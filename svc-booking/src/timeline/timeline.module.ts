import { MONGO } from '@concert/service-kit/mongo';
import { from, provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.ts';
import { AUDIT } from '../audit-log/audit.repository.ts';
import { PEOPLE } from '../people/people.ts';
import { BookingsModule } from '../bookings/bookings.module.ts';
import { BOOKINGS } from '../bookings/bookings.repository.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { MoneyFactsHandler } from '../money-moves/money-facts.handler.ts';
import { MONEY } from '../money-moves/money.repository.ts';
import { MongoMoneyRepository } from '../money-moves/mongo-money.repository.ts';
import { TimelineController } from './timeline.controller.ts';
import { ShowTimeline } from './show-timeline.ts';

@Module({
  imports: [BookingsModule, AuditModule],
  controllers: [TimelineController, MoneyFactsHandler],
  providers: [
    provideAs(MONEY, MongoMoneyRepository, MONGO),
    provide(
      ShowTimeline,
      BOOKINGS,
      MONEY,
      AUDIT,
      PEOPLE,
      from(TicketSigner, (signer) => (id) => signer.capability(id)),
    ),
  ],
})
export class TimelineModule {}

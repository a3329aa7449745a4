import { MONGO } from '@concert/service-kit/mongo';
import { from, provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.ts';
import { AUDIT } from '../audit/audit.repository.ts';
import { PEOPLE } from '../audit/people.ts';
import { BookingsModule } from '../bookings/bookings.module.ts';
import { BOOKINGS } from '../bookings/bookings.repository.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { MoneyFactsHandler } from './money-facts.handler.ts';
import { MONEY } from './money.repository.ts';
import { MongoMoneyRepository } from './mongo-money.repository.ts';
import { SearchController } from './search.controller.ts';
import { ShowTimeline } from './show-timeline.ts';

@Module({
  imports: [BookingsModule, AuditModule],
  controllers: [SearchController, MoneyFactsHandler],
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
export class SearchModule {}

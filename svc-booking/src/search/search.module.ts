import { MONGO, type Connection } from '@concert/service-kit/mongo';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.ts';
import { AUDIT, type AuditRepository } from '../audit/audit.repository.ts';
import { PEOPLE, type People } from '../audit/people.ts';
import { BookingsModule } from '../bookings/bookings.module.ts';
import { BOOKINGS, type BookingsRepository } from '../bookings/bookings.repository.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { MoneyFactsHandler } from './money-facts.handler.ts';
import { MONEY, type MoneyRepository } from './money.repository.ts';
import { MongoMoneyRepository } from './mongo-money.repository.ts';
import { SearchController } from './search.controller.ts';
import { ShowTimeline } from './show-timeline.ts';

@Module({
  imports: [BookingsModule, AuditModule],
  controllers: [SearchController, MoneyFactsHandler],
  providers: [
    { provide: MONEY, inject: [MONGO], useFactory: (connection: Connection) => new MongoMoneyRepository(connection) },
    {
      provide: ShowTimeline,
      inject: [BOOKINGS, MONEY, AUDIT, PEOPLE, TicketSigner],
      useFactory: (bookings: BookingsRepository, money: MoneyRepository, audit: AuditRepository, people: People, signer: TicketSigner) =>
        new ShowTimeline(bookings, money, audit, people, (id) => signer.capability(id)),
    },
  ],
})
export class SearchModule {}

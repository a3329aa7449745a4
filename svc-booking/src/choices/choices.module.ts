import { CLOCK } from '@concert/service-kit/process/clock';
import { Metrics } from '@concert/service-kit/process/metrics';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideAs } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { BookingsModule } from '../bookings/bookings.module.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { ConcertModule } from '../concert/concert.module.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { setting } from '../settings.ts';
import { CarryOutChoices } from './carry-out-choices.ts';
import { ChoiceMetrics } from './choice-metrics.ts';
import { ChoicesController } from './choices.controller.ts';
import { CHOICES } from './choices.repository.ts';
import { ChooseTickets } from './choose-tickets.ts';
import { CountChoices } from './count-choices.ts';
import { MongoChoicesRepository } from './mongo-choices.repository.ts';

const BEAT_MS = 5_000;

/** What holders choose after a postponement, and what becomes of it at the deadline. */
@Module({
  imports: [BookingsModule, ConcertModule, TicketsModule],
  controllers: [ChoicesController],
  providers: [
    provideAs(CHOICES, MongoChoicesRepository, MONGO),
    provide(ChooseTickets, CHOICES, MongoBookings, MongoConcert, TicketSigner, Transactions, Outbox, setting('PUBLIC_ORIGIN'), CLOCK),
    provide(CarryOutChoices, CHOICES, MongoBookings, MongoConcert, Transactions, Outbox, CLOCK),
    provide(CountChoices, CHOICES, MongoConcert, CLOCK),
    provide(ChoiceMetrics, Metrics, CHOICES, MongoConcert, CLOCK),
    provideTask('carry-out-choices', BEAT_MS, CarryOutChoices, (task) => task.run()),
  ],
  exports: [CHOICES],
})
export class ChoicesModule {}

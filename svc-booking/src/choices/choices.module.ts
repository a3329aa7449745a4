import { CLOCK } from '@concert/service-kit/process/clock';
import { Metrics } from '@concert/service-kit/process/metrics';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { Module } from '@nestjs/common';
import { BookingsModule } from '../bookings/bookings.module.ts';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { setting } from '../settings.ts';
import { CarryOutChoices } from './carry-out-choices.ts';
import { ChoicesController } from './choices.controller.ts';
import { ChooseTickets } from './choose-tickets.ts';
import { CountChoices } from './count-choices.ts';
import { MongoChoices } from './mongo-choices.ts';

const BEAT_MS = 5_000;

/** What holders choose after a postponement, and what becomes of it at the deadline. */
@Module({
  imports: [BookingsModule],
  controllers: [ChoicesController],
  providers: [
    provide(MongoChoices, MONGO),
    provide(ChooseTickets, MongoChoices, MongoBookings, MongoConcert, TicketSigner, Transactions, Outbox, setting('PUBLIC_ORIGIN'), CLOCK),
    provide(CarryOutChoices, MongoChoices, SeatLanes, MongoConcert, Outbox, CLOCK),
    provide(CountChoices, Metrics, MongoChoices, MongoConcert, CLOCK),
    provideTask('carry-out-choices', BEAT_MS, CarryOutChoices, (task) => task.run()),
  ],
  exports: [MongoChoices],
})
export class ChoicesModule {}

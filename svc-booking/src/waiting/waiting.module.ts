import { NamedPeopleLimit } from '@concert/service-kit/identity/named-people';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { provide } from '@concert/service-kit/process/provide';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { provideTask } from '@concert/service-kit/store/schedules';
import { WindowCounts } from '@concert/service-kit/store/window-counts';
import { Module } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { BookingsModule } from '../bookings/bookings.module.ts';
import { GiveUpBooking } from '../bookings/give-up-booking.ts';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { ConcertChanges } from '../concert/concert-changes.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { MongoStock } from '../seats/mongo-stock.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { MongoUnpaidHolds } from '../unpaid-holds/mongo-unpaid-holds.ts';
import { MongoWaiting } from './mongo-waiting.ts';
import { OfferSeats } from './offer-seats.ts';
import { WaitingController } from './waiting.controller.ts';
import { WaitingList } from './waiting-list.ts';

const BEAT_MS = 5_000;
const STORES = [MongoWaiting, MongoStock, MongoConcert, MongoBookings] as const;

/** The waiting list: who waits for seats, and what is offered to them. */
@Module({
  imports: [BookingsModule],
  controllers: [WaitingController],
  providers: [
    provide(WindowCounts, MONGO, CLOCK),
    provide(OfferSeats, ...STORES, SeatLanes, Transactions, Outbox, AuditLog, CLOCK, IDS, setting('PUBLIC_ORIGIN')),
    provide(
      WaitingList,
      ...STORES,
      ...([
        OfferSeats,
        GiveUpBooking,
        Transactions,
        Outbox,
        AuditLog,
        ConcertChanges,
        NamedPeopleLimit,
        TicketSigner,
        MongoUnpaidHolds,
        WindowCounts,
      ] as const),
      CLOCK,
      IDS,
      setting('PUBLIC_ORIGIN'),
      setting('BOOKING_PATIENCE_MS'),
      setting('WAITING_PER_SOURCE'),
    ),
    provideTask('offer-seats', BEAT_MS, OfferSeats, (task) => task.run()),
  ],
})
export class WaitingModule {}

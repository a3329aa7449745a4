import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { Log } from '@concert/service-kit/process/log';
import { MONGO, Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide, provideBy } from '@concert/service-kit/process/provide';
import { provideTask } from '@concert/service-kit/store/schedules';
import { assertReachable } from '@concert/service-kit/store/transitions';
import { Module, type OnModuleInit } from '@nestjs/common';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { MongoMoney } from '../money-moves/mongo-money.ts';
import { NumberReceipts } from './receipts/number-receipts.ts';
import { MongoStock } from '../seats/mongo-stock.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { MongoUnpaidHolds } from '../unpaid-holds/mongo-unpaid-holds.ts';
import { TRANSITIONS } from './booking.ts';
import { BookingsController } from './bookings.controller.ts';
import { MongoDisk } from './mongo-disk.ts';
import { ExpireHolds } from './expire-holds.ts';
import { GiveBack } from './give-back.ts';
import { GiveMoreTime } from './give-more-time.ts';
import { GiveUpBooking } from './give-up-booking.ts';
import { SeatLanes } from './lane/seat-lanes.ts';
import { MongoBookings } from './mongo-bookings.ts';
import { OPEN_SEAT_LIMITS } from './open-holds.ts';
import { PlaceBooking } from './place-booking.ts';
import { ReleaseBooking } from './release-booking.ts';
import { ShowBookings } from './show-bookings.ts';

const EXPIRY_BEAT_MS = 5_000;
const RECEIPT_BEAT_MS = 3_000;

@Module({
  controllers: [BookingsController],
  providers: [
    provide(
      SeatLanes,
      MongoBookings,
      MongoStock,
      MongoConcert,
      Transactions,
      Outbox,
      Idempotency,
      Inbox,
      MongoAdmissions,
      CLOCK,
      setting('BOOKING_PATIENCE_MS'),
    ),
    provideBy(OPEN_SEAT_LIMITS, [setting('OPEN_SEATS_PER_ACCOUNT'), setting('OPEN_SEATS_PER_SOURCE')], (account, source) => ({
      account,
      source,
    })),
    provide(
      PlaceBooking,
      SeatLanes,
      ReleaseBooking,
      MongoUnpaidHolds,
      Idempotency,
      IDS,
      setting('BOOKING_HOLD_SECONDS'),
      setting('BOOKING_PATIENCE_MS'),
      setting('PUBLIC_ORIGIN'),
      OPEN_SEAT_LIMITS,
      MongoDisk,
    ),
    provide(MongoDisk, MONGO, Log),
    provide(ReleaseBooking, Outbox, MongoUnpaidHolds),
    provide(ExpireHolds, MongoBookings, ReleaseBooking, SeatLanes, MongoConcert, CLOCK, setting('BOOKING_HOLD_SECONDS')),
    provide(
      ShowBookings,
      MongoBookings,
      MongoConcert,
      MongoUnpaidHolds,
      MongoAdmissions,
      MongoMoney,
      TicketSigner,
      setting('PUBLIC_ORIGIN'),
      CLOCK,
      setting('BOOKING_HOLD_SECONDS'),
      setting('PAYMENTS_LIVE'),
    ),
    provide(GiveUpBooking, ReleaseBooking, SeatLanes, Outbox),
    provide(GiveBack, MongoBookings, MongoAdmissions, SeatLanes, Outbox, setting('BOOKING_PATIENCE_MS')),
    provide(GiveMoreTime, SeatLanes, setting('BOOKING_HOLD_SECONDS')),
    provide(NumberReceipts, MongoBookings, MongoConcert, Transactions),
    provideTask('number-receipts', RECEIPT_BEAT_MS, NumberReceipts, (task) => task.run()),
    provideTask('expire-holds', EXPIRY_BEAT_MS, ExpireHolds, (task) => task.run()),
  ],
  exports: [GiveUpBooking, ReleaseBooking, SeatLanes],
})
export class BookingsModule implements OnModuleInit {
  onModuleInit(): void {
    assertReachable(TRANSITIONS, 'pending');
  }
}

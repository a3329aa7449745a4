import { CLOCK, IDS } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { from, provide, provideAs } from '@concert/service-kit/provide';
import { Schedules } from '@concert/service-kit/schedules';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit-log/audit-log.ts';
import { AuditModule } from '../audit/audit.module.ts';
import { ConcertController } from '../concert/concert.controller.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { MongoConcertRepository } from '../concert/mongo-concert.repository.ts';
import { ChangeConcertState } from '../concert/change-concert-state.ts';
import { ShowConcert } from '../concert/show-concert.ts';
import { ADMISSIONS } from '../admissions/admissions.repository.ts';
import { MongoAdmissionsRepository } from '../admissions/mongo-admissions.repository.ts';
import { BeginPayment } from '../payments/begin-payment.ts';
import { BookingMoneyController } from '../payments/booking-money.controller.ts';
import { DisputeFactsHandler } from '../payments/dispute-facts.handler.ts';
import { ExpireHolds } from './expire-holds.ts';
import { FlagDispute } from '../payments/flag-dispute.ts';
import { FreeLostSeats } from '../payments/free-lost-seats.ts';
import { FollowRefunds } from '../payments/follow-refunds.ts';
import { PaymentFactsHandler } from '../payments/payment-facts.handler.ts';
import { RefundBookingsController } from '../payments/refund-bookings.controller.ts';
import { ReleaseBooking } from './release-booking.ts';
import { RestoreBooking } from '../payments/restore-booking.ts';
import { SettleBooking } from '../payments/settle-booking.ts';
import { ShowBookingMoney } from '../payments/show-booking-money.ts';
import { ShowRefundBookings } from '../payments/show-refund-bookings.ts';
import { MongoStockRepository } from '../seats/mongo-stock.repository.ts';
import { SeatTurns } from '../seats/seat-turns.ts';
import { STOCK } from '../seats/stock.repository.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { unreachableStatuses } from './booking.ts';
import { BookingsController } from './bookings.controller.ts';
import { BOOKINGS } from './bookings.repository.ts';
import { GiveUpBooking } from './give-up-booking.ts';
import { MongoBookingsRepository } from './mongo-bookings.repository.ts';
import { PlaceBooking } from './place-booking.ts';
import { ShowBookings } from './show-bookings.ts';

const EXPIRY_BEAT_MS = 5_000;

@Module({
  imports: [AuditModule],
  controllers: [
    BookingsController,
    ConcertController,
    PaymentFactsHandler,
    RefundBookingsController,
    BookingMoneyController,
    DisputeFactsHandler,
  ],
  providers: [
    provideAs(BOOKINGS, MongoBookingsRepository, MONGO),
    provideAs(STOCK, MongoStockRepository, MONGO),
    provideAs(CONCERT, MongoConcertRepository, MONGO),
    provide(TicketSigner, setting('TICKET_SIGNING_KEY')),
    provide(
      SeatTurns,
      from(CLOCK, (clock) => () => clock.now().getTime()),
    ),
    provide(
      PlaceBooking,
      BOOKINGS,
      STOCK,
      CONCERT,
      SeatTurns,
      Transactions,
      Outbox,
      Idempotency,
      CLOCK,
      IDS,
      setting('BOOKING_HOLD_SECONDS'),
      setting('BOOKING_PATIENCE_MS'),
    ),
    provide(BeginPayment, BOOKINGS, STOCK, CONCERT, SeatTurns, Transactions, CLOCK, setting('BOOKING_HOLD_SECONDS')),
    provide(SettleBooking, BOOKINGS, STOCK, CONCERT, Outbox, CLOCK, IDS, Log),
    provide(ReleaseBooking, BOOKINGS, STOCK, Outbox, CLOCK),
    provide(FollowRefunds, BOOKINGS, STOCK, CLOCK),
    provide(ShowRefundBookings, BOOKINGS, CONCERT),
    provide(FlagDispute, BOOKINGS, Log),
    provide(ShowBookingMoney, BOOKINGS),
    provide(RestoreBooking, BOOKINGS, Transactions, CLOCK, setting('PUBLIC_ORIGIN'), Log),
    provide(ExpireHolds, BOOKINGS, ReleaseBooking, SeatTurns, Transactions, CLOCK),
    provide(ShowBookings, BOOKINGS, CONCERT, TicketSigner, setting('PUBLIC_ORIGIN'), CLOCK),
    provide(GiveUpBooking, BOOKINGS, ReleaseBooking, SeatTurns, Transactions, Outbox, CLOCK),
    provideAs(ADMISSIONS, MongoAdmissionsRepository, MONGO),
    provide(FreeLostSeats, BOOKINGS, STOCK, ADMISSIONS, SeatTurns, Transactions, AuditLog, CLOCK),
    provide(ChangeConcertState, CONCERT, Transactions, Outbox, AuditLog, CLOCK),
    provide(ShowConcert, CONCERT, STOCK, CLOCK, setting('BOOKING_HOLD_SECONDS')),
  ],
  exports: [BOOKINGS, CONCERT, STOCK, TicketSigner],
})
export class BookingsModule implements OnModuleInit {
  constructor(
    @Inject(Schedules) private readonly schedules: Schedules,
    @Inject(ExpireHolds) private readonly expireHolds: ExpireHolds,
  ) {}

  onModuleInit(): void {
    const lost = unreachableStatuses();
    if (lost.length > 0) throw new Error(`no transition leads to ${lost.join(', ')}`);
    this.schedules.every('expire-holds', EXPIRY_BEAT_MS, () => this.expireHolds.run());
  }
}

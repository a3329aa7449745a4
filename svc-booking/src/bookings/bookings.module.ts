import { CLOCK, IDS, type Clock, type Ids } from '@concert/service-kit/clock';
import { Idempotency } from '@concert/service-kit/idempotency';
import { Log } from '@concert/service-kit/log';
import { MONGO, Transactions, type Connection } from '@concert/service-kit/mongo';
import { Outbox } from '@concert/service-kit/outbox';
import { Schedules } from '@concert/service-kit/schedules';
import { SETTINGS } from '@concert/service-kit/service';
import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.ts';
import { AuditModule } from '../audit/audit.module.ts';
import { ConcertController } from '../concert/concert.controller.ts';
import { CONCERT, type ConcertRepository } from '../concert/concert.repository.ts';
import { MongoConcertRepository } from '../concert/mongo-concert.repository.ts';
import { ChangeConcertState } from '../concert/change-concert-state.ts';
import { ShowConcert } from '../concert/show-concert.ts';
import { MongoAdmissionsRepository } from '../door/mongo-admissions.repository.ts';
import { BeginPayment } from '../payments/begin-payment.ts';
import { BookingMoneyController } from '../payments/booking-money.controller.ts';
import { DisputeFactsHandler } from '../payments/dispute-facts.handler.ts';
import { ExpireHolds } from '../payments/expire-holds.ts';
import { FlagDispute } from '../payments/flag-dispute.ts';
import { FreeLostSeats } from '../payments/free-lost-seats.ts';
import { FollowRefunds } from '../payments/follow-refunds.ts';
import { PaymentFactsHandler } from '../payments/payment-facts.handler.ts';
import { RefundBookingsController } from '../payments/refund-bookings.controller.ts';
import { ReleaseBooking } from '../payments/release-booking.ts';
import { RestoreBooking } from '../payments/restore-booking.ts';
import { SettleBooking } from '../payments/settle-booking.ts';
import { ShowBookingMoney } from '../payments/show-booking-money.ts';
import { ShowRefundBookings } from '../payments/show-refund-bookings.ts';
import { MongoStockRepository } from '../seats/mongo-stock.repository.ts';
import { SeatTurns } from '../seats/seat-turns.ts';
import { STOCK, type StockRepository } from '../seats/stock.repository.ts';
import type { BookingSettings } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { unreachableStatuses } from './booking.ts';
import { BookingsController } from './bookings.controller.ts';
import { BOOKINGS, type BookingsRepository } from './bookings.repository.ts';
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
    { provide: BOOKINGS, inject: [MONGO], useFactory: (connection: Connection) => new MongoBookingsRepository(connection) },
    { provide: STOCK, inject: [MONGO], useFactory: (connection: Connection) => new MongoStockRepository(connection) },
    { provide: CONCERT, inject: [MONGO], useFactory: (connection: Connection) => new MongoConcertRepository(connection) },
    { provide: TicketSigner, inject: [SETTINGS], useFactory: (settings: BookingSettings) => new TicketSigner(settings.TICKET_SIGNING_KEY) },
    { provide: SeatTurns, inject: [CLOCK], useFactory: (clock: Clock) => new SeatTurns(() => clock.now().getTime()) },
    {
      provide: PlaceBooking,
      inject: [BOOKINGS, STOCK, CONCERT, SeatTurns, Transactions, Outbox, Idempotency, CLOCK, IDS, SETTINGS],
      useFactory: (
        bookings: BookingsRepository,
        stock: StockRepository,
        concert: ConcertRepository,
        turns: SeatTurns,
        transactions: Transactions,
        outbox: Outbox,
        idempotency: Idempotency,
        clock: Clock,
        ids: Ids,
        settings: BookingSettings,
      ) =>
        new PlaceBooking(
          bookings,
          stock,
          concert,
          turns,
          transactions,
          outbox,
          idempotency,
          clock,
          ids,
          settings.BOOKING_HOLD_SECONDS,
          settings.BOOKING_PATIENCE_MS,
        ),
    },
    {
      provide: BeginPayment,
      inject: [BOOKINGS, STOCK, CONCERT, SeatTurns, Transactions, CLOCK, SETTINGS],
      useFactory: (
        bookings: BookingsRepository,
        stock: StockRepository,
        concert: ConcertRepository,
        turns: SeatTurns,
        transactions: Transactions,
        clock: Clock,
        settings: BookingSettings,
      ) => new BeginPayment(bookings, stock, concert, turns, transactions, clock, settings.BOOKING_HOLD_SECONDS),
    },
    {
      provide: SettleBooking,
      inject: [BOOKINGS, STOCK, CONCERT, Outbox, CLOCK, IDS, Log],
      useFactory: (
        bookings: BookingsRepository,
        stock: StockRepository,
        concert: ConcertRepository,
        outbox: Outbox,
        clock: Clock,
        ids: Ids,
        log: Log,
      ) => new SettleBooking(bookings, stock, concert, outbox, clock, ids, log),
    },
    {
      provide: ReleaseBooking,
      inject: [BOOKINGS, STOCK, Outbox, CLOCK],
      useFactory: (bookings: BookingsRepository, stock: StockRepository, outbox: Outbox, clock: Clock) =>
        new ReleaseBooking(bookings, stock, outbox, clock),
    },
    {
      provide: FollowRefunds,
      inject: [BOOKINGS, STOCK, CLOCK],
      useFactory: (bookings: BookingsRepository, stock: StockRepository, clock: Clock) => new FollowRefunds(bookings, stock, clock),
    },
    {
      provide: ShowRefundBookings,
      inject: [BOOKINGS, CONCERT],
      useFactory: (bookings: BookingsRepository, concert: ConcertRepository) => new ShowRefundBookings(bookings, concert),
    },
    {
      provide: FlagDispute,
      inject: [BOOKINGS, Log],
      useFactory: (bookings: BookingsRepository, log: Log) => new FlagDispute(bookings, log),
    },
    { provide: ShowBookingMoney, inject: [BOOKINGS], useFactory: (bookings: BookingsRepository) => new ShowBookingMoney(bookings) },
    {
      provide: RestoreBooking,
      inject: [BOOKINGS, Transactions, CLOCK, SETTINGS, Log],
      useFactory: (bookings: BookingsRepository, transactions: Transactions, clock: Clock, settings: BookingSettings, log: Log) =>
        new RestoreBooking(bookings, transactions, clock, settings.PUBLIC_ORIGIN, log),
    },
    {
      provide: ExpireHolds,
      inject: [BOOKINGS, ReleaseBooking, SeatTurns, Transactions, CLOCK],
      useFactory: (bookings: BookingsRepository, release: ReleaseBooking, turns: SeatTurns, transactions: Transactions, clock: Clock) =>
        new ExpireHolds(bookings, release, turns, transactions, clock),
    },
    {
      provide: ShowBookings,
      inject: [BOOKINGS, CONCERT, TicketSigner, SETTINGS, CLOCK],
      useFactory: (
        bookings: BookingsRepository,
        concert: ConcertRepository,
        signer: TicketSigner,
        settings: BookingSettings,
        clock: Clock,
      ) => new ShowBookings(bookings, concert, signer, settings.PUBLIC_ORIGIN, clock),
    },
    {
      provide: GiveUpBooking,
      inject: [BOOKINGS, ReleaseBooking, SeatTurns, Transactions, Outbox, CLOCK],
      useFactory: (
        bookings: BookingsRepository,
        release: ReleaseBooking,
        turns: SeatTurns,
        transactions: Transactions,
        outbox: Outbox,
        clock: Clock,
      ) => new GiveUpBooking(bookings, release, turns, transactions, outbox, clock),
    },
    {
      provide: FreeLostSeats,
      inject: [BOOKINGS, STOCK, MONGO, SeatTurns, Transactions, AuditLog, CLOCK],
      useFactory: (
        bookings: BookingsRepository,
        stock: StockRepository,
        connection: Connection,
        turns: SeatTurns,
        transactions: Transactions,
        audit: AuditLog,
        clock: Clock,
      ) => new FreeLostSeats(bookings, stock, new MongoAdmissionsRepository(connection), turns, transactions, audit, clock),
    },
    {
      provide: ChangeConcertState,
      inject: [CONCERT, Transactions, Outbox, AuditLog, CLOCK],
      useFactory: (concert: ConcertRepository, transactions: Transactions, outbox: Outbox, audit: AuditLog, clock: Clock) =>
        new ChangeConcertState(concert, transactions, outbox, audit, clock),
    },
    {
      provide: ShowConcert,
      inject: [CONCERT, STOCK, CLOCK, SETTINGS],
      useFactory: (concert: ConcertRepository, stock: StockRepository, clock: Clock, settings: BookingSettings) =>
        new ShowConcert(concert, stock, clock, settings.BOOKING_HOLD_SECONDS),
    },
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

import { CLOCK, IDS } from '@concert/service-kit/process/clock';
import { Log } from '@concert/service-kit/process/log';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { AuditLog } from '../audit-log/audit-log.ts';
import { BookingsModule } from '../bookings/bookings.module.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { MoneyFactsHandler } from '../money-moves/money-facts.handler.ts';
import { setting } from '../settings.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { BeginPayment } from './begin-payment.ts';
import { DisputeFactsHandler } from './dispute-facts.handler.ts';
import { FollowRefunds } from './follow-refunds.ts';
import { FreeLostSeats } from './free-lost-seats.ts';
import { PaymentFactsHandler } from './payment-facts.handler.ts';
import { PaymentsController } from './payments.controller.ts';
import { RestoreBooking } from './restore-booking.ts';
import { SettleBooking } from './settle-booking.ts';
import { ShowBookingMoney } from './show-booking-money.ts';
import { ShowRefundBookings } from './show-refund-bookings.ts';

@Module({
  imports: [BookingsModule],
  controllers: [PaymentsController, PaymentFactsHandler, DisputeFactsHandler, MoneyFactsHandler],
  providers: [
    provide(BeginPayment, MongoBookings, MongoConcert, TicketSigner, CLOCK, setting('BOOKING_HOLD_SECONDS')),
    provide(SettleBooking, Outbox, IDS),
    provide(FollowRefunds),
    provide(ShowRefundBookings, MongoBookings, MongoAdmissions, MongoConcert, TicketSigner, setting('PUBLIC_ORIGIN')),
    provide(ShowBookingMoney, MongoBookings),
    provide(RestoreBooking, MongoBookings, Transactions, CLOCK, setting('PUBLIC_ORIGIN'), Log),
    provide(FreeLostSeats, MongoAdmissions, SeatLanes, AuditLog),
  ],
})
export class PaymentsModule {}

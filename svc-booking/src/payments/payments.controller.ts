import { bookingRoutes } from '@concert/contracts/booking/http';
import { bookingMoneyRoutes } from '@concert/contracts/booking/money';
import { refundBookingRoutes } from '@concert/contracts/booking/refunds';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { BeginPayment } from './begin-payment.ts';
import { FreeLostSeats } from './free-lost-seats.ts';
import { RestoreBooking } from './restore-booking.ts';
import { ShowBookingMoney } from './show-booking-money.ts';
import { ShowRefundBookings } from './show-refund-bookings.ts';

export const PaymentsController = controllerOf(
  { ...bookingRoutes, ...bookingMoneyRoutes, ...refundBookingRoutes },
  { payment: BeginPayment, freeSeats: FreeLostSeats, money: ShowBookingMoney, bookings: RestoreBooking, refunds: ShowRefundBookings },
  {
    beginPayment: ({ body: { bookingId, prolong, ...by } }, { payment }) => payment.begin(bookingId, by, prolong),
    freeLostSeats: async ({ params, who }, { freeSeats }) => ({ status: await freeSeats.free(params.bookingId, who) }),
    listBookingMoney: ({ query }, { money }) => money.page(query.cursor),
    restoreBooking: ({ body }, { bookings }) => bookings.restore(body),
    showRefundBookings: ({ body }, { refunds }) => refunds.show(body.bookingIds),
  },
);

import type { BookingId } from '@concert/contracts/core/ids';
import type { PaymentData } from '@concert/contracts/payment/payment-data';
import type { MongoDisputes } from '../disputes/mongo-disputes.ts';
import type { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';

/** Shows what this service keeps about some bookings, field by field. */
export class ShowPaymentData {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly refunds: MongoRefunds,
    private readonly disputes: MongoDisputes,
  ) {}

  async of(bookingIds: readonly BookingId[]): Promise<PaymentData> {
    const [sessions, refunds, disputes] = await Promise.all([
      Promise.all(bookingIds.map((id) => this.sessions.ofBooking(id))),
      this.refunds.ofBookings(bookingIds),
      this.disputes.ofBookings(bookingIds),
    ]);
    return {
      payments: sessions.flat().map(({ bookingId, email, item, price, received, status, openedAt }) => ({
        ...{ bookingId, email, item, status },
        amount: received?.amount ?? price,
        openedAt: openedAt.toISOString(),
        receivedAt: received?.at.toISOString() ?? null,
      })),
      refunds: refunds.map(({ bookingId, amount, cause, status, requestedAt, issuedAt, cardEnding }) => ({
        ...{ bookingId, amount, cause, status, cardEnding },
        requestedAt: requestedAt.toISOString(),
        issuedAt: issuedAt?.toISOString() ?? null,
      })),
      disputes: disputes.map(({ bookingId, amount, state, openedAt }) => ({
        ...{ bookingId, amount, state },
        openedAt: openedAt.toISOString(),
      })),
    };
  }
}

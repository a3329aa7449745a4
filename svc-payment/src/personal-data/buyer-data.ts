import type { BookingId } from '@concert/contracts/core/ids';
import type { PaymentData } from '@concert/contracts/payment/payment-data';
import { ERASED_PERSON } from '@concert/contracts/core/personal-data';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { MongoDisputes } from '../disputes/mongo-disputes.ts';
import type { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';

/** Shows what is kept of a buyer here, and erases what names them. */
export class BuyerData {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly refunds: MongoRefunds,
    private readonly disputes: MongoDisputes,
    private readonly transactions: Transactions,
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

  async erase(bookingId: BookingId): Promise<void> {
    await this.transactions.run(async (transaction) => {
      for (const session of await this.sessions.ofBooking(bookingId, transaction))
        if (session.email !== ERASED_PERSON.email)
          await this.sessions.replace(session, { ...session, email: ERASED_PERSON.email, version: session.version + 1 }, transaction);
      for (const refund of await this.refunds.ofBookings([bookingId], transaction))
        if (refund.reader !== null && refund.reader !== ERASED_PERSON.email)
          await this.refunds.replace(refund, { ...refund, reader: ERASED_PERSON.email, version: refund.version + 1 }, transaction);
    });
  }
}

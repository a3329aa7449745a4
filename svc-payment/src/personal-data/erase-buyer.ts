import type { BookingId } from '@concert/contracts/core/ids';
import { ERASED_PERSON } from '@concert/contracts/core/personal-data';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';

/** Takes the buyer's address out of the payments and refunds of a booking; amounts, the provider's ids and the ledger stay. Harmless when repeated. */
export class EraseBuyer {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly refunds: MongoRefunds,
    private readonly transactions: Transactions,
  ) {}

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

import type { bookingMoneyRoutes } from '@concert/contracts/booking/money';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import type { Clock } from '@concert/service-kit/process/clock';
import { money } from '@concert/contracts/core/money';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import { transitioned, newBooking } from '../bookings/booking.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';

type Route = typeof bookingMoneyRoutes.restoreBooking;

/**
 * Restores a booking that only the payment provider still knows. It is stored with its hold already ended. The fact that it
 * is paid follows: it sells the booking seats where some are left, and sends the money back otherwise.
 */
export class RestoreBooking {
  constructor(
    private readonly bookings: MongoBookings,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly host: string,
    private readonly log: Log,
  ) {}

  async restore(body: CallOf<Route>['body']): Promise<AnswerOf<Route>> {
    if (await this.bookings.byId(body.bookingId)) return { known: true };
    const now = this.clock.now();
    const { bookingId, userId, email, seating, tickets, amountMinor, giftMinor } = body;
    // The provider never got names and phone numbers, so they come from the account.
    const order = newBooking(
      {
        id: bookingId,
        userId,
        firstname: email,
        lastname: '',
        email,
        phoneno: '',
        seating,
        tickets,
        host: this.host,
        ...(giftMinor ? { giftMinor } : {}),
      },
      money(amountMinor),
      now,
      0,
    );
    const restored = transitioned(order, 'expired', { at: now, actor: 'svc-payment', cause: 'restored from the payment provider' });
    try {
      await this.transactions.run((transaction) => this.bookings.add([restored], transaction));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return { known: true };
    }
    this.log.warn('a booking was restored from the payment provider', { bookingId });
    return { known: false };
  }
}

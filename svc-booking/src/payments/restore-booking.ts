import type { bookingMoneyRoutes } from '@concert/contracts/booking/money';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import type { Clock } from '@concert/service-kit/clock';
import { isDuplicateKey } from '@concert/service-kit/errors';
import type { Log } from '@concert/service-kit/log';
import type { Transactions } from '@concert/service-kit/mongo';
import { moved, newBooking } from '../bookings/booking.ts';
import type { BookingsRepository } from '../bookings/bookings.repository.ts';

type Route = typeof bookingMoneyRoutes.restoreBooking;

/**
 * Takes in a booking that only the payment provider remembers. It comes back as one whose hold has ended: the news that
 * it is paid, which follows, sells it seats where some remain and sends the money back where none do.
 */
export class RestoreBooking {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly host: string,
    private readonly log: Log,
  ) {}

  async restore(body: CallOf<Route>['body']): Promise<AnswerOf<Route>> {
    if (await this.bookings.byId(body.bookingId)) return { known: true };
    const now = this.clock.now();
    const { bookingId, userId, email, seating, tickets } = body;
    // Names and numbers were never told to the provider; the account has them.
    const order = newBooking(
      { id: bookingId, userId, firstname: email, lastname: '', email, phoneno: '', seating, tickets, host: this.host },
      now,
      0,
    );
    const restored = moved(order, 'expired', { at: now, actor: 'svc-payment', cause: 'restored from the payment provider' });
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

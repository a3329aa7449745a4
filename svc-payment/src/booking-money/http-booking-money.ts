import { bookingMoneyRoutes, type BookingMoney } from '@concert/contracts/booking/money';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { BookingLedger, RememberedBooking } from './booking-money.ts';

/** svc-booking over its internal routes. */
export class HttpBookingMoney implements BookingLedger {
  constructor(private readonly client: InternalClient) {}

  async *all(): AsyncIterable<BookingMoney> {
    let cursor: string | undefined;
    do {
      const page = await this.client.call(bookingMoneyRoutes.listBookingMoney, cursor === undefined ? {} : { query: { cursor } });
      yield* page.items;
      cursor = page.next;
    } while (cursor !== undefined);
  }

  async restore(body: RememberedBooking): Promise<boolean> {
    return (await this.client.call(bookingMoneyRoutes.restoreBooking, { body })).known;
  }
}

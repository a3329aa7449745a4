import type { CallOf } from '@concert/contracts/core/route';
import { bookingMoneyRoutes, type BookingMoney } from '@concert/contracts/booking/money';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** What svc-booking knows of money, and where lost bookings are restored, over its internal routes. */
export class HttpBookingMoney {
  constructor(private readonly client: InternalClient) {}

  /** Every booking that ever took money. */
  async *all(): AsyncIterable<BookingMoney> {
    let cursor: string | undefined;
    do {
      const page = await this.client.call(bookingMoneyRoutes.listBookingMoney, cursor === undefined ? {} : { query: { cursor } });
      yield* page.items;
      cursor = page.next;
    } while (cursor !== undefined);
  }

  /** Has a booking restored that was lost on our side, as the provider knows it. @returns whether it was known before; harmless when repeated */
  async restore(body: CallOf<typeof bookingMoneyRoutes.restoreBooking>['body']): Promise<boolean> {
    return (await this.client.call(bookingMoneyRoutes.restoreBooking, { body })).known;
  }
}

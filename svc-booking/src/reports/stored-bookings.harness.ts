import { priceMinor } from '@concert/contracts/booking/seating';
import { money } from '@concert/contracts/core/money';
import { Transactions, type ClientSession } from '@concert/service-kit/store/mongo';
import { numberedId } from '@concert/test-kit/numbered';
import { newBooking, transitioned, type Booking } from '../bookings/booking.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { orderOf } from '../bookings/order.harness.ts';
import type { RunningBooking } from '../running-booking.harness.ts';

/** Bookings that were written straight into the database, with all that the report derives of them. */
export class StoredBookings {
  // Beyond the numbers of the people who come by themselves.
  #made = 1_000_000;

  constructor(private readonly running: RunningBooking) {}

  id<K extends 'booking' | 'user' | 'ticket' | 'complimentary'>(kind: K) {
    return numberedId(kind, (this.#made += 1));
  }

  inTransaction<T>(work: (transaction: ClientSession) => Promise<T>): Promise<T> {
    return new Transactions(this.running.database, 20_000).run(work);
  }

  /** A booking that went through these statuses, a minute apart. */
  async add({ path = [], ...over }: Partial<Booking> & { path?: readonly Booking['status'][] } = {}): Promise<Booking> {
    const at = over.createdAt ?? this.running.clock.now();
    const order = { ...orderOf({ id: this.id('booking'), userId: this.id('user') }), ...over };
    const bookings = new MongoBookings(this.running.database);
    let current: Booking = {
      ...newBooking(order, money(priceMinor(order.seating, order.tickets)), at, 1_800),
      ...(over.ticketIds ? { ticketIds: over.ticketIds } : {}),
    };
    await this.inTransaction((transaction) => bookings.add([current], transaction));
    for (const [index, status] of path.entries()) {
      const next = transitioned(current, status, {
        at: new Date(at.getTime() + (index + 1) * 60_000),
        actor: 'svc-payment',
        cause: 'test',
      });
      await this.inTransaction((transaction) => bookings.replace(current, next, transaction));
      current = next;
    }
    return current;
  }
}

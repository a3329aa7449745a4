import { bookingReleasedV1 } from '@concert/contracts/booking/events';
import type { Clock } from '@concert/service-kit/clock';
import type { BookingId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import { moved, type Actor } from './booking.ts';
import { factOf } from './booking-facts.ts';
import type { BookingsRepository } from './bookings.repository.ts';
import { released } from '../seats/stock.ts';
import type { StockRepository } from '../seats/stock.repository.ts';

export type ReleaseOutcome = 'failed' | 'cancelled' | 'expired';

/** Ends a booking and gives its seats back, exactly once. */
export class ReleaseBooking {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly stock: StockRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Ends a pending booking that took no money. A booking that is not pending any more stays as it is. */
  async release(id: BookingId, outcome: ReleaseOutcome, by: { actor: Actor; cause: string }, transaction: ClientSession): Promise<void> {
    const booking = await this.bookings.byId(id, transaction);
    if (booking?.status !== 'pending') return;
    const over = moved(booking, outcome, { at: this.clock.now(), ...by });
    const before = await this.stock.of(booking.seating, transaction);
    await this.stock.replace(before, released(before, id), transaction);
    await this.bookings.replace(booking, over, transaction);
    await this.outbox.record(transaction, [
      this.outbox.fact(bookingReleasedV1, id, over.version, {
        ...factOf(over),
        outcome,
        paymentPageOpened: booking.paymentBegunAt !== null,
      }),
    ]);
  }
}

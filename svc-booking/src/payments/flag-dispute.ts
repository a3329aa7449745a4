import type { BookingId } from '@concert/contracts/core/ids';
import { TooEarlyError } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { withDispute } from '../bookings/booking.ts';
import type { DisputeMark } from '../bookings/dispute-mark.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';

/** Stores the state of a dispute with its booking, also after the bank has decided. */
export class FlagDispute {
  constructor(
    private readonly bookings: MongoBookings,
    private readonly log: Log,
  ) {}

  /** @throws TooEarlyError when the booking is not known yet */
  async handle(id: BookingId, received: DisputeMark, transaction: ClientSession): Promise<void> {
    const booking = await this.bookings.byId(id, transaction);
    if (!booking) throw new TooEarlyError('the payment of a booking that is not known is disputed');
    const after = withDispute(booking, received);
    if (after === booking) return;
    await this.bookings.replace(booking, after, transaction);
    this.log.warn('a booking is flagged: its payment is disputed', { bookingId: id, state: received.state });
  }
}

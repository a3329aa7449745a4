import { bookingCancelRequestedV1, bookingReturnRequestedV1 } from '@concert/contracts/booking/events';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { transitioned, returnableUntil } from './booking.ts';
import { bookingFactOf } from './booking-facts.ts';
import type { SeatLanes } from './lane/seat-lanes.ts';
import type { ReleaseBooking } from './release-booking.ts';

/** What buyers can undo on their own. */
export class GiveUpBooking {
  constructor(
    private readonly release: ReleaseBooking,
    private readonly lanes: SeatLanes,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Gives a pending booking up. Without a payment page its seats go back at once. With one, they go back only after
   * svc-payment has closed the page at the provider, because nobody may pay for seats that others get.
   * @throws DomainError `booking.not_found`, `booking.not_cancellable`
   */
  cancel(id: BookingId, who: Pick<Identity, 'userId'>, by = who.userId): Promise<BookingStatus> {
    return this.lanes.decideOn<BookingStatus>(id, who.userId, (booking, seats) => {
      if (booking.status === 'cancelled') return 'cancelled';
      if (booking.status !== 'pending') throw new DomainError('booking.not_cancellable');
      if (booking.paymentBegunAt) {
        seats.tell(this.outbox.fact(bookingCancelRequestedV1, id, booking.version, { bookingId: id }));
        return 'pending';
      }
      this.release.release(seats, id, 'cancelled', { actor: `user:${by}`, cause: 'given up' });
      return 'cancelled';
    });
  }

  /**
   * Sends an accidental second purchase back: its tickets end now, and svc-payment refunds its money.
   * @throws DomainError `booking.not_found`, `booking.not_returnable`
   */
  sendBack(id: BookingId, who: Identity): Promise<BookingStatus> {
    return this.lanes.decideOn(id, who.userId, (booking, seats) => {
      if (booking.status === 'refund_requested' || booking.status === 'refunded') return booking.status;
      if (!returnableUntil(booking, seats.ofBuyer(who.userId), seats.now)) throw new DomainError('booking.not_returnable');
      const over = transitioned(booking, 'refund_requested', {
        at: seats.now,
        actor: `user:${who.userId}`,
        cause: 'second purchase sent back',
      });
      seats.put(over);
      seats.tell(this.outbox.fact(bookingReturnRequestedV1, id, over.version, bookingFactOf(over)));
      return over.status;
    });
  }
}

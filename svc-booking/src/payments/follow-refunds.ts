import type { BookingStatus } from '@concert/contracts/booking/states';
import type { BookingId } from '@concert/contracts/core/ids';
import { TooEarlyError } from '@concert/service-kit/process/errors';
import { chargedFor, transitioned, TRANSITIONS, type Actor, type Booking } from '../bookings/booking.ts';
import type { SeatDraft } from '../bookings/lane/seat-unit-of-work.ts';
import type { ReturnUpdate } from '../bookings/partial-return.ts';
import { isNewer, type RefundMark } from '../bookings/refund-mark.ts';
import { withReturn } from '../bookings/returned-tickets.ts';

const LEADS_TO: Readonly<Record<RefundMark['step'], BookingStatus>> = {
  given: 'refunded',
  started: 'refund_requested',
  issued: 'refunded',
  failed: 'refund_failed',
};

/** Keeps a booking in step with svc-payment's news of its refunds, in whatever order that arrives. */
export class FollowRefunds {
  /** @throws TooEarlyError when an earlier fact is still missing: the payment, or an earlier step of the refund */
  follow(seats: SeatDraft, id: BookingId, received: RefundMark, by: { actor: Actor; cause: string }): void {
    const booking = seats.booking(id);
    if (!booking) throw new TooEarlyError('a refund for a booking that is not known');
    if (!isNewer(booking.refund, received)) return;
    const to = LEADS_TO[received.step];
    const moves = mayBecome(booking, to);
    if (moves && !TRANSITIONS[booking.status].includes(to))
      throw new TooEarlyError(`a refund is ${received.step} of a booking that is ${booking.status}`);
    seats.put({
      ...(moves ? transitioned(booking, to, { at: seats.now, ...by }) : { ...booking, version: booking.version + 1 }),
      refund: received,
    });
  }

  /**
   * Ends the tickets of a partial return or a gift and gives their seats back, once, and follows its money.
   * @throws TooEarlyError when the booking or its payment is not known yet
   */
  followPart(seats: SeatDraft, id: BookingId, received: ReturnUpdate): void {
    const booking = seats.booking(id);
    if (!booking || chargedFor(booking).amountMinor === 0)
      throw new TooEarlyError('a part goes back of a booking that is not known as paid');
    const after = withReturn(booking, received, seats.now);
    if (after !== booking) seats.put(after);
  }
}

/** From `late_paid` and `charged_back` only `refunded` may follow, and a refunded booking never becomes `refund_requested` again. */
function mayBecome(booking: Booking, to: BookingStatus): boolean {
  return (
    booking.status !== to &&
    ((booking.status !== 'late_paid' && booking.status !== 'charged_back') || to === 'refunded') &&
    !(booking.status === 'refunded' && to === 'refund_requested')
  );
}

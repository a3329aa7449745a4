import type { BookingStatus } from '@concert/contracts/booking/states';
import type { BookingId } from '@concert/contracts/core/ids';
import { TooEarlyError } from '@concert/service-kit/errors';
import { isNews, moved, TRANSITIONS, type Actor, type Booking, type RefundMark } from '../bookings/booking.ts';
import type { SeatDraft } from '../bookings/lane/seat-round.ts';

const LEADS_TO: Readonly<Record<RefundMark['step'], BookingStatus>> = {
  started: 'refund_requested',
  issued: 'refunded',
  failed: 'refund_failed',
};

/** Keeps a booking's state true to what svc-payment tells of its refund, in whatever order that comes. */
export class FollowRefunds {
  /** @throws TooEarlyError when what comes before it, the money or an earlier step of the refund, has not been heard of yet */
  follow(seats: SeatDraft, id: BookingId, heard: RefundMark, by: { actor: Actor; cause: string }): void {
    const booking = seats.booking(id);
    if (!booking) throw new TooEarlyError('money goes back for a booking that is not known');
    if (!isNews(booking.refund, heard)) return;
    const to = LEADS_TO[heard.step];
    const moves = mayBecome(booking, to);
    if (moves && !TRANSITIONS[booking.status].includes(to))
      throw new TooEarlyError(`a refund is ${heard.step} of a booking that is ${booking.status}`);
    seats.put({
      ...(moves ? moved(booking, to, { at: seats.now, ...by }) : { ...booking, version: booking.version + 1 }),
      refund: heard,
    });
  }
}

/** Money that came too late only ever becomes `refunded`; a booking that is there already stays, and so does one that was charged back. */
function mayBecome(booking: Booking, to: BookingStatus): boolean {
  return (
    booking.status !== to &&
    booking.status !== 'charged_back' &&
    (booking.status !== 'late_paid' || to === 'refunded') &&
    !(booking.status === 'refunded' && to === 'refund_requested')
  );
}

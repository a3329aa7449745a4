import { bookingReleasedV1 } from '@concert/contracts/booking/events';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { stopIn } from '../concert/concert.ts';
import { transitioned, type Actor, type Booking } from './booking.ts';
import type { MongoUnpaidHolds } from '../unpaid-holds/mongo-unpaid-holds.ts';
import type { HoldOwner } from '../unpaid-holds/unpaid-holds.ts';
import { bookingFactOf } from './booking-facts.ts';
import type { SeatDraft } from './lane/seat-unit-of-work.ts';

export type ReleaseOutcome = 'failed' | 'cancelled' | 'expired';

/** Ends a booking that took no money and gives its seats back, exactly once. */
export class ReleaseBooking {
  constructor(
    private readonly outbox: Outbox,
    private readonly unpaid: MongoUnpaidHolds,
  ) {}

  /** Ends a pending booking that took no money. A booking that is no longer pending stays as it is. */
  release(seats: SeatDraft, id: BookingId, outcome: ReleaseOutcome, by: { actor: Actor; cause: string }): void {
    const booking = seats.booking(id);
    if (booking?.status !== 'pending') return;
    const over = transitioned(booking, outcome, { at: seats.now, ...by });
    seats.put(over);
    seats.also((transaction) => this.unpaid.add(holderOf(booking), transaction));
    // Nobody of ours was told of it, so nobody is told of its end.
    if (booking.unproven) return;
    const paymentPageOpened = over.paymentBegunAt !== null;
    const stop = stopIn(seats.concert.state, seats.concert);
    seats.tell(
      this.outbox.fact(bookingReleasedV1, id, over.version, {
        ...bookingFactOf(over),
        outcome,
        paymentPageOpened,
        ...(stop ? { stop: stop.runId } : {}),
      }),
    );
  }

  /** Ends an expired pending booking for its buyer's new one. Its seats stay held until `keptUntil`: its page may have been paid. */
  outlive(seats: SeatDraft, pending: Booking): void {
    const over = transitioned(pending, 'expired', { at: seats.now, actor: 'svc-booking', cause: 'hold ended' });
    seats.also((transaction) => this.unpaid.add(holderOf(pending), transaction));
    const { keptUntil } = pending;
    seats.put(keptUntil && keptUntil > seats.now ? { ...over, keptUntil } : over);
    seats.tell(this.outbox.fact(bookingReleasedV1, over.id, over.version, { ...bookingFactOf(over), outcome: 'expired' }));
  }
}

/** Nobody proved who made an unproven hold, so only its network is counted; of an account, the account alone. Nobody asked for what was offered. */
function holderOf({ unproven, userId, source, site, offerEndsAt }: Booking): HoldOwner {
  if (offerEndsAt) return {};
  return unproven ? { ...(source ? { source } : {}), ...(site ? { site } : {}) } : { userId };
}

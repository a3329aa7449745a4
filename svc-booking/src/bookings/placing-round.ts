import type { bookingRoutes } from '@concert/contracts/booking/http';
import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { DomainError } from '@concert/service-kit/errors';
import type { Outcome } from '@concert/service-kit/outcome';
import type { Holding, Stock } from '../seats/stock.ts';
import { justBought, moved, newBooking, type Booking } from './booking.ts';

export type PlacingBody = CallOf<typeof bookingRoutes.reserve>['body'];
export type Placed = AnswerOf<typeof bookingRoutes.reserve>;

interface Wish {
  readonly body: PlacingBody;
  readonly userId: UserId;
}

/** What a round decides by: all of it read before, of one moment. */
interface Situation {
  /** Whether the concert takes registrations. */
  readonly open: boolean;
  readonly seating: Seating;
  /** Pending and paid bookings that the buyers of this round have in the category. */
  readonly known: readonly Booking[];
  readonly holding: Holding;
  readonly now: Date;
  readonly nextId: () => BookingId;
  readonly holdSeconds: number;
}

function answerOf(booking: Booking, resumed: boolean): Placed {
  return {
    id: booking.id,
    status: booking.status,
    notickets: booking.tickets,
    amount: booking.price.amountMinor,
    currency: booking.price.currency,
    holdEndsAt: booking.holdEndsAt.toISOString(),
    resumed,
  };
}

const refused = (code: string): Outcome<Placed> => ({ ok: false, error: new DomainError(code) });

/** Decides requests of one category one after the other; each finds what those before it left. Nothing is stored here. */
export class PlacingRound {
  /** Bookings whose hold is over and whose buyer tries again: as they were, and as they are now. */
  readonly ended: [Booking, Booking][] = [];
  readonly added: Booking[] = [];
  private readonly pending: Map<UserId, Booking>;

  constructor(private readonly situation: Situation) {
    this.pending = new Map(situation.known.filter(({ status }) => status === 'pending').map((booking) => [booking.userId, booking]));
  }

  /** The category with the seats of all that was added. */
  get stock(): Stock {
    return this.situation.holding.after;
  }

  /** Gives the buyer the booking that is still pending, or a new one, or says why not. */
  decide({ body, userId }: Wish): Outcome<Placed> {
    const { open, known, now } = this.situation;
    if (!open) return refused('booking.registration_closed');
    const pending = this.pending.get(userId);
    if (pending && pending.holdEndsAt > now) return { ok: true, value: answerOf(pending, true) };
    const own = known.filter((one) => one.userId === userId);
    if (!body.second_purchase && justBought(own, now)) return refused('booking.second_purchase');
    const booking = this.bookingOf({ body, userId });
    if (!this.situation.holding.keep({ bookingId: booking.id, tickets: booking.tickets, endsAt: booking.holdEndsAt }))
      return refused('booking.seats_unavailable');
    // An ended hold that nobody has cleared away yet must not keep its buyer from trying again.
    if (pending) this.ended.push([pending, moved(pending, 'expired', { at: now, actor: 'svc-booking', cause: 'hold ended' })]);
    this.added.push(booking);
    this.pending.set(userId, booking);
    return { ok: true, value: answerOf(booking, false) };
  }

  private bookingOf({ body, userId }: Wish): Booking {
    const { nextId, seating, now, holdSeconds } = this.situation;
    const { firstname, lastname, email, phoneno, notickets: tickets, host = '' } = body;
    return newBooking({ id: nextId(), userId, seating, tickets, firstname, lastname, email, phoneno, host }, now, holdSeconds);
  }
}

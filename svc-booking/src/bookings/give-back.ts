import { moneyOfTickets } from '@concert/contracts/booking/choices';
import { returningChangedV1 } from '@concert/contracts/booking/events';
import { GIVE_BACK_REFUSALS, type GiveBackRefusal, type GiveBackView } from '@concert/contracts/booking/give-back';
import { MINUTE_MS } from '@concert/contracts/core/durations';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId, TicketId } from '@concert/contracts/core/ids';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import type { Concert } from '../concert/concert.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import { assertCompanionsFollow } from './access.ts';
import { hasSoldSeats, isDisputed, moneyLeft, type Booking } from './booking.ts';
import type { MongoBookings } from './mongo-bookings.ts';
import type { SeatLanes } from './lane/seat-lanes.ts';
import type { SeatDraft } from './lane/seat-unit-of-work.ts';
import { inPatience } from './place-booking.ts';
import { withReturning } from './returned-tickets.ts';
import { takeTickets } from './take-returned.ts';

/** The tickets that somebody went in with. */
type Inside = ReadonlyMap<TicketId, unknown>;

/** Lets buyers who cannot come give tickets back: they stay valid until someone has paid for their seats, and can be kept until then. */
export class GiveBack {
  constructor(
    private readonly bookings: MongoBookings,
    private readonly admissions: MongoAdmissions,
    private readonly lanes: SeatLanes,
    private readonly outbox: Outbox,
    private readonly patienceMs: number,
  ) {}

  /**
   * Says which tickets are given back, instead of those said before; tickets that have ended are passed over.
   * @throws DomainError `booking.not_found`, `booking.not_givable`, `booking.seats_promised` where someone is paying for the seat of a ticket that
   *   is to be kept, `booking.busy`; `request.invalid` for a companion's ticket that would be left alone
   */
  async choose(id: BookingId, numbers: readonly number[], who: Identity): Promise<GiveBackView> {
    const booking = await this.bookings.byId(id);
    if (booking?.userId !== who.userId) throw new DomainError('booking.not_found');
    const inside = await this.admissions.inside(booking.ticketIds);
    const decide = (seats: SeatDraft) => this.decide(seats, id, numbers, inside);
    return inPatience(this.lanes.submit(booking.seating, { bookings: [id], decide }), this.patienceMs);
  }

  private decide(seats: SeatDraft, id: BookingId, numbers: readonly number[], inside: Inside): GiveBackView {
    const { concert, now } = seats;
    const booking = seats.booking(id);
    const view = booking && giveBackView(booking, concert, inside, now);
    if (!view) throw new DomainError('booking.not_givable', { detail: GIVE_BACK_REFUSALS.none });
    const wanted = ticketsLeft(booking).flatMap(({ number }) => (numbers.includes(number) ? [number] : []));
    const more = wanted.filter((number) => !view.returning.includes(number));
    if (more.length === 0 && wanted.length === view.returning.length) return view;
    const refused = view.refused ?? (more.every((number) => view.tickets.includes(number)) ? undefined : 'inside');
    if (refused && more.length > 0) throw new DomainError('booking.not_givable', { detail: GIVE_BACK_REFUSALS[refused] });
    assertCompanionsFollow(booking, wanted, '/tickets');
    if (more.length > 0 && view.atOnce) return giveBackView(takeTickets(seats, booking, wanted, this.outbox), concert, inside, now)!;
    const after = { ...withReturning(booking, wanted, now), version: booking.version + 1 };
    if (!seats.put(after)) throw new DomainError('booking.seats_promised');
    seats.tell(this.outbox.fact(returningChangedV1, id, after.version, { bookingId: id, tickets: wanted }));
    return giveBackView(after, concert, inside, now)!;
  }
}

/** How the tickets of a booking can be given back; undefined where it has no seats. */
export function giveBackView(
  booking: Booking,
  { giveBack, startsAt, state }: Concert,
  inside: Inside,
  now: Date,
): GiveBackView | undefined {
  if (!hasSoldSeats(booking)) return undefined;
  const { status, taken = [] } = booking;
  const until = new Date(startsAt.getTime() - giveBack.untilMinutes * MINUTE_MS);
  const returning = status === 'paid' ? [...(booking.returning ?? [])] : [];
  const left = ticketsLeft(booking);
  const outside = left.flatMap(({ number, ticketId }) => (inside.has(ticketId) && !returning.includes(number) ? [] : [number]));
  const why = (): GiveBackRefusal | undefined => {
    if (status !== 'paid') return 'refunding';
    if (isDisputed(booking)) return 'disputed';
    if (!giveBack.allowed) return 'off';
    if (now >= until || state === 'cancelled') return 'over';
    if (left.length === 0) return 'none';
    return outside.length === 0 ? 'inside' : undefined;
  };
  const refused = why();
  const tickets = refused ? returning : outside;
  return {
    until: until.toISOString(),
    ...(refused ? { refused } : {}),
    ...{ tickets, returning },
    moneyBack: tickets.map((_, index) => moneyOfTickets(moneyLeft(booking), left.length + taken.length, index + 1)),
    atOnce: giveBack.when === 'at once',
  };
}

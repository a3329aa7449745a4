import { freeTickets } from '@concert/contracts/booking/access';
import { waitingChangedV1 } from '@concert/contracts/booking/events';
import { priceMinor, SEATINGS, seatingRules, type Seating } from '@concert/contracts/booking/seating';
import type { WaitingState } from '@concert/contracts/booking/waiting';
import type { Identity } from '@concert/contracts/core/identity';
import type { WaitingId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import { StaleWriteError, type Transactions } from '@concert/service-kit/store/mongo';
import type { AuditLog } from '../audit-log/audit-log.ts';
import { newBooking } from '../bookings/booking.ts';
import type { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import type { SeatDraft } from '../bookings/lane/seat-unit-of-work.ts';
import type { MongoBookings } from '../bookings/mongo-bookings.ts';
import { protectionIsOver, saleEndsAt, type Concert } from '../concert/concert.ts';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { saleView } from '../concert/sale.ts';
import { canBeUndone } from '../concert/stop-evening.ts';
import type { MongoStock } from '../seats/mongo-stock.ts';
import { seatsLeft, type SeatShortage, type Stock } from '../seats/stock.ts';
import type { MongoWaiting } from './mongo-waiting.ts';
import { offerEnd } from './offer-end.ts';
import { categoriesOf, smallestWaits, stateOf, whomItFits, withState, type Waiting } from './waiting.ts';

/** One beat begins no further offers after this long. */
const WORK_MS = 6_000;
/** So many people are offered what is free in one commit, and so many places are brought up to date in one. */
const AT_ONCE = 100;

/** What became of trying to offer seats: `none` is missing, or why nothing was offered. */
type Offered = SeatShortage | 'reserving' | 'closed';

/** Offers seats that are free to those who wait, first come first, and follows what becomes of the offers. */
export class OfferSeats {
  constructor(
    private readonly places: MongoWaiting,
    private readonly stock: MongoStock,
    private readonly concert: Pick<MongoConcert, 'current'>,
    private readonly bookings: Pick<MongoBookings, 'byIds' | 'madeSince'>,
    private readonly lanes: SeatLanes,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly origin: string,
  ) {}

  /** One beat. The next one goes on where it ended. */
  async run(): Promise<void> {
    const open = await this.settle([...(await this.places.inState('offered')), ...(await this.places.inState('waiting'))]);
    const [concert, now] = [await this.concert.current(), this.clock.now()];
    if (!isOnSale(concert, now)) return;
    // Read once for all categories: of many thousands that is dear. An offer of before may wait again, among those who came when its owner did.
    const waiting = open.filter(({ state }) => state === 'waiting').sort(byArrival);
    const stocks = await this.stock.all(now);
    const hasWaits = ({ waitsFor, waitsForAccessible }: Stock) => waitsFor !== undefined || waitsForAccessible !== undefined;
    // Side by side: one after the other, a category with much coming and going took the whole beat, and seats of the next stood empty.
    if (waiting.length > 0 || stocks.some(hasWaits))
      await Promise.all(SEATINGS.map((seating) => this.offerIn(seating, concert, now.getTime() + WORK_MS, waiting)));
  }

  /** Brings open places up to date. @returns them as they are now */
  async settle(open: readonly Waiting[]): Promise<Waiting[]> {
    const since = new Date(Math.min(...open.map(({ joinedAt }) => joinedAt.getTime()), this.clock.now().getTime()));
    const [{ state, stop }, offered, others] = await Promise.all([
      this.concert.current(),
      this.bookings.byIds(open.flatMap(({ offer }) => offer?.bookingId ?? [])),
      this.bookings.madeSince(
        open.map(({ userId }) => userId),
        since,
      ),
    ]);
    const bookings = [...offered, ...others];
    // A stop that is undone leaves the list as it was.
    const isOver = state === 'cancelled' && !canBeUndone(stop, this.clock.now());
    const stateNow = (place: Waiting) => stateOf(place, bookings, state === 'open' ? 'open' : isOver ? 'over' : 'closed');
    const changed = open.filter((place) => stateNow(place) !== place.state);
    const settled = new Map(open.map((place) => [place.id, place]));
    for (let from = 0; from < changed.length; from += AT_ONCE)
      for (const place of await this.change(changed.slice(from, from + AT_ONCE), stateNow)) settled.set(place.id, place);
    return [...settled.values()];
  }

  /**
   * Offers seats out of turn.
   * @throws DomainError `booking.waiting_not_found`, `booking.not_waiting`, `booking.no_accessible_seat`, `booking.seats_unavailable`
   */
  async offerByHand(id: WaitingId, by: Identity): Promise<Waiting> {
    const [place, { pricing }] = await Promise.all([this.places.byId(id), this.concert.current()]);
    if (!place) throw new DomainError('booking.waiting_not_found');
    if (place.state !== 'waiting') throw new DomainError('booking.not_waiting');
    const missing = new Set<Offered>();
    for (const seating of categoriesOf(place, seatingRules(pricing))) {
      const outcome = await this.offer(place, seating, by);
      if (outcome === 'none') return (await this.places.byId(id)) ?? place;
      missing.add(outcome);
    }
    if (missing.has('reserving'))
      throw new DomainError('booking.not_waiting', { detail: 'This person is reserving seats in this category at this moment' });
    throw new DomainError(missing.has('accessible') ? 'booking.no_accessible_seat' : 'booking.seats_unavailable');
  }

  private async offerIn(seating: Seating, concert: Concert, until: number, inOrder: readonly Waiting[]): Promise<void> {
    const rules = seatingRules(concert.pricing);
    const passedBy = new Set<WaitingId>();
    let waiting = inOrder;
    for (;;) {
      const now = this.clock.now();
      const stock = (await this.stock.all(now)).find((one) => one.seating === seating)!;
      const next = whomItFits(waiting, seating, rules, seatsLeft(stock, protectionIsOver(concert, now))).slice(0, AT_ONCE);
      if (next.length > 0 && now.getTime() < until) {
        // They come to the lane together, which decides in their order: whoever is first takes what fits, and the rest is for the others.
        const outcomes = await Promise.all(next.map((place) => this.offer(place, seating)));
        const done = new Set<Waiting>();
        for (const [index, place] of next.entries()) {
          const outcome = outcomes[index]!;
          if (outcome === 'seats' || outcome === 'accessible') continue;
          done.add(place);
          if (outcome !== 'none') passedBy.add(place.id);
        }
        waiting = waiting.filter((place) => !done.has(place));
        if (done.size > 0) continue;
      }
      const smallest = smallestWaits(waiting, seating, rules);
      if (smallest.waitsFor === stock.waitsFor && smallest.waitsForAccessible === stock.waitsForAccessible) return;
      // Whoever joins at this moment changes the same document. Who cannot take what is free now keeps it from nobody.
      return this.transactions.run(async (transaction) => {
        await this.stock.claim(seating, transaction);
        const still = (await this.places.inState('waiting', transaction)).filter(({ id }) => !passedBy.has(id));
        await this.stock.setWaits(seating, smallestWaits(still, seating, rules), transaction);
      });
    }
  }

  /** Makes the booking that is the offer, in one transaction with the place. @returns what is missing */
  private offer(place: Waiting, seating: Seating, by?: Identity): Promise<Offered> {
    const asRead = { place, hasChanged: false };
    return this.lanes.submit(seating, { buyer: place.userId, decide: (seats) => this.decide(seats, asRead, seating, by) });
  }

  private decide(seats: SeatDraft, asRead: { readonly place: Waiting; hasChanged: boolean }, seating: Seating, by?: Identity): Offered {
    const { place } = asRead;
    if (asRead.hasChanged && by) throw new DomainError('booking.not_waiting');
    if (asRead.hasChanged) return 'closed';
    const { concert, now } = seats;
    if (!isOnSale(concert, now)) return 'closed';
    if (seats.ofBuyer(place.userId).some(({ status }) => status === 'pending')) return 'reserving';
    const { userId, name, email, seats: tickets, access } = place;
    const free = freeTickets(seating, access, concert.access.freeCompanion);
    const offerEndsAt = offerEnd(now, saleEndsAt(concert), concert.timeZone);
    const buyer = { userId, firstname: name, lastname: '', email, phoneno: '', host: this.origin };
    const order = {
      id: this.ids.next('booking'),
      ...buyer,
      seating,
      tickets,
      offerEndsAt,
      ...(access ? { access: { ...access, free } } : {}),
    };
    const booking = newBooking(order, money(priceMinor(seating, tickets - free, seatingRules(concert.pricing))), now, 0);
    const missing = seats.take(booking);
    if (missing !== 'none') return missing;
    const offer = { bookingId: booking.id, seating, offeredAt: now };
    const after: Waiting = { ...place, state: 'offered', offer, version: place.version + 1 };
    seats.also(async (transaction) => {
      asRead.hasChanged = !(await this.places.replace(place, after, transaction));
      // All of this commit are decided anew, in their order. A refusal would part them, and what comes free between two commits could go to the later ones.
      if (asRead.hasChanged) throw new StaleWriteError('the place was changed in between');
      const act = { act: 'waiting.offered', subject: { kind: 'waiting', id: place.id }, bookingId: booking.id } as const;
      if (by) await this.audit.record(transaction, by.userId, now, { ...act, detail: { seating, tickets } });
    });
    seats.tell(this.outbox.fact(waitingChangedV1, place.id, after.version, { waitingId: place.id, what: 'offered' }));
    return 'none';
  }

  /** Brings places into other states in one commit, but those that others changed meanwhile: the next beat looks again. @returns the changed ones */
  private change(places: readonly Waiting[], stateNow: (place: Waiting) => WaitingState): Promise<Waiting[]> {
    const now = this.clock.now();
    return this.transactions.run(async (transaction) => {
      const changed: Waiting[] = [];
      for (const place of places) {
        const after = withState(place, stateNow(place), now);
        if (await this.places.replace(place, after, transaction)) changed.push(after);
      }
      const missed = changed.filter((place) => place.state === 'missed');
      const told = missed.map(({ id, version }) => this.outbox.fact(waitingChangedV1, id, version, { waitingId: id, what: 'missed' }));
      await this.outbox.record(transaction, told);
      return changed;
    });
  }
}

const byArrival = (one: Waiting, other: Waiting) => one.joinedAt.getTime() - other.joinedAt.getTime() || (one.id < other.id ? -1 : 1);

function isOnSale(concert: Concert, now: Date): boolean {
  return saleView(concert, now).saleState === 'open';
}

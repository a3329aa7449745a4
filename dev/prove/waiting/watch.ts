import { SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import { rows, type BookingRow, type PlaceRow, type StockRow } from '../../system/invariants/rows.ts';
import type { Proof } from '../proof.ts';
import type { Site } from '../site/site.ts';

/** For longer no seat may be free while someone waits whom it fits, and no offer may last beyond its end. */
const LATE_MS = 60_000;
/** Of two people who join within this time either may be first, as far as it is seen from outside. */
const AT_ONCE_MS = 1_000;

/** Looks at the database as of one moment, again and again. */
export class Watch {
  readonly site: Site;
  readonly proof: Proof;
  /** When the latest look began, and by email who waited or was offered seats then. */
  at = 0;
  places: ReadonlyMap<string, PlaceRow> = new Map();
  holds: ReadonlyMap<string, BookingRow> = new Map();
  /** Since when seats fit a place, or what is offered to it has ended. */
  #since = new Map<string, number>();
  readonly #told = new Set<string>();

  constructor(site: Site, proof: Proof) {
    [this.site, this.proof] = [site, proof];
  }

  async look(): Promise<void> {
    const at = Date.now();
    const session = await this.site.databases.booking.startSession({ snapshot: true });
    try {
      const open = rows(this.site, 'booking', 'waiting').find({ state: { $in: ['waiting', 'offered'] } }, { session });
      const places = await open.sort({ joinedAt: 1, _id: 1 }).toArray();
      const held = rows(this.site, 'booking', 'reserve-your-seat').find({ keptUntil: { $type: 'date' } }, { session });
      const holds = new Map((await held.toArray()).map((row) => [row._id, row]));
      // Whose booking is being refunded goes in no more, so its seat may have been sold already.
      const refunding = rows(this.site, 'booking', 'reserve-your-seat').find(
        { status: { $in: ['refund_requested', 'refund_failed'] } },
        { session },
      );
      const stocks = await rows(this.site, 'booking', 'stock').find({}, { session }).toArray();
      this.#judge(at, places, holds, stocks, await refunding.toArray());
      [this.at, this.holds, this.places] = [at, holds, new Map(places.map((place) => [place.email, place]))];
    } finally {
      await session.endSession();
    }
  }

  #judge(
    at: number,
    places: readonly PlaceRow[],
    holds: ReadonlyMap<string, BookingRow>,
    stocks: readonly StockRow[],
    refunding: readonly BookingRow[],
  ): void {
    const free = new Map<string, number>();
    for (const { _id, sold, held, capacity, returning = 0 } of stocks) {
      const ended = [...holds.values()].filter(({ seating, keptUntil }) => seating === _id && keptUntil!.getTime() <= Date.now());
      const left = capacity + returning - sold - held + ended.reduce((sum, { notickets }) => sum + notickets, 0);
      free.set(_id, left);
      const valid = sold - refunding.reduce((sum, { seating, notickets }) => (seating === _id ? sum + notickets : sum), 0);
      if (valid > capacity) this.#once(`${_id} ${valid}`, `${valid} tickets are valid for ${capacity} seats of ${_id}`);
      if (left < 0) this.#once(`${_id} ${left}`, `${-left} seats of ${_id} are held for two`);
      if (left === 0) this.proof.figure('times seen full');
    }
    const fits = ({ seats, seating, access }: PlaceRow) =>
      stocks.some(({ _id, pools }) => {
        const isWanted = [_id, 'any'].includes(seating) && seats <= Math.min(free.get(_id)!, SEATING_RULES[_id as Seating].maxTickets);
        if (!pools?.accessible.seats) return isWanted && !access;
        const { seats: all, sold, held, returning = 0 } = pools.accessible;
        return isWanted && access && all + returning > sold + held;
      });
    const since = new Map<string, number>();
    for (const place of places) {
      const [hold, isOffered, before] = [holds.get(place.offer?.bookingId ?? ''), place.state === 'offered', this.places.get(place.email)];
      if (isOffered && before?.state === 'waiting') this.#judgeOrder(place, places);
      if (isOffered ? hold && (hold.paymentBegunAt || hold.offerEndsAt!.getTime() > at) : !fits(place)) continue;
      const key = `${place._id} ${place.state}`;
      since.set(key, this.#since.get(key) ?? at);
      const what = isOffered ? 'what is offered ended, and nothing came of it' : 'seats are free that fit';
      if (at - since.get(key)! > LATE_MS) this.#once(key, `place ${place._id}: for ${LATE_MS / 1_000} s ${what}`);
    }
    this.#since = since;
  }

  /** Whoever waited both before this offer and after it, came first, and wants the same or less, was passed by. */
  #judgeOrder({ _id, offer, seats, access, joinedAt }: PlaceRow, places: readonly PlaceRow[]): void {
    this.proof.figure('offers');
    for (const other of places) {
      const before = this.places.get(other.email);
      if (before?._id !== other._id || before.state !== 'waiting' || other.state !== 'waiting') continue;
      const wasFit = [offer!.seating, 'any'].includes(other.seating) && !other.access === !access && other.seats <= seats;
      if (wasFit && joinedAt.getTime() - other.joinedAt.getTime() > AT_ONCE_MS)
        this.#once(_id, `${other._id} (${other.seats}, ${other.seating}) was passed by for ${_id} (${seats}, ${offer!.seating})`);
    }
  }

  #once(key: string, what: string): void {
    if (!this.#told.has(key)) this.proof.violation(what);
    this.#told.add(key);
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { Seating } from '@concert/contracts/booking/seating';

/** Seats of a category of one special kind: how many there are, and how many of them are sold and held. */
export interface Pool {
  readonly seats: number;
  readonly sold: number;
  readonly held: number;
  /** Of the sold ones, those that are given back once someone takes them. */
  readonly returning?: number;
}

/**
 * The protected seats of a category: accessible ones, and those for companions by them. A companion who finds no companion seat sits on
 * any other, so more companions can be counted than there are companion seats.
 */
export interface Pools {
  readonly accessible: Pool;
  readonly companions: Pool;
}

/**
 * The seats of one category: one document, so that one conditional write decides. Invariant: the counters are the sum over
 * the category's bookings. A hold is stored with its booking.
 */
export interface Stock {
  readonly seating: Seating;
  readonly capacity: number;
  readonly sold: number;
  /** Tickets held. Ended holds are included until they are cleared. */
  readonly held: number;
  /** Of the sold ones, those that are given back once someone takes them: so many more than the capacity can be sold. Absent until there was one. */
  readonly returning?: number;
  /** A part of all these numbers; absent until the category is given accessible seats. */
  readonly pools?: Pools;
  /** The smallest number of seats that someone waits for, and the smallest with an accessible one: while so many are free, nobody else gets them. */
  readonly waitsFor?: number;
  readonly waitsForAccessible?: number;
  /** Grows with every change; the write's condition compares it. */
  readonly version: number;
}

/** The smallest numbers of seats that someone waits for. */
export type Waits = Pick<Stock, 'waitsFor' | 'waitsForAccessible'>;

/** Tickets of holds that have ended but are not cleared. They are free. */
export interface EndedHolds {
  readonly ended: number;
  /** Those of them that are for accessible seats and companions. */
  readonly endedAccessible?: number;
  readonly endedCompanions?: number;
}

/** The seats of a category at one moment. */
export interface StockNow extends Stock, EndedHolds {}

/** What one booking adds to its category's counters. */
export interface SeatChange {
  readonly sold: number;
  readonly held: number;
  /** How many of them are for an accessible seat and for companions by it. */
  readonly accessible?: number;
  readonly companions?: number;
  /** Of what is sold: what is given back once someone takes it, and which part of that is for an accessible seat and for companions. */
  readonly returning?: number;
  readonly returningAccessible?: number;
  readonly returningCompanions?: number;
}

export const NO_SEAT_CHANGE: SeatChange = { sold: 0, held: 0 };

/** Why there are no seats: an accessible one is missing, or there are too few of the others. */
export type SeatShortage = 'none' | 'accessible' | 'seats';

const NO_POOL: Pool = { seats: 0, sold: 0, held: 0 };
const NO_POOLS: Pools = { accessible: NO_POOL, companions: NO_POOL };

/** The pools of a category, empty where it was never given any. */
export function poolsOf({ pools = NO_POOLS }: Pick<Stock, 'pools'>): Pools {
  return pools;
}

/** The category with the seats that can be sold: returned ones are added to those it has, in its pools too. */
export function widened<S extends Stock>(stock: S): S {
  if (!stock.returning) return stock;
  const more = (pool: Pool): Pool => ({ ...pool, seats: pool.seats + (pool.returning ?? 0) });
  const { accessible, companions } = poolsOf(stock);
  const pools = { accessible: more(accessible), companions: more(companions) };
  return { ...stock, capacity: stock.capacity + stock.returning, pools };
}

/** Tickets held now. An ended hold does not count, cleared or not. */
export function heldTickets(stock: StockNow): number {
  return stock.held - stock.ended;
}

/** What a visitor can have of a category at this moment. */
export interface SeatsLeft {
  /** Seats that anybody can have. Never negative, even when an admin made the capacity smaller. */
  readonly others: number;
  readonly accessible: number;
  /** Protected for companions, and free. */
  readonly companions: number;
  /** Most tickets of one booking with an accessible seat. */
  readonly withAccessible: number;
}

/** @param opened whether the day has come from which protected seats are for everybody */
export function seatsLeft(stock: StockNow, opened: boolean): SeatsLeft {
  const now = widened(withoutEnded(stock));
  const { accessible, companions } = poolsOf(now);
  const free = Math.max(0, now.capacity - now.sold - now.held);
  const freeAccessible = Math.min(free, Math.max(0, accessible.seats - taken(accessible)));
  const isOpen = opened || soldOtherwise(now);
  const freeCompanions = Math.min(free - freeAccessible, Math.max(0, companions.seats - taken(companions)));
  const others = isOpen ? free : Math.min(free, Math.max(0, limitOf(now) - othersOf(now)));
  return {
    others,
    accessible: freeAccessible,
    companions: freeCompanions,
    withAccessible: freeAccessible === 0 ? 0 : isOpen ? free : Math.min(free, 1 + freeCompanions + others),
  };
}

/** Whether as many seats are free as someone waits for. */
export function isWaitedFor(stock: StockNow, opened: boolean): boolean {
  const { others, withAccessible } = seatsLeft(stock, opened);
  return (stock.waitsFor ?? Infinity) <= others || (stock.waitsForAccessible ?? Infinity) <= withAccessible;
}

function withoutEnded(stock: StockNow): Stock {
  const { ended, endedAccessible = 0, endedCompanions = 0 } = stock;
  const { accessible, companions } = poolsOf(stock);
  return {
    ...stock,
    held: stock.held - ended,
    pools: {
      accessible: { ...accessible, held: accessible.held - endedAccessible },
      companions: { ...companions, held: companions.held - endedCompanions },
    },
  };
}

const taken = ({ sold, held }: Pick<Pool, 'sold' | 'held'>): number => sold + held;

/** Seats that are protected for nobody. */
function limitOf(stock: Stock): number {
  const { accessible, companions } = poolsOf(stock);
  return stock.capacity - accessible.seats - companions.seats;
}

/** Those who sit on seats that are protected for nobody, or on protected ones that were opened to everybody. */
function othersOf(stock: Stock): number {
  const { accessible, companions } = poolsOf(stock);
  return taken(stock) - taken(accessible) - Math.min(taken(companions), companions.seats);
}

/** Whether only protected seats are left, which are then for everybody (28 CFR 36.302(f)(5)). Held seats count as left. */
function soldOtherwise(stock: Stock): boolean {
  const { accessible, companions } = poolsOf(stock);
  const limit = limitOf(stock);
  return limit > 0 && stock.sold - accessible.sold - Math.min(companions.sold, companions.seats) >= limit;
}

type Counters = Pick<Pool, 'sold' | 'held' | 'returning'>;

/** A booking's part of a pool, sold or held as the booking is. */
function inPool({ sold }: SeatChange, tickets = 0, returning = 0): Counters {
  return sold > 0 ? { sold: tickets, held: 0, returning } : { sold: 0, held: tickets };
}

function exchanged<P extends Counters>(counters: P, before: Counters, now: Counters): P {
  const [sold, held] = [counters.sold - before.sold, counters.held - before.held];
  const returning = (counters.returning ?? 0) - (before.returning ?? 0);
  if (sold < 0 || held < 0 || returning < 0) throw new RangeError('more seats come back than were taken');
  const back = returning + (now.returning ?? 0);
  const isCounted = back > 0 || counters.returning !== undefined;
  return { ...counters, sold: sold + now.sold, held: held + now.held, ...(isCounted ? { returning: back } : {}) };
}

/** Updates the counters of a category while bookings change one after the other. */
export class StockCount {
  /** @param opened whether the day has come from which protected seats are for everybody */
  constructor(
    private current: Stock,
    private readonly opened: boolean,
  ) {}

  /** A copy that can be changed without changing this one. */
  copy(): StockCount {
    return new StockCount(this.current, this.opened);
  }

  /**
   * Replaces what a booking counted for before with what it counts for now.
   * @returns what is missing; nothing changes then
   * @throws RangeError when more would be given back than was counted: seats would go back twice
   */
  exchange(before: SeatChange, now: SeatChange): SeatShortage {
    const next = this.counted(before, now);
    const kept = now.sold - (now.returning ?? 0) > before.sold - (before.returning ?? 0);
    const missing = kept || now.sold > before.sold || now.held > before.held ? this.shortage(next) : 'none';
    if (missing === 'none') this.current = next;
    return missing;
  }

  /** The same for what has happened already: it counts, whatever is missing then. */
  record(before: SeatChange, now: SeatChange): void {
    this.current = this.counted(before, now);
  }

  /** The stock with these counters; the same object when nothing changed. */
  after(stock: Stock): Stock {
    const { sold, held, returning, pools } = this.current;
    if (isDeepStrictEqual([sold, held, returning, pools], [stock.sold, stock.held, stock.returning, stock.pools])) return stock;
    const counters = { sold, held, ...(returning === undefined ? {} : { returning }), ...(pools ? { pools } : {}) };
    return { ...stock, ...counters, version: stock.version + 1 };
  }

  private counted(before: SeatChange, now: SeatChange): Stock {
    const counted = exchanged(this.current, before, now);
    const isSpecial = [before, now].some(({ accessible = 0, companions = 0 }) => accessible + companions > 0);
    if (!isSpecial) return counted;
    const pools = poolsOf(this.current);
    const accessible = (change: SeatChange) => inPool(change, change.accessible, change.returningAccessible);
    const companions = (change: SeatChange) => inPool(change, change.companions, change.returningCompanions);
    return {
      ...counted,
      pools: {
        accessible: exchanged(pools.accessible, accessible(before), accessible(now)),
        companions: exchanged(pools.companions, companions(before), companions(now)),
      },
    };
  }

  /* A seat that the booking has already is its own, whatever became of the pools since. */
  private shortage(after: Stock): SeatShortage {
    const [own, next] = [widened(this.current), widened(after)];
    const accessibleBeyond = (stock: Stock) => taken(poolsOf(stock).accessible) - poolsOf(stock).accessible.seats;
    if (accessibleBeyond(next) > Math.max(0, accessibleBeyond(own))) return 'accessible';
    if (taken(next) > next.capacity) return 'seats';
    const othersBeyond = (stock: Stock) => othersOf(stock) - limitOf(stock);
    return othersBeyond(next) > Math.max(0, othersBeyond(own)) && !this.opened && !soldOtherwise(own) ? 'seats' : 'none';
  }
}

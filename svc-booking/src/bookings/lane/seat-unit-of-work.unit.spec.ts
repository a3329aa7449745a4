import { describe, expect, it } from '@jest/globals';
import { MAX_COMPANIONS } from '@concert/contracts/booking/access';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import type { Ids } from '@concert/service-kit/process/clock';
import { TooEarlyError } from '@concert/service-kit/process/errors';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { numberedId } from '@concert/test-kit/numbered';
import { numbersFrom } from '@concert/test-kit/numbers';
import { firstConcert, protectionIsOver } from '../../concert/concert.ts';
import { FollowRefunds } from '../../payments/follow-refunds.ts';
import { SettleBooking } from '../../payments/settle-booking.ts';
import { poolsOf, seatsLeft, type Pool, type Pools, type Stock } from '../../seats/stock.ts';
import { accessLeft } from '../access.ts';
import { transitioned, newBooking, paymentBegun, seatsOf, type Booking } from '../booking.ts';
import type { EndedHold } from '../mongo-booking-documents.ts';
import { PlaceBooking } from '../place-booking.ts';
import { ReleaseBooking } from '../release-booking.ts';
import { SeatUnitOfWork, type SeatDraft } from './seat-unit-of-work.ts';

const START = new Date('2026-11-21T12:00:00.000Z');
const HOLD_SECONDS = 1_800;
const seating = 'VIP Seating';
const later = (ms: number) => new Date(START.getTime() + ms);
const user = (number: number) => numberedId('user', number);
const id = (number: number) => numberedId('booking', number);

function bookingOf(number: number, tickets: number, at = START): Booking {
  const words = { firstname: 'Anna', lastname: '', email: `person${number}@example.org`, phoneno: '5551234567', host: '' };
  return newBooking(
    { id: id(number), userId: user(number), seating, tickets, ...words },
    money(priceMinor(seating, tickets)),
    at,
    HOLD_SECONDS,
  );
}

function stockOf(bookings: readonly Booking[], capacity: number, version = 1, sizes?: Sizes): Stock {
  const sum = (what: 'sold' | 'held') => bookings.reduce((total, booking) => total + seatsOf(booking)[what], 0);
  return { seating, capacity, sold: sum('sold'), held: sum('held'), version, ...(sizes ? { pools: poolsFor(bookings, sizes) } : {}) };
}

interface Sizes {
  readonly accessible: number;
  readonly companions: number;
}

/** The pools, counted anew over the bookings. */
function poolsFor(bookings: readonly Booking[], sizes: Sizes): Pools {
  const pool = (kind: 'accessible' | 'companions'): Pool => {
    const sum = (what: 'sold' | 'held') =>
      bookings.reduce((total, booking) => total + (seatsOf(booking)[what] > 0 ? (seatsOf(booking)[kind] ?? 0) : 0), 0);
    return { seats: sizes[kind], sold: sum('sold'), held: sum('held') };
  };
  return { accessible: pool('accessible'), companions: pool('companions') };
}

const NO_LIMITS = { account: 1e6, source: 1e6 };
const concert = firstConcert('open', START);
const put =
  (booking: Booking) =>
  (seats: SeatDraft): boolean =>
    seats.put(booking);

describe('a unit', () => {
  it('forgets what a refused command wanted, and the next one decides on what is left', () => {
    const unit = new SeatUnitOfWork({ concert, stock: stockOf([], 6), bookings: [], ended: [], now: START });
    const refused = unit.decide((seats) => {
      seats.put(bookingOf(1, 6));
      seats.also(() => Promise.resolve());
      throw new Error('no');
    });
    expect(refused).toEqual({ ok: false, error: new Error('no') });
    expect([unit.steps, unit.effects, unit.stock.held]).toEqual([[], [], 0]);
    expect(unit.decide(put(bookingOf(2, 6)))).toEqual({ ok: true, value: true });
    expect(unit.decide(put(bookingOf(3, 1)))).toEqual({ ok: true, value: false });
    expect(unit.stock).toMatchObject({ sold: 0, held: 6, version: 2 });
  });

  it('says that it is short before it was told of ended holds, and serves everybody once it was', () => {
    const old = bookingOf(1, 6);
    const situation = { concert, stock: stockOf([old], 6), bookings: [], now: later(HOLD_SECONDS * 1_000) };
    const blind = new SeatUnitOfWork({ ...situation, ended: undefined });
    expect([blind.decide(put(bookingOf(2, 1))), blind.isShort]).toEqual([{ ok: true, value: false }, true]);
    const hold = { bookingId: old.id, tickets: 6, version: 1 };
    const unit = new SeatUnitOfWork({ ...situation, ended: [hold] });
    expect(unit.decide(put(bookingOf(2, 1, situation.now)))).toEqual({ ok: true, value: true });
    expect([unit.cleared, unit.stock.held, unit.isShort]).toEqual([[hold], 1, false]);
  });

  it('clears a booking’s own ended hold with it, once', () => {
    const old = bookingOf(1, 6);
    const now = later(HOLD_SECONDS * 1_000);
    const hold = { bookingId: old.id, tickets: 6, version: 1 };
    const unit = new SeatUnitOfWork({ concert, stock: stockOf([old], 6), bookings: [old], ended: [hold], now });
    expect(unit.decide(put(bookingOf(2, 6, now)))).toEqual({ ok: true, value: true });
    expect(unit.booking(old.id)).toMatchObject({ status: 'pending', keptUntil: null, version: 2 });
    const over = transitioned(unit.booking(old.id)!, 'expired', { at: now, actor: 'svc-booking', cause: 'hold ended' });
    expect(unit.decide(put(over))).toEqual({ ok: true, value: true });
    expect([unit.cleared, unit.stock]).toEqual([[], stockOf([old], 6)]);
  });

  it('keeps the seats of a page that has just ended, although its buyer has gone on to another booking', () => {
    const old = paymentBegun(bookingOf(1, 4), START, HOLD_SECONDS)!;
    const now = new Date(old.holdEndsAt.getTime() + 1);
    const unit = new SeatUnitOfWork({ concert, stock: stockOf([old], 6), bookings: [old], ended: [], now });
    unit.decide((seats) =>
      new ReleaseBooking(new Outbox(null as never, 'svc-booking', { now: () => now }), null as never).outlive(seats, old),
    );
    expect([unit.booking(old.id)?.status, unit.stock.held]).toEqual(['expired', 4]);
    expect(unit.decide(put(bookingOf(2, 3, now)))).toEqual({ ok: true, value: false });
  });
});

const SIZES: Sizes = { accessible: 3, companions: 4 };
/** Most days of the world end before midnight at the venue, so that both are seen: seats that are protected, and seats that are not. */
const protecting = { ...concert, timeZone: 'Asia/Singapore', access: { protectedUntil: '2026-11-22', freeCompanion: true } };

/** A refusal, and what was really left then: without what ended. */
interface RefusedOrder {
  readonly wanted: number;
  readonly access: boolean;
  readonly left: { readonly free: number; readonly others: number; readonly accessible: number };
}

/** Simulates a lane for one category: batches of random commands, payment pages, and time that passes in between. */
class World {
  readonly bookings = new Map<BookingId, Booking>();
  stock = stockOf([], 20, 1, SIZES);
  now = START;
  readonly refused: RefusedOrder[] = [];
  /** Orders of others that were given protected seats. */
  readonly robbed: BookingId[] = [];
  orders = 0;
  /** Number of batches that cleared ended holds. */
  gaveWay = 0;
  private readonly below: (limit: number) => number;
  private readonly clock = { now: () => this.now };
  private count = 0;
  private readonly ids = { next: (kind: 'booking') => numberedId(kind, (this.count += 1)) } as Ids;
  private readonly outbox = new Outbox(null as never, 'svc-booking', this.clock);
  private readonly release = new ReleaseBooking(this.outbox, null as never);
  private readonly settle = new SettleBooking(this.outbox, this.ids);
  private readonly refunds = new FollowRefunds();
  private readonly place: PlaceBooking;

  constructor(seed: number) {
    const numbers = numbersFrom(seed);
    this.below = (limit) => (numbers() * 2 ** 32) % limit;
    const idempotency = new Idempotency(null as never, this.clock);
    const space = { assertRoom: () => undefined } as never;
    this.place = new PlaceBooking(null as never, this.release, null as never, idempotency, this.ids, HOLD_SECONDS, 1, '', NO_LIMITS, space);
  }

  /** Decides one batch as a lane does: again with ended holds where seats were lacking without them. */
  batch(): void {
    const commands = Array.from({ length: 1 + this.below(12) }, () => this.command());
    const decide = (ended: readonly EndedHold[] | undefined) => {
      const known = [...this.bookings.values()];
      const unit = new SeatUnitOfWork({ concert: protecting, stock: this.stock, bookings: known, ended, now: this.now });
      return { unit, outcomes: commands.map((command) => unit.decide((seats) => command(seats, unit))) };
    };
    const blind = decide(undefined);
    const { unit, outcomes } = blind.unit.isShort ? decide(this.ended()) : blind;
    if (unit.steps.some(([before, after]) => before?.keptUntil && !after.keptUntil && after.status === before.status)) this.gaveWay += 1;
    for (const outcome of outcomes)
      if (!outcome.ok && !(outcome.error instanceof TooEarlyError) && (outcome.error as Error).name !== 'DomainError') throw outcome.error;
    for (const [before, after] of unit.steps) {
      if (this.bookings.get(after.id) !== before) throw new Error('a step begins where the one before did not end');
      this.lookFor(before, after);
      this.bookings.set(after.id, after);
    }
    this.stock = unit.stock;
  }

  meanwhile(): void {
    this.now = new Date(this.now.getTime() + this.below(900_000));
    for (const booking of this.bookings.values()) {
      if (this.below(6) > 0) continue;
      const begun = paymentBegun(booking, this.now, HOLD_SECONDS);
      if (begun) this.bookings.set(booking.id, begun);
    }
  }

  /* Counts seats anew, by another way than the stock does. */
  private lookFor(before: Booking | undefined, after: Booking): void {
    const people = (booking: Booking | undefined) => {
      const { sold, held } = seatsOf(booking);
      return sold + held;
    };
    if (people(after) <= people(before) || protectionIsOver(protecting, this.now)) return;
    const all = [...this.bookings.values()].filter(({ id: one }) => one !== after.id);
    const { accessible, companions } = SIZES;
    const others = (some: readonly Booking[], only?: 'sold') => {
      const total = some.reduce((sum, booking) => sum + (only ? seatsOf(booking).sold : people(booking)), 0);
      const counted = some.filter((booking) => (only ? seatsOf(booking).sold : people(booking)) > 0);
      const special = counted.flatMap((booking) => accessLeft(booking) ?? []);
      const beside = special.reduce((sum, access) => sum + access.companions, 0);
      return total - special.length - Math.min(companions, beside);
    };
    const unprotected = this.stock.capacity - accessible - companions;
    const isSoldOut = others(before ? [...all, before] : all, 'sold') >= unprotected;
    const more = others([...all, after]) > others(before ? [...all, before] : all);
    if (more && !isSoldOut && others([...all, after]) > unprotected) this.robbed.push(after.id);
  }

  private ended(): EndedHold[] {
    const holds = [...this.bookings.values()]
      .filter(({ keptUntil }) => keptUntil && keptUntil <= this.now)
      .map(({ id: bookingId, tickets, access, version }) => ({
        ...{ bookingId, tickets, version },
        ...(access ? { companions: access.companions } : {}),
      }));
    return [...holds.filter(({ companions }) => companions === undefined), ...holds.filter(({ companions }) => companions !== undefined)];
  }

  private command(): (seats: SeatDraft, unit: SeatUnitOfWork) => unknown {
    const all = [...this.bookings.values()];
    const booking = all[this.below(Math.max(1, all.length))];
    const kind = this.below(8);
    if (kind < 3 || !booking) return this.reservation(user(this.below(30)), 1 + this.below(6), this.below(3) === 0);
    const by = { actor: 'svc-payment', cause: 'x' } as const;
    if (kind < 6) {
      const amount = this.below(9) === 0 ? { ...booking.price, amountMinor: 1 } : booking.price;
      return (seats) => this.settle.settle(seats, { bookingId: booking.id, checkoutSessionId: 'cs_1', amount, cause: 'webhook' });
    }
    if (kind === 6) return (seats) => this.release.release(seats, booking.id, 'cancelled', by);
    const step = (['started', 'issued', 'failed'] as const)[this.below(3)]!;
    const attempt = 1 + this.below(2);
    return (seats) => this.refunds.follow(seats, booking.id, { attempt, step }, by);
  }

  private reservation(userId: UserId, notickets: number, special: boolean): (seats: SeatDraft, unit: SeatUnitOfWork) => unknown {
    const person = { firstname: 'A', lastname: '', email: 'a@example.org', phoneno: '5551234567' };
    const access = special ? { access: { companions: this.below(Math.min(MAX_COMPANIONS, notickets - 1) + 1) } } : {};
    const body = { ...person, notickets, seating, amount: priceMinor(seating, notickets), second_purchase: true, ...access };
    this.orders += 1;
    return (seats, unit) => {
      const live = [...new Set([...this.bookings.keys(), ...unit.steps.map(([, after]) => after.id)])].map((one) => unit.booking(one)!);
      const standing = live.filter((booking) => booking.keptUntil === null || booking.keptUntil > this.now);
      const counted = { ...stockOf(standing, this.stock.capacity, 1, SIZES), ended: 0 };
      try {
        return this.place.reserve(seats, body as never, { userId });
      } catch (error) {
        const code = (error as { code?: string }).code;
        if ((code === 'booking.seats_unavailable' || code === 'booking.no_accessible_seat') && !unit.isShort) {
          const { others, accessible } = seatsLeft(counted, protectionIsOver(protecting, this.now));
          const free = counted.capacity - counted.sold - counted.held;
          this.refused.push({ wanted: notickets, access: special, left: { free, others, accessible } });
        }
        throw error;
      }
    };
  }
}

/** Worlds of 60 batches each; `SEAT_WORLDS=800` decides more than 100,000 orders. */
const WORLDS = Number(process.env['SEAT_WORLDS'] ?? 40);

describe('whatever happens in whatever order', () => {
  const seen = new Set<string>();
  let orders = 0;

  it.each(Array.from({ length: WORLDS }, (_, seed) => seed + 1))(
    'B3-523 seats are never sold twice or protected ones to others, come back exactly once, and nobody is refused for a hold that has ended (%i)',
    (seed) => {
      const world = new World(seed);
      for (let turn = 0; turn < 60; turn += 1) {
        world.batch();
        const { capacity, version } = world.stock;
        // The counters are the sum over the bookings, so seats that came back twice or never would show.
        expect(world.stock).toEqual(stockOf([...world.bookings.values()], capacity, version, SIZES));
        expect(world.stock.sold + world.stock.held).toBeLessThanOrEqual(capacity);
        expect(poolsOf(world.stock).accessible.sold + poolsOf(world.stock).accessible.held).toBeLessThanOrEqual(SIZES.accessible);
        expect(world.robbed).toEqual([]);
        expect(world.refused.filter(({ access, wanted, left }) => !access && wanted <= left.others)).toEqual([]);
        // Whoever comes alone gets an accessible seat as long as there is one.
        expect(world.refused.filter(({ access, wanted, left }) => access && wanted === 1 && left.accessible > 0)).toEqual([]);
        world.meanwhile();
      }
      orders += world.orders;
      for (const { history } of world.bookings.values()) for (const { from, to } of history) seen.add(`${from} to ${to}`);
      for (const { access, left } of world.refused)
        seen.add(access ? 'no accessible seat' : left.accessible > 0 ? 'others refused' : 'sold out');
      if (world.gaveWay > 0) seen.add('an ended hold gave way');
    },
  );

  it('was looked at with all that matters happening', () => {
    expect(orders).toBeGreaterThan(WORLDS * 130);
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'pending to paid',
        'pending to late_paid',
        'pending to expired',
        'expired to paid',
        'expired to late_paid',
        'cancelled to paid',
        'paid to refunded',
        'refunded to refund_failed',
        'sold out',
        'others refused',
        'no accessible seat',
        'an ended hold gave way',
      ]),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import type { GiveBackView } from '@concert/contracts/booking/give-back';
import type { BookingId, TicketId } from '@concert/contracts/core/ids';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { FakeClock } from '@concert/test-kit/clock';
import { numberedId } from '@concert/test-kit/numbered';
import { firstConcert, type GiveBackRules } from '../concert/concert.ts';
import { SettleBooking } from '../payments/settle-booking.ts';
import { poolsOf, type Stock } from '../seats/stock.ts';
import { seatsOf, transitioned, withReturn, withReturning, withTaken, type Booking } from './booking.ts';
import { giveBackView } from './give-back.ts';
import { SeatUnitOfWork } from './lane/seat-unit-of-work.ts';
import { bookingOf } from './order.harness.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const clock = new FakeClock(now.toISOString());
const outbox = new Outbox(null as never, 'svc-booking', clock);
const settling = new SettleBooking(outbox, { next: ((kind: 'ticket') => numberedId(kind, (made += 1))) as never });
let made = 0;
const ticket = (booking: Booking, number: number): TicketId => booking.ticketIds[number - 1]!;

/** A paid booking with tickets that are returning since so many minutes. */
function paid(tickets: number, returning: readonly number[] = [], minutes = 0, over: Partial<Booking> = {}): Booking {
  made += 10;
  const id = numberedId('booking', made);
  const ticketIds = Array.from({ length: tickets }, (_, index) => numberedId('ticket', made + index));
  const pending = bookingOf({ id, userId: numberedId('user', made), tickets }, now);
  const booking = { ...transitioned(pending, 'paid', { at: now, actor: 'svc-payment', cause: 'x' }), ticketIds, ...over };
  return withReturning(booking, returning, new Date(now.getTime() - minutes * 60_000));
}

/** Someone pays for a booking while these others are sold and the hall has no more room than they fill. */
function sell(order: Booking, others: readonly Booking[], { inside = [] as TicketId[], first = false, room = 0 } = {}) {
  const all = [...others, order].map(seatsOf);
  const sum = (of: (seats: (typeof all)[number]) => number | undefined) => all.reduce((total, seats) => total + (of(seats) ?? 0), 0);
  const pool = (seats: number, sold: number, returning: number) => ({ seats, sold, held: 0, returning });
  const accessible = others.filter(({ access }) => access).length;
  const stock: Stock = {
    ...{ seating: order.seating, capacity: sum(({ sold }) => sold) + room, sold: sum(({ sold }) => sold), held: order.tickets, version: 1 },
    returning: sum(({ returning }) => returning),
    pools: {
      accessible: {
        ...pool(
          accessible,
          accessible,
          sum(({ returningAccessible }) => returningAccessible),
        ),
        held: order.access ? 1 : 0,
      },
      companions: pool(
        0,
        sum(({ sold, companions }) => (sold > 0 ? companions : 0)),
        sum(({ returningCompanions }) => returningCompanions),
      ),
    },
  };
  const concert = { ...firstConcert('open', now), giveBack: { ...firstConcert('open', now).giveBack, first } };
  const returning = { ids: others.map(({ id }) => id), inside: new Map(inside.map((id) => [id, true])) };
  const unit = new SeatUnitOfWork({ concert, stock, bookings: [order, ...others], ended: [], returning, now });
  const outcome = unit.decide((seats) =>
    settling.settle(seats, { bookingId: order.id, checkoutSessionId: 'cs_1', amount: order.price, cause: 'webhook' }),
  );
  const taken = (id: BookingId) => unit.booking(id)?.taken ?? [];
  return {
    said: outcome.ok && outcome.value,
    unit,
    taken: others.map(({ id }) => taken(id)),
    facts: unit.facts.map(({ envelope }) => envelope.data),
  };
}
const wants = (tickets: number, over: Partial<Booking> = {}) =>
  bookingOf({ id: numberedId('booking', (made += 1)), tickets, ...over }, now);

describe('a returned ticket', () => {
  it('ends when someone has paid for its seat: the oldest first, and of a booking the last', () => {
    const order = wants(2);
    const [young, old] = [paid(3, [1, 2, 3], 5), paid(2, [2], 9)];
    const { said, taken, unit, facts } = sell(order, [young, old]);
    expect([said, taken]).toEqual(['paid', [[3], [2]]]);
    expect(unit.booking(young.id)).toMatchObject({ tickets: 2, returning: [1, 2], status: 'paid' });
    expect(unit.booking(old.id)).not.toHaveProperty('returning');
    expect(unit.stock).toMatchObject({ sold: 5, held: 0, returning: 2, capacity: 5 });
    expect(facts).toMatchObject([
      { bookingId: old.id, tickets: [2], valid: [1, 2], because: 'taken' },
      { bookingId: young.id, tickets: [3], valid: [1, 2, 3] },
      { bookingId: order.id },
    ]);
  });
  it('stays while there is room, unless the organisers sell returned seats first', () => {
    expect(sell(wants(2), [paid(3, [2, 3])], { room: 4 }).taken).toEqual([[]]);
    expect(sell(wants(1), [paid(3, [2, 3])], { room: 4, first: true }).taken).toEqual([[3]]);
  });
  it('is passed by once somebody went in with it or its booking is refunded; where too few are left the money goes back and no ticket ends', () => {
    const [visitor, other] = [paid(2, [1, 2], 9), paid(1, [1], 5)];
    const inside = [ticket(visitor, 2)];
    expect(sell(wants(2), [visitor, other], { inside })).toMatchObject({ said: 'paid', taken: [[1], [1]] });
    const { said, taken, unit } = sell(wants(3), [visitor, other], { inside });
    expect([said, taken, unit.stock.returning, unit.stock.held]).toEqual(['seats are gone', [[], []], 2, 0]);
    const refunding: Booking = { ...paid(2, [1]), status: 'refund_requested' };
    // Its ticket admits nobody any more, so its seat is free.
    expect(sell(wants(1), [refunding])).toMatchObject({ said: 'paid', taken: [[]] });
  });
  it('of an accessible seat ends with its companions when another one is paid, and after them when the seats are ordinary', () => {
    const seated = () => paid(4, [1, 2, 3], 5, { access: { companions: 2, free: 0 } });
    const ordinary = paid(1, [1], 9);
    const wheelchair = sell(wants(1, { access: { companions: 0, free: 0 } }), [seated(), ordinary]);
    expect([wheelchair.taken, poolsOf(wheelchair.unit.stock).accessible]).toEqual([
      [[1, 2, 3], []],
      { seats: 1, sold: 1, held: 0, returning: 0 },
    ]);
    expect(sell(wants(2), [seated()]).taken).toEqual([[2, 3]]);
    expect(sell(wants(3), [seated()]).taken).toEqual([[1, 2, 3]]);
  });
});

describe('a ticket that was taken', () => {
  it('is named by the partial return that refunds it, in whatever order the news comes; a whole refund counts it again', () => {
    const both = withTaken(withTaken(paid(3, [2, 3]), [3], now), [2], now);
    expect(both).toMatchObject({ taken: [2, 3], tickets: 1 });
    const news = (number: number, tickets: number[]) =>
      ({ returnId: numberedId('refund', number), tickets, amountMinor: 1, attempt: number, step: 'started' }) as const;
    const one = withReturn(both, news(2, [2]), now);
    expect(one).toMatchObject({ taken: [3], tickets: 1, returns: [{ tickets: [2] }] });
    const none = withReturn(one, news(1, [3]), now);
    expect(none).toMatchObject({ tickets: 1, returns: [{ tickets: [2] }, { tickets: [3] }] });
    expect(none).not.toHaveProperty('taken');
    expect(transitioned(both, 'refunded', { at: now, actor: 'svc-payment', cause: 'x' })).toMatchObject({ tickets: 3 });
  });
});

describe('giving back', () => {
  const view = (booking: Booking, rules: Partial<GiveBackRules> = {}, inside: TicketId[] = [], at = now) => {
    const concert = firstConcert('open', now);
    const whole = { ...concert, giveBack: { ...concert.giveBack, ...rules } };
    return giveBackView(booking, whole, new Map(inside.map((id) => [id, true])), at)!;
  };
  it('is offered for tickets that nobody went in with, and tells what is refunded with one, two and more', () => {
    const booking = paid(3, [3]);
    const third = Math.floor(booking.price.amountMinor / 3);
    const whole: Partial<GiveBackView> = { tickets: [1, 2, 3], returning: [3], moneyBack: [third, 2 * third, booking.price.amountMinor] };
    expect(view(booking)).toMatchObject({ ...whole, atOnce: false });
    expect(view(booking, {}, [ticket(booking, 1)])).toMatchObject({ tickets: [2, 3], moneyBack: [third, 2 * third] });
    expect(view(withTaken(booking, [3], now))).toMatchObject({ tickets: [1, 2], returning: [], moneyBack: [third, 2 * third] });
    expect(giveBackView(wants(1), firstConcert('open', now), new Map(), now)).toBeUndefined();
  });
  it('is refused with the reason', () => {
    const booking = paid(1);
    const dispute = { disputeId: 'dp_1', state: 'open', amountMinor: 1, at: now, version: 1 } as const;
    const { startsAt } = firstConcert('open', now);
    const refusals = [
      view(booking, { allowed: false }),
      view(booking, {}, [], new Date(startsAt.getTime() - 120 * 60_000)),
      view({ ...booking, dispute }),
      view({ ...booking, status: 'refund_requested' }),
      view(booking, {}, [ticket(booking, 1)]),
      view(withTaken(booking, [1], now)),
    ];
    expect(refusals.map(({ refused, tickets }) => [refused, tickets])).toEqual(
      ['off', 'over', 'disputed', 'refunding', 'inside', 'none'].map((refused) => [refused, []]),
    );
  });
});

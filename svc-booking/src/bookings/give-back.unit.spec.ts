import { describe, expect, it } from '@jest/globals';
import type { TicketId } from '@concert/contracts/core/ids';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { FakeClock } from '@concert/test-kit/clock';
import { numberedId } from '@concert/test-kit/numbered';
import { firstConcert, type GiveBackRules } from '../concert/concert.ts';
import { SettleBooking } from '../payments/settle-booking.ts';
import { seatsOf, transitioned, type Booking } from './booking.ts';
import { withReturn, withReturning, withTaken } from './returned-tickets.ts';
import { giveBackView } from './give-back.ts';
import { SeatUnitOfWork } from './lane/seat-unit-of-work.ts';
import { bookingOf } from './order.harness.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
let made = 0;
const ids = { next: (kind: 'ticket') => numberedId(kind, (made += 1)) };
const settling = new SettleBooking(new Outbox(null as never, 'svc-booking', new FakeClock(now.toISOString())), ids as never);
const concertWith = (rules: Partial<GiveBackRules>) => ({
  ...firstConcert('open', now),
  giveBack: { ...firstConcert('open', now).giveBack, ...rules },
});
const order = (tickets: number, over: Partial<Booking> = {}) =>
  bookingOf({ id: numberedId('booking', (made += 1)), tickets, ...over }, now);
const ticket = ({ ticketIds }: Booking, number: number): TicketId => ticketIds[number - 1]!;
const mapOf = (inside: readonly TicketId[]) => new Map(inside.map((id) => [id, true]));

/** A paid booking with tickets that are returning since so many minutes. */
function paid(tickets: number, returning: readonly number[] = [], minutes = 0, over: Partial<Booking> = {}): Booking {
  const sold = transitioned(order(tickets, over), 'paid', { at: now, actor: 'svc-payment', cause: 'x' });
  const ticketIds = Array.from({ length: tickets }, () => ids.next('ticket'));
  return withReturning({ ...sold, ticketIds }, returning, new Date(now.getTime() - minutes * 60_000));
}

/** Someone pays for a booking in a hall that these others fill, but for some room. */
function sell(wanted: Booking, others: readonly Booking[], { inside = [] as TicketId[], first = false, room = 0 } = {}) {
  const sum = (of: keyof ReturnType<typeof seatsOf>) => others.reduce((total, each) => total + (seatsOf(each)[of] ?? 0), 0);
  const pool = (seats: number, kind: 'accessible' | 'companions', returning: number) => ({
    seats,
    sold: sum(kind),
    held: seatsOf(wanted)[kind] ?? 0,
    returning,
  });
  const pools = {
    accessible: pool(sum('accessible'), 'accessible', sum('returningAccessible')),
    companions: pool(0, 'companions', sum('returningCompanions')),
  };
  const counters = { capacity: sum('sold') + room, sold: sum('sold'), held: wanted.tickets, returning: sum('returning'), pools };
  const returning = { ids: others.map(({ id }) => id), inside: mapOf(inside) };
  const stock = { seating: wanted.seating, ...counters, version: 1 };
  const unit = new SeatUnitOfWork({ concert: concertWith({ first }), stock, bookings: [wanted, ...others], ended: [], returning, now });
  const settlement = { bookingId: wanted.id, checkoutSessionId: 'cs_1', amount: wanted.price, cause: 'webhook' };
  const outcome = unit.decide((seats) => settling.settle(seats, settlement));
  return { said: outcome.ok && outcome.value, unit, taken: others.map(({ id }) => unit.booking(id)?.taken ?? []) };
}

describe('a returned ticket', () => {
  it('ends when someone has paid for its seat: the oldest first, and of a booking the last', () => {
    const [young, old] = [paid(3, [1, 2, 3], 5), paid(2, [2], 9)];
    const { said, taken, unit } = sell(order(2), [young, old]);
    expect([said, taken]).toEqual(['paid', [[3], [2]]]);
    expect(unit.booking(young.id)).toMatchObject({ tickets: 2, returning: [1, 2], status: 'paid' });
    expect(unit.stock).toMatchObject({ sold: 5, held: 0, returning: 2, capacity: 5 });
  });
  it('stays while there is room, unless the organisers sell returned seats first', () => {
    const sold = [false, true].map((first) => sell(order(1), [paid(3, [2, 3])], { room: 4, first }).taken);
    expect(sold).toEqual([[[]], [[3]]]);
  });
  it('is passed by once somebody went in with it; where too few are left the money goes back, and no ticket ends', () => {
    const [visitor, other] = [paid(2, [1, 2], 9), paid(1, [1], 5)];
    const inside = [ticket(visitor, 2)];
    expect(sell(order(2), [visitor, other], { inside })).toMatchObject({ said: 'paid', taken: [[1], [1]] });
    const { said, taken, unit } = sell(order(3), [visitor, other], { inside });
    expect([said, taken, unit.stock.returning, unit.stock.held]).toEqual(['seats are gone', [[], []], 2, 0]);
    // Whose booking is being refunded goes in no more, so the seat is free.
    expect(sell(order(1), [{ ...paid(2, [1]), status: 'refund_requested' }])).toMatchObject({ said: 'paid', taken: [[]] });
  });
  it('of an accessible seat ends with its companions when another one is paid, and after them when the seats are ordinary', () => {
    const seated = () => paid(4, [1, 2, 3], 5, { access: { companions: 2, free: 0 } });
    expect(sell(order(1, { access: { companions: 0, free: 0 } }), [seated(), paid(1, [1], 9)]).taken).toEqual([[1, 2, 3], []]);
    expect([2, 3].map((tickets) => sell(order(tickets), [seated()]).taken)).toEqual([[[2, 3]], [[1, 2, 3]]]);
  });
});

it('a ticket that was taken is named by the partial return that refunds it, in whatever order they come; a whole refund counts it again', () => {
  const both = withTaken(withTaken(paid(3, [2, 3]), [3], now), [2], now);
  expect(both).toMatchObject({ taken: [2, 3], tickets: 1 });
  const refund = (booking: Booking, number: number) =>
    withReturn(
      booking,
      { returnId: numberedId('refund', number), tickets: [number], amountMinor: 1, attempt: number, step: 'started' },
      now,
    );
  expect(refund(both, 2)).toMatchObject({ taken: [3], tickets: 1, returns: [{ tickets: [2] }] });
  expect(refund(refund(both, 2), 3)).toMatchObject({ tickets: 1, returns: [{ tickets: [2] }, { tickets: [3] }] });
  expect(refund(refund(both, 2), 3)).not.toHaveProperty('taken');
  expect(transitioned(both, 'refunded', { at: now, actor: 'svc-payment', cause: 'x' })).toMatchObject({ tickets: 3 });
});

it('tickets can be given back with the money of one, two and more; where they cannot, the reason is told', () => {
  const view = (booking: Booking, rules: Partial<GiveBackRules> = {}, inside: TicketId[] = [], at = now) =>
    giveBackView(booking, concertWith(rules), mapOf(inside), at)!;
  const booking = paid(3, [3]);
  const [price, third] = [booking.price.amountMinor, Math.floor(booking.price.amountMinor / 3)];
  expect(view(booking)).toMatchObject({ tickets: [1, 2, 3], returning: [3], moneyBack: [third, 2 * third, price], atOnce: false });
  expect(view(booking, {}, [ticket(booking, 1)])).toMatchObject({ tickets: [2, 3], moneyBack: [third, 2 * third] });
  expect(view(withTaken(booking, [3], now))).toMatchObject({ tickets: [1, 2], returning: [], moneyBack: [third, 2 * third] });
  expect(view(order(1))).toBeUndefined();
  const one = paid(1);
  const dispute = { disputeId: 'dp_1', state: 'open', amountMinor: 1, at: now, version: 1 } as const;
  const refusals = [
    view(one, { allowed: false }),
    view(one, {}, [], new Date(concertWith({}).startsAt.getTime() - 120 * 60_000)),
    ...[view({ ...one, dispute }), view({ ...one, status: 'refund_requested' }), view(one, {}, one.ticketIds as TicketId[])],
    view(withTaken(one, [1], now)),
  ];
  expect(refusals.map(({ refused }) => refused)).toEqual(['off', 'over', 'disputed', 'refunding', 'inside', 'none']);
});

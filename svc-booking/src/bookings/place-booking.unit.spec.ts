import { describe, expect, it } from '@jest/globals';
import { priceMinor } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { randomIds } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { firstConcert } from '../concert/concert.ts';
import type { Booking } from './booking.ts';
import { SeatUnitOfWork } from './lane/seat-unit-of-work.ts';
import { bookingOf, orderOf } from './order.harness.ts';
import { PlaceBooking } from './place-booking.ts';
import { ReleaseBooking } from './release-booking.ts';

const now = new Date('2026-01-10T18:00:00Z');
const clock = { now: () => now };
const OWNER = 'us_0000000000000000000b000000' as UserId;
const release = new ReleaseBooking(new Outbox(null as never, 'svc-booking', clock), null as never);
const limits = { account: 12, source: 24 };
const space = { assertRoom: () => undefined } as never;
const idempotency = new Idempotency(null as never, clock);
const place = new PlaceBooking(null as never, release, null as never, idempotency, randomIds, 1_800, 1, '', limits, space);

/** What a stranger typed with the owner's email. */
const stranger = {
  firstname: 'Mallory',
  phoneno: '555-666-6666',
  needs: { kinds: ['wheelchair' as const], ownWords: 'x' },
  termsVersion: '2020-01-01',
};
let made = 0;
const held = (over: Partial<Booking> = {}): Booking => {
  made += 1;
  const id = `bk_${made}` as BookingId;
  return { ...bookingOf({ unproven: true, heldFor: 'owner', ...stranger, id, userId: `us_${made}` as UserId }, now), ...over };
};
const { id: _id, userId: _userId, tickets: notickets, host: _host, ...typed } = orderOf();
const body = { ...typed, notickets, amount: priceMinor('General Seating', notickets), currency: 'USD', status: 'pending' } as const;

/** The owner reserves while so much is left beside what is held in the category. */
function reserved(holds: readonly Booking[], { left = 0, over = {}, concert = firstConcert('open', now) } = {}) {
  const here = holds.filter(({ seating }) => seating === body.seating).reduce((sum, { tickets }) => sum + tickets, 0);
  const stock = { seating: body.seating, capacity: here + left, sold: 0, held: here, version: 1 };
  const unit = new SeatUnitOfWork({ concert, stock, bookings: holds, ended: [], open: [], now });
  const outcome = unit.decide((seats) => place.reserve(seats, { ...body, ...over }, { userId: OWNER, heldFor: 'owner' }));
  return { unit, outcome, booking: outcome.ok ? unit.booking(outcome.value.answer.id as BookingId) : undefined };
}

describe('B1-522 whoever proves an email reserves', () => {
  it('the seats that are held for it, with what they typed themselves: nothing of what a stranger typed', () => {
    const { unit, booking } = reserved([held()]);
    expect(booking).toMatchObject({ userId: OWNER, firstname: 'Meera', phoneno: '555-123-4567', tickets: 2, status: 'pending' });
    for (const left of ['unproven', 'heldFor', 'needs', 'termsVersion', 'access', 'source']) expect(booking).not.toHaveProperty(left);
    expect(JSON.stringify(booking)).not.toMatch(/Mallory|666/);
    expect(unit.stock.held).toBe(2);
  });

  it('their own seats, however many others hold for the same email, and gives those back, of other categories too', () => {
    const vip = held({ seating: 'VIP Seating' });
    const [mine, other, ended] = [held(), held({ tickets: 6 }), held({ holdEndsAt: now, tickets: 3 })];
    const { unit, outcome } = reserved([mine, other, ended, vip]);
    expect(outcome).toMatchObject({ ok: true, value: { instead: [{ id: vip.id, seating: 'VIP Seating' }] } });
    expect(unit.stock.held).toBe(2);
    // What was used for the booking did not end unpaid; the two others are counted for their networks.
    expect(unit.effects).toHaveLength(2);
  });

  it('at the price and in the sale that were promised, and what was not promised as it is now', () => {
    const over = { amount: 4_000 };
    const ended = { ...firstConcert('open', now), sale: { opensAt: null, endsAt: now } } as never;
    const promised = held({ price: { amountMinor: 4_000, currency: 'USD' } });
    expect(reserved([promised], { over, concert: ended }).booking?.price.amountMinor).toBe(4_000);
    expect(reserved([held({ tickets: 3 })], { over, left: 9 }).outcome).toMatchObject({
      ok: false,
      error: { code: 'booking.amount_mismatch' },
    });
    expect(reserved([{ ...promised, heldFor: 'another' }], { over, left: 9 }).outcome).toMatchObject({ ok: false });
  });

  it.each([
    ['an amount in dollars', { amount: 25 }, 'These seats cost $25.00, not $0.25'],
    ['the total of another category', { amount: 2_500, seating: 'Premium Seating' as const }, 'These seats cost $1,000.00, not $25.00'],
  ])('S9-11 for no other sum: %s is refused with the price', (_, over, detail) => {
    expect(reserved([], { over: { notickets: 1, ...over }, left: 9 }).outcome).toMatchObject({
      ok: false,
      error: { code: 'booking.amount_mismatch', detail },
    });
  });

  it('with a gift beside the price where the concert takes gifts, and not where it takes none', () => {
    const over = { giftMinor: 2_000 };
    const { booking, outcome } = reserved([held()], { over, concert: { ...firstConcert('open', now), gifts: true } });
    expect(booking).toMatchObject({ giftMinor: 2_000, price: { amountMinor: 5_000 } });
    expect(outcome).toMatchObject({ ok: true, value: { answer: { amount: 5_000, giftMinor: 2_000 } } });
    const refused = reserved([held()], { over }).outcome;
    expect(refused).toMatchObject({ ok: false, error: { code: 'request.invalid', errors: [{ field: 'giftMinor' }] } });
  });

  it('no second booking: what waits is offered, and nothing is held beside it', () => {
    const waiting = bookingOf({ userId: OWNER, tickets: 3 }, now);
    const { unit, outcome } = reserved([held(), waiting]);
    expect(outcome).toMatchObject({ ok: true, value: { answer: { id: waiting.id, notickets: 3, resumed: true } } });
    expect(unit.stock.held).toBe(3);
  });
});

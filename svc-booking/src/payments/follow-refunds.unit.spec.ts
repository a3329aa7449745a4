import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { TooEarlyError } from '@concert/service-kit/process/errors';
import { transitioned, type Booking } from '../bookings/booking.ts';
import { bookingOf } from '../bookings/order.harness.ts';
import { SeatUnitOfWork } from '../bookings/lane/seat-unit-of-work.ts';
import type { RefundMark } from '../bookings/refund-mark.ts';
import { firstConcert } from '../concert/concert.ts';
import type { Stock } from '../seats/stock.ts';
import { FollowRefunds } from './follow-refunds.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const id = idFromBytes('booking', new Uint8Array(17));
const fresh = bookingOf({ id }, now);
const change = { at: now, actor: 'svc-payment', cause: 'webhook' } as const;
const paid = transitioned(fresh, 'paid', change);
const late = transitioned(transitioned(fresh, 'expired', change), 'late_paid', change);

const said = (attempt: number, step: RefundMark['step']): RefundMark => ({ attempt, step });

/** All permutations. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((thing, index) => orders(things.filter((_, other) => other !== index)).map((rest) => [thing, ...rest]));
}

/** A round with the seats of the booking's category: its own sold ones and eight of other bookings. */
function roundWith(booking: Booking, stock?: Stock): SeatUnitOfWork {
  return new SeatUnitOfWork({
    concert: firstConcert('open', now),
    stock: stock ?? { seating: 'General Seating', capacity: 500, sold: 10, held: booking.keptUntil ? booking.tickets : 0, version: 1 },
    bookings: [booking],
    ended: [],
    now,
  });
}

const handle = (round: SeatUnitOfWork, message: RefundMark) =>
  round.decide((seats) => new FollowRefunds().follow(seats, id, message, { actor: 'svc-payment', cause: 'x' }));

/** Delivers messages as the broker does: one that cannot be handled yet is delivered again later. */
function after(start: Booking, messages: readonly RefundMark[]): { booking: Booking; sold: number } {
  const round = roundWith(start);
  const queue = [...messages];
  for (let tries = 0; queue.length > 0 && tries < 50; tries += 1) {
    const message = queue.shift()!;
    const handled = handle(round, message);
    if (handled.ok) continue;
    // Any other error is retried only a few times; then the message is dead-lettered.
    if (!(handled.error instanceof TooEarlyError)) throw handled.error;
    queue.push(message);
  }
  return { booking: round.booking(id)!, sold: round.stock.sold };
}

describe('news of a refund', () => {
  it.each([
    ['that went well', [said(1, 'started'), said(1, 'issued')], 'refunded', 8],
    ['that failed at once', [said(1, 'started'), said(1, 'failed')], 'refund_failed', 10],
    ['F62 that failed after it had been issued', [said(1, 'started'), said(1, 'issued'), said(1, 'failed')], 'refund_failed', undefined],
    ['that failed and was sent again', [said(1, 'started'), said(1, 'failed'), said(2, 'started'), said(2, 'issued')], 'refunded', 8],
    [
      'F62 that failed after it had been issued and was sent again',
      [said(1, 'started'), said(1, 'issued'), said(1, 'failed'), said(2, 'started'), said(2, 'issued')],
      'refunded',
      8,
    ],
  ] as const)('%s ends alike in whatever order and however often it comes, and seats go back once', (_, messages, status, sold) => {
    for (const order of orders(messages)) {
      const { booking, sold: left } = after(paid, [...order, ...order]);
      expect([order.map(({ attempt, step }) => `${attempt} ${step}`), booking.status]).toEqual([
        order.map(({ attempt, step }) => `${attempt} ${step}`),
        status,
      ]);
      expect(left).toBeGreaterThanOrEqual(8);
      if (sold !== undefined) expect(left).toBe(sold);
    }
  });

  it('of money that came too late gives back no seat, and fails without a step back', () => {
    expect(after(late, [said(1, 'issued')])).toMatchObject({ booking: { status: 'refunded' }, sold: 10 });
    expect(after(late, [said(1, 'started'), said(1, 'failed'), said(2, 'started'), said(2, 'issued')])).toMatchObject({
      booking: { status: 'refunded' },
      sold: 10,
    });
    expect(after(late, [said(1, 'failed')]).booking.status).toBe('late_paid');
  });

  it.each([
    ['pending', fresh],
    ['expired', transitioned(fresh, 'expired', change)],
    ['cancelled', transitioned(fresh, 'cancelled', change)],
    ['failed', transitioned(fresh, 'failed', change)],
  ] as const)('of a booking that is still %s waits until the news that it is paid is there', (_, unpaid) => {
    for (const step of ['started', 'issued', 'failed'] as const) {
      const early = roundWith(unpaid);
      expect(handle(early, said(1, step))).toMatchObject({ ok: false, error: expect.any(TooEarlyError) });
      expect([early.booking(id), early.steps]).toEqual([unpaid, []]);
      const round = roundWith(late);
      expect(handle(round, said(1, step)).ok).toBe(true);
      expect(round.booking(id)!.refund).toEqual(said(1, step));
    }
  });
});

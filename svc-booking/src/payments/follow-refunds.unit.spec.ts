import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { TooEarlyError } from '@concert/service-kit/errors';
import type { ClientSession } from '@concert/service-kit/mongo';
import { moved, newBooking, type Booking, type RefundMark } from '../bookings/booking.ts';
import type { BookingsRepository } from '../bookings/bookings.repository.ts';
import type { Stock } from '../seats/stock.ts';
import type { StockRepository } from '../seats/stock.repository.ts';
import { FollowRefunds } from './follow-refunds.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const session = null as unknown as ClientSession;
const id = idFromBytes('booking', new Uint8Array(13));
const fresh = newBooking(
  {
    id,
    userId: idFromBytes('user', new Uint8Array(13)),
    firstname: 'Anna',
    lastname: '',
    email: 'anna@example.org',
    phoneno: '5551234567',
    seating: 'General Seating',
    tickets: 2,
    host: '',
  },
  now,
  1_800,
);
const change = { at: now, actor: 'svc-payment', cause: 'webhook' } as const;
const paid = moved(fresh, 'paid', change);
const late = moved(moved(fresh, 'expired', change), 'late_paid', change);

const said = (attempt: number, step: RefundMark['step']): RefundMark => ({ attempt, step });

/** Every order of some things. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((thing, index) => orders(things.filter((_, other) => other !== index)).map((rest) => [thing, ...rest]));
}

/** Hears messages as the broker brings them: one that cannot be handled yet comes again later. */
async function after(start: Booking, messages: readonly RefundMark[]): Promise<{ booking: Booking; sold: number }> {
  let booking = start;
  let stock = { seating: 'General Seating', capacity: 500, sold: 10, holds: [], version: 1 } as unknown as Stock;
  const bookings = {
    byId: () => Promise.resolve(booking),
    replace: (_: Booking, next: Booking) => Promise.resolve(void (booking = next)),
  } as unknown as BookingsRepository;
  const stocks = {
    of: () => Promise.resolve(stock),
    replace: (_: Stock, next: Stock) => Promise.resolve(void (stock = next)),
  } as unknown as StockRepository;
  const follow = new FollowRefunds(bookings, stocks, { now: () => now });
  const queue = [...messages];
  for (let tries = 0; queue.length > 0 && tries < 50; tries += 1) {
    const message = queue.shift()!;
    await follow.handle(id, message, { actor: 'svc-payment', cause: 'x' }, session).catch((error: unknown) => {
      // Anything else is forgiven a few times only, and then lies in the dead letters.
      if (!(error instanceof TooEarlyError)) throw error;
      queue.push(message);
    });
  }
  return { booking, sold: (stock as unknown as { sold: number }).sold };
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
  ] as const)('%s ends alike in whatever order and however often it comes, and seats go back once', async (_, messages, status, sold) => {
    for (const order of orders(messages)) {
      const { booking, sold: left } = await after(paid, [...order, ...order]);
      expect([order.map(({ attempt, step }) => `${attempt} ${step}`), booking.status]).toEqual([
        order.map(({ attempt, step }) => `${attempt} ${step}`),
        status,
      ]);
      expect(left).toBeGreaterThanOrEqual(8);
      if (sold !== undefined) expect(left).toBe(sold);
    }
  });

  it('of money that came too late gives back no seat, and fails without a step back', async () => {
    expect(await after(late, [said(1, 'issued')])).toMatchObject({ booking: { status: 'refunded' }, sold: 10 });
    expect(await after(late, [said(1, 'started'), said(1, 'failed'), said(2, 'started'), said(2, 'issued')])).toMatchObject({
      booking: { status: 'refunded' },
      sold: 10,
    });
    expect((await after(late, [said(1, 'failed')])).booking.status).toBe('late_paid');
  });

  it.each([
    ['pending', fresh],
    ['expired', moved(fresh, 'expired', change)],
    ['cancelled', moved(fresh, 'cancelled', change)],
    ['failed', moved(fresh, 'failed', change)],
  ] as const)('of a booking that is still %s waits until the news that it is paid is there', async (_, unpaid) => {
    for (const step of ['started', 'issued', 'failed'] as const) {
      let booking: Booking = unpaid;
      const bookings = {
        byId: () => Promise.resolve(booking),
        replace: (_before: Booking, next: Booking) => Promise.resolve(void (booking = next)),
      } as unknown as BookingsRepository;
      const hear = () =>
        new FollowRefunds(bookings, {} as StockRepository, { now: () => now }).handle(
          id,
          said(1, step),
          { actor: 'svc-payment', cause: 'x' },
          session,
        );
      await expect(hear()).rejects.toThrow(TooEarlyError);
      expect(booking).toBe(unpaid);
      booking = late;
      await hear();
      expect(booking.refund).toEqual(said(1, step));
    }
  });
});

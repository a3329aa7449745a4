import { describe, expect, it } from '@jest/globals';
import type { RefundBooking, RefundConcert } from '@concert/contracts/booking/refunds';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { FakeClock } from '@concert/test-kit/clock';
import { RefundLink } from './refund-link.codec.ts';
import type { Refund } from '../rules/refund.ts';
import { ShowRefund } from './show-refund.ts';

const booking = 'bk_0123456789abcdefghjk000000' as BookingId;
const other = 'bk_0123456789abcdefghjm000000' as BookingId;
let generation = 0;
const link = new RefundLink(['key', 'older key'], 'http://localhost:8080');
const now = new Date('2026-01-10T18:00:00Z');
const clock = new FakeClock(now.toISOString());
const refund = {
  id: 'rf_1',
  bookingId: booking,
  status: 'requested',
  reason: null,
  cause: 'organiser',
  attempt: 1,
  amount: { amountMinor: 5_000, currency: 'USD' },
  cardEnding: '4242',
  requestedAt: now,
  issuedAt: null,
} as unknown as Refund;
const concert: RefundConcert = {
  title: 'Concert',
  startsAt: now.toISOString(),
  timeZone: 'UTC',
  supportEmail: 'help@example.org',
  supportPhone: '5551234567',
};
const show = new ShowRefund(
  { ofBookings: (ids: readonly BookingId[]) => Promise.resolve(ids.includes(booking) ? [refund] : []) } as never,
  { read: () => Promise.resolve({ concert, bookings: new Map([[booking, { linkGeneration: generation } as RefundBooking]]) }) },
  { ofBooking: () => Promise.resolve([{ userId: 'us_buyer' as UserId }] as never), byCheckoutSession: () => Promise.resolve(undefined) },
  link,
  clock,
);
const secretOf = (of: RefundLink, id: BookingId, at = 0) => new URL(of.url(id, at)).searchParams.get('ref2')!;
const person = (userId: string) => ({ userId, role: 'buyer' }) as Identity;

describe('the state of a refund', () => {
  it.each<[string, string | undefined, Identity | undefined]>([
    ['the secret of its link', secretOf(link, booking), undefined],
    ['a secret of the key before', secretOf(new RefundLink(['older key'], 'http://x'), booking), undefined],
    ['the buyer, without a secret', undefined, person('us_buyer')],
    ['the buyer, with a wrong one', 'x', person('us_buyer')],
  ])('is shown to %s', async (_, secret, who) => {
    expect(await show.byLink(booking, secret, who)).toMatchObject({
      bookingId: booking,
      state: 'requested',
      amount: { amountMinor: 5_000 },
      cardEnding: '4242',
    });
  });

  it.each<[string, BookingId, string | undefined, Identity | undefined]>([
    ['nobody with nothing', booking, undefined, undefined],
    ['an empty secret', booking, '', undefined],
    ['the secret of another booking', booking, secretOf(link, other), undefined],
    ['a secret of a strange key', booking, secretOf(new RefundLink(['another'], 'http://x'), booking), undefined],
    ['someone else who is signed in', booking, undefined, person('us_other')],
    ['an organiser, who has a list of their own', booking, undefined, { ...person('us_other'), role: 'organiser' }],
    ['the buyer of a booking without a refund', other, undefined, person('us_buyer')],
  ])('B3-509 does not exist for %s', async (_, id, secret, who) => {
    await expect(show.byLink(id, secret, who)).rejects.toMatchObject({ code: 'payment.not_found' });
  });

  it('B9-638 is shown by the link of the present generation only, and to the buyer whichever the link is', async () => {
    generation = 1;
    try {
      await expect(show.byLink(booking, secretOf(link, booking), undefined)).rejects.toMatchObject({ code: 'payment.not_found' });
      for (const [secret, who] of [
        [secretOf(link, booking, 1), undefined],
        [secretOf(link, booking), person('us_buyer')],
      ] as const)
        expect(await show.byLink(booking, secret, who)).toMatchObject({ state: 'requested' });
    } finally {
      generation = 0;
    }
  });

  it('B9-551 is shown by its link until 90 days after the evening and after the refund, then to the buyer only', async () => {
    const secret = secretOf(link, booking);
    clock.advance({ days: 89 });
    expect(await show.byLink(booking, secret, undefined)).toMatchObject({ state: 'requested' });
    clock.advance({ days: 1 });
    await expect(show.byLink(booking, secret, undefined)).rejects.toMatchObject({ code: 'payment.link_ended' });
    // A link that was never good hears nothing of that.
    await expect(show.byLink(booking, 'x', undefined)).rejects.toMatchObject({ code: 'payment.not_found' });
    expect(await show.byLink(booking, secret, person('us_buyer'))).toMatchObject({ state: 'requested' });
    clock.set(now);
  });

  it('B9-551 is shown by its link while the concert is postponed without a new date', async () => {
    clock.advance({ days: 300 });
    concert.dateToFollow = true;
    try {
      expect(await show.byLink(booking, secretOf(link, booking), undefined)).toMatchObject({ concert: { dateToFollow: true } });
    } finally {
      delete concert.dateToFollow;
      clock.set(now);
    }
  });
});

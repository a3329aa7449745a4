import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HeldSeats } from '@concert/contracts/booking/held-seats';
import type { Identity } from '@concert/contracts/core/identity';
import { until } from '@concert/test-kit/until';
import { RunningBooking } from '../running-booking.harness.ts';

const booking = new RunningBooking();
/** An organiser who proved themselves a moment ago, by the clock of the machine. */
const organiser = () => booking.person('organiser', { signedInAt: new Date().toISOString() });
const release = (of: string, over: { who?: Identity; reason?: string } = {}) =>
  booking.ask('POST', '/api/held-seats/release', { who: over.who ?? organiser(), body: { of, reason: over.reason ?? 'A bot' } });
const left = () => booking.left('General Seating');
const facts = async (type: string, subject: string) => (await booking.told(type, subject)).length;

async function listed(limit = 100): Promise<HeldSeats[]> {
  const held: HeldSeats[] = [];
  for (let query = `?limit=${limit}`; query;) {
    const { body } = await booking.ask('GET', `/api/held-seats${query}`, { who: organiser() });
    held.push(...(body.items as HeldSeats[]));
    query = body.next ? `?limit=${limit}&cursor=${encodeURIComponent(body.next as string)}` : '';
  }
  return held;
}
const ofThese = async (...ids: string[]) => (await listed()).filter(({ bookingId }) => ids.includes(bookingId));

beforeAll(() => booking.start());
afterAll(() => booking.stop());

describe('seats that are held and not paid', () => {
  it('B9-554 are listed for organisers: whose, which, since when and until when, page by page', async () => {
    const [who, other] = [booking.person(), booking.person()];
    const first = await booking.reserved(who, { notickets: 3 });
    booking.clock.advance({ seconds: 30 });
    const second = await booking.reserved(other, { seating: 'VIP Seating', notickets: 6 });
    await booking.beginPayment(second, other);
    const paid = await booking.paid(booking.person());
    expect(await ofThese(first, second, paid)).toEqual([
      {
        bookingId: first,
        userId: who.userId,
        name: who.name,
        email: who.email,
        phoneno: '(555) 123-4567',
        seating: 'General Seating',
        notickets: 3,
        since: expect.any(String),
        until: expect.any(String),
        paying: false,
      },
      expect.objectContaining({ bookingId: second, seating: 'VIP Seating', notickets: 6, paying: true }),
    ]);
    expect((await listed(1)).map(({ bookingId }) => bookingId)).toEqual((await listed()).map(({ bookingId }) => bookingId));
    expect((await booking.ask('GET', '/api/held-seats', { who })).body.code).toBe('request.forbidden');
    booking.clock.advance({ minutes: 40 });
    expect(await ofThese(first, second)).toEqual([]);
  });

  it('B9-554 are released by an organiser with a reason; the act is kept', async () => {
    const who = booking.person();
    const id = await booking.reserved(who, { notickets: 4 });
    const before = await left();
    expect((await release(id, { reason: ' ' })).body.code).toBe('request.invalid');
    const by = organiser();
    expect((await release(id, { who: by, reason: 'Eleven accounts of one person' })).body).toEqual({ released: 1, closing: 0 });
    expect([await booking.status(who, id), await left()]).toEqual(['cancelled', before + 4]);
    expect(await facts('booking.booking.released.v1', id)).toBe(1);
    const { entries } = (await booking.ask('GET', `/api/ticket-bookings/${id}/timeline`, { who: by })).body;
    expect(entries.filter(({ kind }: { kind: string }) => kind === 'act')).toMatchObject([
      {
        entry: {
          act: 'hold.released',
          by: { id: by.userId },
          detail: { tickets: 4, reason: 'Eleven accounts of one person', paying: false },
        },
      },
    ]);
    expect([(await release(id)).body.code, (await release(`bk_${'0'.repeat(26)}`)).body.code, (await release('x')).body.code]).toEqual([
      'booking.not_held',
      'booking.not_found',
      'request.invalid',
    ]);
  });

  it('B9-554 keep their seats while a payment page is open: the provider closes it first, and a payment that was made counts', async () => {
    const [gone, paying] = [booking.person(), booking.person()];
    const [closed, late] = [await booking.reserved(gone), await booking.reserved(paying)];
    await booking.beginPayment(closed, gone);
    await booking.beginPayment(late, paying);
    const before = await left();
    expect([(await release(closed)).body, (await release(late)).body]).toEqual([
      { released: 0, closing: 1 },
      { released: 0, closing: 1 },
    ]);
    expect([await booking.status(gone, closed), await booking.status(paying, late), await left()]).toEqual(['pending', 'pending', before]);
    expect(await facts('booking.booking.cancel-requested.v1', closed)).toBe(1);
    // One was paid before the page could be closed: its buyer keeps the seats.
    await booking.settled(late, 5_000);
    await booking.pageEnded(closed, 'cancelled');
    await until(
      'both have ended',
      async () => [await booking.status(gone, closed), await booking.status(paying, late)].join(),
      'cancelled,paid',
    );
    expect(await left()).toBe(before + 2);
  });

  it('B9-554 of one account are released together, and those of others stay', async () => {
    const [greedy, honest] = [booking.person(), booking.person()];
    const ids = [
      await booking.reserved(greedy, { notickets: 6 }),
      await booking.reserved(greedy, { seating: 'Preferred Seating', notickets: 4 }),
      await booking.reserved(greedy, { seating: 'Premium Seating', notickets: 6 }),
    ];
    const kept = await booking.reserved(honest);
    expect((await release(greedy.userId)).body).toEqual({ released: 3, closing: 0 });
    expect([await ofThese(...ids), (await ofThese(kept)).length]).toEqual([[], 1]);
    expect((await release(greedy.userId)).body.code).toBe('booking.not_held');
  });

  it('may be released many at one moment, and the audit log stays whole', async () => {
    const ids = [];
    for (let count = 0; count < 8; count += 1) ids.push(await booking.reserved(booking.person()));
    const answers = await Promise.all(ids.map((id) => release(id)));
    expect(answers.map(({ body }) => body as unknown)).toEqual(ids.map(() => ({ released: 1, closing: 0 })));
    const chain = await booking.ask('GET', '/api/audit-log/chain', { who: organiser() });
    expect(chain.body).toEqual({ entries: expect.any(Number), intact: true });
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import { until } from '@concert/test-kit/until';
import { randomIds } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { BOOKINGS } from '../bookings/bookings.repository.ts';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import { OPEN_SEAT_LIMITS } from '../bookings/open-holds.ts';
import { PlaceBooking } from '../bookings/place-booking.ts';
import { ReleaseBooking } from '../bookings/release-booking.ts';
import { CONCERT } from '../concert/concert.repository.ts';
import { STOCK } from '../seats/stock.repository.ts';
import { UNPAID_HOLDS } from './unpaid-holds.ts';
import { RunningBooking, type Answer } from '../running-booking.harness.ts';
import { unpaidHoldsCollection, type UnpaidHoldsDocument } from './unpaid-hold.schema.ts';

const LIMITS = {
  UNPAID_HOLDS_PER_ACCOUNT: '4',
  UNPAID_HOLDS_PER_PHONE: '4',
  UNPAID_HOLDS_PER_SOURCE: '12',
  OPEN_SEATS_PER_ACCOUNT: '12',
  OPEN_SEATS_PER_PHONE: '12',
  OPEN_SEATS_PER_SOURCE: '24',
  PAYING_SEATS_PER_SOURCE: '30',
};
const running = new RunningBooking();
let day = 0;
let phones = 0;

const phone = () => `(555) 200-${String((phones += 1)).padStart(4, '0')}`;

const orderOf = (who: Identity, phoneno: string, seating: Seating, tickets: number) => ({
  firstname: who.name,
  lastname: '',
  email: who.email,
  phoneno,
  notickets: tickets,
  seating,
  amount: priceMinor(seating, tickets),
  currency: 'USD',
});

async function reserve(
  who: Identity,
  over: { phoneno?: string; address?: string; seating?: Seating; tickets?: number } = {},
): Promise<Answer> {
  const { phoneno = phone(), address = `198.51.${day}.${phones % 250}`, seating = 'General Seating', tickets = 1 } = over;
  return running.ask('POST', '/api/reserve-your-seat', {
    who,
    key: randomUUID(),
    address,
    body: orderOf(who, phoneno, seating, tickets),
  });
}

/** Reserves and gives up, so many times. */
async function waste(times: number, who: () => Identity, over: { phoneno?: string; address?: string } = {}): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const person = who();
    const { status, body } = await reserve(person, over);
    expect(status).toBe(201);
    expect((await running.ask('POST', `/api/ticket-bookings/${body.id}/cancel`, { who: person })).body.status).toBe('cancelled');
  }
}

const refusal = (who: Identity, over: Parameters<typeof reserve>[1] = {}) =>
  until(
    'further reservations are refused',
    () =>
      reserve(who, over).then(async (answer) => {
        if (answer.status === 201) await running.ask('POST', `/api/ticket-bookings/${answer.body.id}/cancel`, { who });
        return answer;
      }),
    ({ status }) => status === 429,
    { withinMs: 10_000 },
  );

beforeAll(() => running.start(LIMITS));
afterAll(() => running.stop());
beforeEach(() => {
  day += 1;
  running.clock.advance({ hours: 25 });
});

describe('reservations that nobody pays', () => {
  it('B9-13 make their account wait until a day is over, and say how long', async () => {
    const who = running.person();
    await waste(4, () => who);
    const refused = await refusal(who);
    expect(refused.body).toMatchObject({ code: 'booking.too_many_unpaid', status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    expect((await reserve(running.person())).status).toBe(201);
    running.clock.advance({ hours: 25 });
    expect((await reserve(who)).status).toBe(201);
  });

  it('B9-13 make their phone number wait, whichever account it is typed into', async () => {
    const phoneno = phone();
    const known = () => unpaidHoldsCollection.driver(running.database).countDocuments({ _id: /^phone / });
    const before = await known();
    await waste(2, () => running.person(), { phoneno });
    await waste(2, () => running.person(), { phoneno: phoneno.replaceAll(/\D/g, '') });
    expect(await known()).toBe(before + 1);
    await refusal(running.person(), { phoneno: phoneno.replace(' ', '') });
    expect((await reserve(running.person())).status).toBe(201);
  });

  it('B9-13 make their network wait later than one person, and an IPv6 household as a whole', async () => {
    const address = `2001:db8:${day}:7::1`;
    await waste(12, () => running.person(), { address });
    await refusal(running.person(), { address: `2001:db8:${day}:7:aaaa::2` });
    expect((await reserve(running.person(), { address: `2001:db8:${day}:8::1` })).status).toBe(201);
  });

  it('B9-39 count for no network where nobody knows it, as behind a proxy that is not trusted', async () => {
    const counted = () =>
      unpaidHoldsCollection
        .driver(running.database)
        .find({ _id: /^source/ })
        .sort({ _id: 1 })
        .toArray();
    const before = await counted();
    await waste(14, () => running.person(), { address: 'unknown' });
    expect([(await reserve(running.person(), { address: 'unknown' })).status, await counted()]).toEqual([201, before]);
  });

  it('B9-13 count when their time ends by itself, and not when they were paid', async () => {
    const [late, good] = [running.person(), running.person()];
    await reserve(late);
    await running.paid(good);
    running.clock.advance({ minutes: 31 });
    const counts = () => unpaidHoldsCollection.driver(running.database).find().toArray();
    const of = (rows: readonly UnpaidHoldsDocument[], who: Identity) => rows.find(({ _id }) => _id === `account ${who.userId}`)?.count;
    const rows = await until('the hold that ended is counted', counts, (seen) => of(seen, late) === 1, { withinMs: 20_000 });
    expect(of(rows, good)).toBeUndefined();
    // What is kept names no phone number and no address: only keyed hashes, which may hold any three digits by chance.
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(['_id', 'count', 'forgetAt']);
      expect(row._id).toMatch(/^(account us_[0-9a-z]+|(phone|source) [\w-]{22})$/);
    }
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|2001:db8/);
  });
});

describe('seats that are held and not paid', () => {
  const openPage = (who: Identity, bookingId: string) =>
    running.ask('POST', '/internal/begin-payment', {
      caller: running.payment,
      body: { bookingId, userId: who.userId },
    });

  it('B9-63 are so many at a time for a network, in a rush as well; whoever opens a payment page or gives up makes room', async () => {
    const address = `203.0.${day}.7`;
    const crowd = Array.from({ length: 30 }, () => running.person());
    const answers = await Promise.all(crowd.map((who) => reserve(who, { address, tickets: 2 })));
    const held = answers.flatMap(({ status, body }, index) => (status === 201 ? [{ who: crowd[index]!, id: body.id as string }] : []));
    expect(held).toHaveLength(12);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect(refused.body).toMatchObject({ code: 'booking.too_many_held', status: 429, detail: expect.stringContaining('try again in') });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(1_800);
    expect((await reserve(running.person(), { address, seating: 'VIP Seating' })).status).toBe(429);
    expect((await reserve(running.person(), { address: `203.0.${day}.8`, tickets: 6 })).status).toBe(201);
    const [paying, leaving, more] = held as [(typeof held)[0], (typeof held)[0], (typeof held)[0]];
    await openPage(paying.who, paying.id);
    expect((await reserve(running.person(), { address, tickets: 2 })).status).toBe(201);
    await running.ask('POST', `/api/ticket-bookings/${leaving.id}/cancel`, { who: leaving.who });
    expect((await reserve(running.person(), { address, tickets: 2 })).status).toBe(201);
    // The same reservation is offered again, not counted anew.
    expect((await reserve(more.who, { address, tickets: 2 })).body).toMatchObject({ id: more.id, resumed: true });
    running.clock.advance({ minutes: 31 });
    expect((await reserve(running.person(), { address, tickets: 6 })).status).toBe(201);
  });

  it('B9-63 are so many for all copies of the service together', async () => {
    const address = `203.0.${day}.10`;
    const known = running.service.app;
    const parts = [known.get(BOOKINGS), known.get(STOCK), known.get(CONCERT), known.get(Transactions), known.get(Outbox)] as const;
    const lanes = new SeatLanes(...parts, known.get(Idempotency), known.get(Inbox), running.clock, 60_000);
    const rest = [known.get(Idempotency), randomIds, 1_800, 60_000, '', known.get(OPEN_SEAT_LIMITS)] as const;
    const other = new PlaceBooking(lanes, known.get(ReleaseBooking), known.get(UNPAID_HOLDS), ...rest);
    const here = Array.from({ length: 20 }, () => reserve(running.person(), { address, tickets: 2 }));
    const there = Array.from({ length: 20 }, async () => {
      const who = running.person();
      return other.place(orderOf(who, phone(), 'General Seating', 2) as never, who, randomUUID(), address);
    });
    const placed = (await Promise.allSettled(there)).filter(({ status }) => status === 'fulfilled');
    expect((await Promise.all(here)).filter(({ status }) => status === 201).length + placed.length).toBe(12);
  });

  it('B9-63 with opened payment pages are more, and have an end as well', async () => {
    const address = `203.0.${day}.9`;
    for (let count = 0; count < 5; count += 1) {
      const who = running.person();
      await openPage(who, (await reserve(who, { address, tickets: 6 })).body.id as string);
    }
    expect((await reserve(running.person(), { address })).body.code).toBe('booking.too_many_held');
  });

  it('B9-63 are counted for an account and for a phone number however it is written, and for no network where none is known', async () => {
    const who = running.person();
    expect((await reserve(who, { tickets: 6 })).status).toBe(201);
    expect((await reserve(who, { tickets: 6, seating: 'Premium Seating' })).status).toBe(201);
    expect((await reserve(who, { seating: 'VIP Seating' })).body.code).toBe('booking.too_many_held');
    const phoneno = phone();
    const digits = phoneno.replaceAll(/\D/g, '');
    const address = 'unknown';
    expect((await reserve(running.person(), { phoneno, tickets: 6, address })).status).toBe(201);
    expect((await reserve(running.person(), { phoneno: digits, tickets: 6, address })).status).toBe(201);
    expect((await reserve(running.person(), { phoneno: phoneno.replace(' ', ''), address })).body.code).toBe('booking.too_many_held');
    for (let count = 0; count < 5; count += 1) expect((await reserve(running.person(), { tickets: 6, address })).status).toBe(201);
  });

  it('B9-64 get more time only while others can have seats, or once their buyer has opened a payment page', async () => {
    const seating = 'VIP Seating';
    const buyers = Array.from({ length: 5 }, () => running.person());
    const ids: { id: string; holdEndsAt: string }[] = [];
    for (const who of buyers) ids.push((await reserve(who, { seating, tickets: 6 })).body);
    const moreTime = (index: number, holdEndsAt = ids[index]!.holdEndsAt) =>
      running.ask('POST', `/api/ticket-bookings/${ids[index]!.id}/more-time`, { who: buyers[index]!, body: { holdEndsAt } });
    expect((await moreTime(0)).body.code).toBe('booking.no_more_time');
    await openPage(buyers[0]!, ids[0]!.id);
    const { holdEndsAt } = (await running.ask('GET', `/api/ticket-bookings/${ids[0]!.id}`, { who: buyers[0]! })).body as {
      holdEndsAt: string;
    };
    expect((await moreTime(0, holdEndsAt)).status).toBe(200);
    await running.ask('POST', `/api/ticket-bookings/${ids[1]!.id}/cancel`, { who: buyers[1]! });
    expect((await moreTime(2)).status).toBe(200);
  });
});

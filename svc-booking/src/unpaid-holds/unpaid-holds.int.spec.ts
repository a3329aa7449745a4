import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import type { Identity } from '@concert/contracts/core/identity';
import { having, until } from '@concert/test-kit/until';
import { randomIds } from '@concert/service-kit/process/clock';
import { Idempotency } from '@concert/service-kit/store/idempotency';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import { OPEN_SEAT_LIMITS } from '../bookings/open-holds.ts';
import { PlaceBooking } from '../bookings/place-booking.ts';
import { ReleaseBooking } from '../bookings/release-booking.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { MongoStock } from '../seats/mongo-stock.ts';
import { MongoUnpaidHolds } from './mongo-unpaid-holds.ts';
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

const orderOf = (who: Identity, phoneno: string, seating: Seating, notickets: number) =>
  running.order(who, { phoneno, seating, notickets });

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
    having({ status: 429 }),
    { withinMs: 10_000 },
  );

beforeAll(() => running.start(LIMITS));
afterAll(() => running.stop());
beforeEach(async () => {
  day += 1;
  running.clock.advance({ hours: 25 });
  // What the test before left ends now, and is not counted in the middle of this one.
  await running.run('expire-holds');
});

describe('reservations that nobody pays', () => {
  it('B9-513 make their account wait until a day is over, and say how long', async () => {
    const who = running.person();
    await waste(4, () => who);
    const refused = await refusal(who);
    expect(refused.body).toMatchObject({ code: 'booking.too_many_unpaid', status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    expect((await reserve(running.person())).status).toBe(201);
    running.clock.advance({ hours: 25 });
    expect((await reserve(who)).status).toBe(201);
  });

  it('B9-513 make their phone number wait, whichever account it is typed into', async () => {
    const phoneno = phone();
    const known = () => unpaidHoldsCollection.driver(running.database).countDocuments({ _id: /^phone / });
    const before = await known();
    await waste(2, () => running.person(), { phoneno });
    await waste(2, () => running.person(), { phoneno: phoneno.replaceAll(/\D/g, '') });
    expect(await known()).toBe(before + 1);
    await refusal(running.person(), { phoneno: phoneno.replace(' ', '') });
    expect((await reserve(running.person())).status).toBe(201);
  });

  it('B9-513 make their network wait later than one person, and an IPv6 household as a whole', async () => {
    const address = `2001:db8:${day}:7::1`;
    await waste(12, () => running.person(), { address });
    await refusal(running.person(), { address: `2001:db8:${day}:7:aaaa::2` });
    expect((await reserve(running.person(), { address: `2001:db8:${day}:8::1` })).status).toBe(201);
  });

  it('B9-538 count for no network where nobody knows it, as behind a proxy that is not trusted', async () => {
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

  it('B9-513 count when their time ends by itself, and not when they were paid', async () => {
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
  const openPage = (who: Identity, bookingId: string) => running.beginPayment(bookingId, who);

  it('B9-562 are so many at a time for a network, in a rush as well; whoever opens a payment page or gives up makes room', async () => {
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

  it('B9-562 are so many for all copies of the service together', async () => {
    const address = `203.0.${day}.10`;
    const known = running.service.app;
    const parts = [
      known.get(MongoBookings),
      known.get(MongoStock),
      known.get(MongoConcert),
      known.get(Transactions),
      known.get(Outbox),
    ] as const;
    const lanes = new SeatLanes(...parts, known.get(Idempotency), known.get(Inbox), running.clock, 60_000);
    const rest = [known.get(Idempotency), randomIds, 1_800, 60_000, '', known.get(OPEN_SEAT_LIMITS)] as const;
    const other = new PlaceBooking(lanes, known.get(ReleaseBooking), known.get(MongoUnpaidHolds), ...rest);
    const here = Array.from({ length: 20 }, () => reserve(running.person(), { address, tickets: 2 }));
    const there = Array.from({ length: 20 }, async () => {
      const who = running.person();
      return other.place(orderOf(who, phone(), 'General Seating', 2) as never, who, randomUUID(), address);
    });
    const placed = (await Promise.allSettled(there)).filter(({ status }) => status === 'fulfilled');
    expect((await Promise.all(here)).filter(({ status }) => status === 201).length + placed.length).toBe(12);
  });

  it('B9-562 with opened payment pages are more, and have an end as well', async () => {
    const address = `203.0.${day}.9`;
    for (let count = 0; count < 5; count += 1) {
      const who = running.person();
      await openPage(who, (await reserve(who, { address, tickets: 6 })).body.id as string);
    }
    expect((await reserve(running.person(), { address })).body.code).toBe('booking.too_many_held');
  });

  it('B9-562 are counted for an account and for a phone number however it is written, and for no network where none is known', async () => {
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

  it('B9-563 get more time only while others can have seats, or once their buyer has opened a payment page', async () => {
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

describe('seats that are held for an email nobody has proven', () => {
  type Over = Parameters<typeof reserve>[1] & { key?: string };
  const hold = (who: Identity, over: Over = {}) => {
    const {
      phoneno = phone(),
      address = `198.18.${day}.${phones % 250}`,
      seating = 'General Seating',
      tickets = 1,
      key = randomUUID(),
    } = over;
    return running.ask('POST', '/api/reserve-your-seat/hold', { key, address, body: orderOf(who, phoneno, seating, tickets) });
  };
  const claim = (who: Identity, body: object = {}) => running.ask('POST', '/api/reserve-your-seat/claim', { who, body });
  const stored = (who: Identity) => running.database.collection('reserve-your-seat').find({ email: who.email }).toArray();
  const pay = (who: Identity, bookingId: string) => running.beginPayment(bookingId, who);

  it('B5-529 are taken over by who proves it, and are an ordinary booking from then on, also for who asks again', async () => {
    const who = running.person();
    const left = await running.left('General Seating');
    const held = await hold(who, { tickets: 2 });
    expect([held.status, held.body]).toEqual([
      201,
      {
        notickets: 2,
        amount: priceMinor('General Seating', 2),
        currency: 'USD',
        holdEndsAt: new Date(running.clock.now().getTime() + 600_000).toISOString(),
      },
    ]);
    expect(await running.left('General Seating')).toBe(left - 2);
    const [{ _id: id }] = (await stored(who)) as unknown as [{ _id: string }];
    expect((await pay(who, id)).code).toBe('booking.not_found');
    expect((await running.ask('GET', '/api/ticket-bookings', { who })).body).toEqual([]);
    expect((await claim(running.person())).body.code).toBe('booking.not_found');
    running.clock.advance({ minutes: 9, seconds: 59 });
    const again = { ...who, email: who.email.toUpperCase() };
    const answers = await Promise.all([claim(again), claim(who), claim(who), claim(again)]);
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [201, id]));
    expect(answers.filter(({ body }) => body.resumed === false)).toHaveLength(1);
    const holdEndsAt = new Date(running.clock.now().getTime() + 1_800_000).toISOString();
    expect((await claim(who)).body).toEqual({ ...held.body, id, status: 'pending', holdEndsAt, moreTimes: 10, resumed: true });
    expect(await running.left('General Seating')).toBe(left - 2);
    expect((await reserve(who)).body).toMatchObject({ id, resumed: true });
    expect((await pay(who, id)).bookingId).toBe(id);
    await running.settled(id, priceMinor('General Seating', 2));
    await running.becomes(who, id, 'paid');
    expect((await claim(who)).body.code).toBe('booking.not_found');
  });

  it('B5-530 come back after ten minutes, and nothing of them stays or is told', async () => {
    const who = running.person();
    const left = await running.left('General Seating');
    const address = `198.18.${day}.251`;
    await hold(who, { tickets: 3, address });
    const facts = () => running.database.collection('outbox').countDocuments();
    const told = await facts();
    running.clock.advance({ minutes: 10 });
    expect(await running.left('General Seating')).toBe(left);
    expect((await claim(who)).body.code).toBe('booking.not_found');
    running.clock.advance({ seconds: 1 });
    await running.run('expire-holds');
    expect([await stored(who), await facts()]).toEqual([[], told]);
    const counted = await unpaidHoldsCollection.driver(running.database).find().toArray();
    expect(counted.filter(({ forgetAt }) => forgetAt.getTime() === running.clock.now().getTime() + 86_400_000)).toEqual([
      expect.objectContaining({ _id: expect.stringMatching(/^source /), count: 1 }),
    ]);
  });

  it('B5-531 are one of an email in a category: who goes back and chooses anew holds the new choice', async () => {
    const who = running.person();
    const left = await running.left('General Seating');
    const key = randomUUID();
    const first = await hold(who, { tickets: 4, key, phoneno: '(555) 300-0001' });
    expect((await hold(who, { tickets: 4, key, phoneno: '(555) 300-0001' })).body).toEqual(first.body);
    await Promise.all(Array.from({ length: 5 }, () => hold(who, { tickets: 1 })));
    expect(await running.left('General Seating')).toBe(left - 1);
    expect(await stored(who)).toHaveLength(1);
    expect((await claim(who)).body.notickets).toBe(1);
    // Who has a booking that waits is offered that one, and holds nothing beside it.
    await hold(who, { tickets: 5 });
    expect((await claim(who)).body).toMatchObject({ notickets: 1, resumed: true });
    expect(await running.left('General Seating')).toBe(left - 1);
    expect((await running.ask('GET', '/api/ticket-bookings', { who })).body).toHaveLength(1);
  });

  it('B5-532 meet every rule of a reservation', async () => {
    const who = running.person();
    const body = orderOf(who, phone(), 'General Seating', 1);
    const post = (over: object) =>
      running.ask('POST', '/api/reserve-your-seat/hold', { key: randomUUID(), address: 'unknown', body: { ...body, ...over } });
    expect((await post({ amount: 1 })).body.code).toBe('booking.amount_mismatch');
    expect((await post({ terms_version: 'none' })).body.code).toBe('request.invalid');
    expect((await running.ask('POST', '/api/reserve-your-seat/hold', { body })).body.code).toBe('request.key_required');
    await running.setConcertState('disabled');
    const closed = await until('nothing can be reserved', () => post({}), having({ status: 409 }));
    expect(closed.body.code).toBe('booking.registration_closed');
    await running.setConcertState('open');
    await until('seats can be reserved', () => post({}), having({ status: 201 }));
    await running.setConcertState('disabled');
    await until(
      'nothing can be taken over',
      () => claim(who),
      ({ body: { code } }) => code === 'booking.registration_closed',
    );
    await running.setConcertState('open');
    await until('it can be taken over', () => claim(who), having({ status: 201 }));
    await running.settled((await claim(who)).body.id as string, priceMinor('General Seating', 1));
    await until('it is paid', () => claim(who), having({ status: 404 }), { withinMs: 20_000 });
    await post({});
    expect((await claim(who)).body.code).toBe('booking.second_purchase');
    expect((await claim(who, { second_purchase: true })).body).toMatchObject({ status: 'pending', resumed: false });
  });

  it('B5-533 are bounded for a network, and a stranger uses up nothing of an email or a phone number', async () => {
    const [who, phoneno, address] = [running.person(), phone(), `203.0.${day}.20`];
    const answers = await Promise.all(Array.from({ length: 10 }, () => hold(running.person(), { address, tickets: 4 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    expect(answers.find(({ status }) => status !== 201)!.body.code).toBe('booking.too_many_held');
    const counted = (of: RegExp) => unpaidHoldsCollection.driver(running.database).countDocuments({ _id: of });
    const [people, networks] = [await counted(/^(account|phone) /), await counted(/^source /)];
    for (let round = 0; round < 6; round += 1) {
      expect((await hold(who, { phoneno, tickets: 6, address: `203.0.${day}.${30 + round}` })).status).toBe(201);
      running.clock.advance({ minutes: 10, seconds: 1 });
      await running.run('expire-holds');
    }
    // The crowd's network, and six others.
    expect([await counted(/^(account|phone) /), await counted(/^source /)]).toEqual([people, networks + 7]);
    expect((await hold(who, { phoneno })).status).toBe(201);
    expect((await claim(who)).status).toBe(201);
  });

  it('B5-534 are half of what is not sold at most, from however many networks; who signs in gets the others', async () => {
    const seating = 'VIP Seating';
    const { capacity, sold } = (await running.database
      .collection<{ _id: string; capacity: number; sold: number }>('stock')
      .findOne({ _id: seating }))!;
    const crowd = Array.from({ length: capacity }, () => running.person());
    const answers = await Promise.all(crowd.map((who, at) => hold(who, { seating, tickets: 2, address: `2001:db8:${day}:${at}::1` })));
    const held = crowd.filter((_, at) => answers[at]!.status === 201);
    expect(held.length * 2).toBe(2 * Math.floor((capacity - sold) / 4));
    expect(answers.find(({ status }) => status !== 201)!.body).toMatchObject({ code: 'booking.sign_in_first', status: 409 });
    expect((await reserve(running.person(), { seating })).status).toBe(201);
    // What is taken over counts no longer.
    expect((await claim(held[0]!)).status).toBe(201);
    expect((await hold(running.person(), { seating, tickets: 2 })).status).toBe(201);
  });

  it('B5-535 are no readers of messages', async () => {
    const who = running.person();
    await hold(who);
    const body = { buyers: { statuses: ['pending'], seatings: ['General Seating'] } };
    const people = async () =>
      ((await running.ask('POST', '/internal/audience', { caller: running.notify, body })).body.people as { email: string }[]).map(
        ({ email }) => email,
      );
    expect(await people()).not.toContain(who.email);
    await claim(who);
    expect(await people()).toContain(who.email);
  });
});

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
import type { Answer } from '@concert/service-kit/service-in-test.harness';
import { MongoDisk } from '../bookings/mongo-disk.ts';
import { MongoAdmissions } from '../admissions/mongo-admissions.ts';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { SeatLanes } from '../bookings/lane/seat-lanes.ts';
import { OPEN_SEAT_LIMITS } from '../bookings/open-holds.ts';
import { PlaceBooking } from '../bookings/place-booking.ts';
import { ReleaseBooking } from '../bookings/release-booking.ts';
import { MongoConcert } from '../concert/mongo-concert.ts';
import { MongoStock } from '../seats/mongo-stock.ts';
import { MongoUnpaidHolds } from './mongo-unpaid-holds.ts';
import { RunningBooking } from '../running-booking.harness.ts';
import { unpaidHoldsCollection, type UnpaidHoldsDocument } from './unpaid-hold.schema.ts';

const LIMITS = {
  UNPAID_HOLDS_PER_ACCOUNT: '4',
  UNPAID_HOLDS_PER_SOURCE: '12',
  OPEN_SEATS_PER_ACCOUNT: '12',
  OPEN_SEATS_PER_SOURCE: '24',
  BOOKING_PATIENCE_MS: '20000',
};
const CATEGORIES = ['General Seating', 'Preferred Seating', 'Premium Seating', 'VIP Seating'] as const;
const running = new RunningBooking();
let day = 0;
let phones = 0;

const phone = () => `(555) 200-${String((phones += 1)).padStart(4, '0')}`;
const secret = () => randomUUID().replaceAll('-', '');

const orderOf = (who: Identity, phoneno: string, seating: Seating, notickets: number) =>
  running.order(who, { phoneno, seating, notickets });

interface Over {
  phoneno?: string;
  address?: string;
  seating?: Seating;
  tickets?: number;
  key?: string;
  secret?: string;
  second_purchase?: true;
  firstname?: string;
}

function reserve(who: Identity, over: Over = {}): Promise<Answer> {
  const { phoneno = phone(), seating = 'General Seating', tickets = 1, key = randomUUID(), second_purchase: again } = over;
  const body = { ...orderOf(who, phoneno, seating, tickets), ...(again ? { second_purchase: again } : {}) };
  return running.ask('POST', '/api/reserve-your-seat', { who, key, body });
}

/** Somebody signed out holds seats for this person's email, in a browser of their own unless told otherwise. */
function hold(who: Identity, over: Over = {}): Promise<Answer> {
  const { phoneno = phone(), seating = 'General Seating', tickets = 1, key = randomUUID() } = over;
  const { address = `198.18.${day}.${phones % 250}`, secret: hold_secret = secret(), firstname } = over;
  const body = { ...orderOf(who, phoneno, seating, tickets), ...(firstname ? { firstname } : {}), hold_secret };
  return running.ask('POST', '/api/reserve-your-seat/hold', { key, address, body });
}

const cancel = (who: Identity, id: string) => running.ask('POST', `/api/ticket-bookings/${id}/cancel`, { who });
const heldFor = async (who: Identity) => (await running.ask('GET', '/api/reserve-your-seat/held', { who })).body as unknown as object[];

/** Reserves and gives up, so many times. */
async function waste(times: number, who: () => Identity, over: Over = {}): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const person = who();
    const { status, body } = await reserve(person, over);
    expect(status).toBe(201);
    expect((await cancel(person, body.id as string)).body.status).toBe('cancelled');
  }
}

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
    const refused = await until(
      'further reservations are refused',
      () =>
        reserve(who).then(async (answer) => {
          if (answer.status === 201) await cancel(who, answer.body.id as string);
          return answer;
        }),
      having({ status: 429 }),
      { withinMs: 10_000 },
    );
    expect(refused.body).toMatchObject({ code: 'booking.too_many_unpaid', status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    expect((await reserve(running.person())).status).toBe(201);
    running.clock.advance({ hours: 25 });
    expect((await reserve(who)).status).toBe(201);
  });

  it('B9-513 count for nobody else who types the same phone number', async () => {
    const phoneno = phone();
    await waste(14, () => running.person(), { phoneno });
    expect((await reserve(running.person(), { phoneno })).status).toBe(201);
    const counted = await unpaidHoldsCollection
      .driver(running.database)
      .find({ _id: /^(?!account)/ })
      .toArray();
    expect(counted).toEqual([]);
  });

  it('B9-513 B1-523 of people nobody knows make their network prove an email first, each choice counted, a household and four as one /48', async () => {
    const [address, household] = [`2001:db8:${day}:7::1`, `2001:db8:${day}:7:aaaa::2`];
    const browser = secret();
    for (let count = 0; count < 13; count += 1) expect((await hold(running.person(), { address, secret: browser })).status).toBe(201);
    const refused = () => hold(running.person(), { address: household, secret: browser });
    const first = await until('an email has to be proven', refused, having({ status: 409 }), { withinMs: 10_000 });
    expect(first.body.code).toBe('booking.sign_in_first');
    expect((await reserve(running.person(), { address })).status).toBe(201);
    expect((await hold(running.person(), { address: `2001:db8:${day}:8::1` })).status).toBe(201);
    const sites = await unpaidHoldsCollection
      .driver(running.database)
      .find({ _id: /^site / })
      .toArray();
    expect(sites.map(({ count }) => count >= 12)).toEqual([true]);
  });

  it('B9-632 count for no network where nobody knows it, as behind a proxy that is not trusted', async () => {
    const counted = () => unpaidHoldsCollection.driver(running.database).countDocuments({ _id: /^(source|site) / });
    const [before, browser] = [await counted(), secret()];
    for (let count = 0; count < 14; count += 1) await hold(running.person(), { address: 'unknown', secret: browser });
    expect([(await hold(running.person(), { address: 'unknown', secret: browser })).status, await counted()]).toEqual([201, before]);
  });

  it('B9-513 count when their time ends by itself, and not when they were paid', async () => {
    const [late, good] = [running.person(), running.person()];
    await reserve(late);
    await running.paid(good);
    running.clock.advance({ minutes: 31 });
    const counts = () => unpaidHoldsCollection.driver(running.database).find().toArray();
    const of = (rows: readonly UnpaidHoldsDocument[], who: Identity) => rows.find(({ _id }) => _id === `account ${who.userId}`)?.count;
    const rows = await until('the hold that ended is counted', counts, (seen) => of(seen, late) === 1);
    expect(of(rows, good)).toBeUndefined();
    // What is kept names no address: only keyed hashes, which may hold any three digits by chance.
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(['_id', 'count', 'forgetAt']);
      expect(row._id).toMatch(/^(account us_[0-9a-z]+|(source|site) [\w-]{22})$/);
    }
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|2001:db8/);
  });
});

describe('seats that are held and not paid', () => {
  const openPage = (who: Identity, bookingId: string) => running.beginPayment(bookingId, who);

  it('B9-562 are twelve at a time for an account, at one moment in all categories too; whoever opens a payment page or gives up makes room', async () => {
    const who = running.person();
    const answers = await Promise.all(CATEGORIES.map((seating) => reserve(who, { seating, tickets: 4 })));
    const held = answers.filter(({ status }) => status === 201);
    expect(held).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 201)!;
    expect(refused.body).toMatchObject({ code: 'booking.too_many_held', status: 429, detail: expect.stringContaining('try again in') });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(1_800);
    const seating = CATEGORIES[answers.indexOf(refused)]!;
    await openPage(who, held[0]!.body.id as string);
    expect((await reserve(who, { seating, tickets: 4 })).status).toBe(201);
    // The same reservation is offered again, not counted anew.
    expect((await reserve(who, { seating, tickets: 4 })).body).toMatchObject({ resumed: true });
  });

  it('B9-562 are as many as there are for people who share a network and a phone number', async () => {
    const [address, phoneno] = [`203.0.${day}.7`, phone()];
    await Promise.all(Array.from({ length: 12 }, () => hold(running.person(), { address, tickets: 2 })));
    const crowd = await Promise.all(Array.from({ length: 30 }, () => reserve(running.person(), { address, phoneno, tickets: 2 })));
    expect(crowd.map(({ status }) => status)).toEqual(crowd.map(() => 201));
  });

  it('B9-562 are so many for all copies of the service together, and for all categories at one moment', async () => {
    const address = `203.0.${day}.10`;
    const known = running.service.app;
    const parts = [
      known.get(MongoBookings),
      known.get(MongoStock),
      known.get(MongoConcert),
      known.get(Transactions),
      known.get(Outbox),
    ] as const;
    const kept = [known.get(Idempotency), known.get(Inbox), known.get(MongoAdmissions)] as const;
    const lanes = new SeatLanes(...parts, ...kept, running.clock, 60_000);
    const rest = [known.get(Idempotency), randomIds, 1_800, 60_000, '', known.get(OPEN_SEAT_LIMITS), known.get(MongoDisk)] as const;
    const other = new PlaceBooking(lanes, known.get(ReleaseBooking), known.get(MongoUnpaidHolds), ...rest);
    const body = (at: number) => ({ ...orderOf(running.person(), phone(), CATEGORIES[at % 4]!, 2), hold_secret: secret() });
    // As the form does, each tries again under its key until it is known what became of it.
    const decided = (work: () => Promise<number>) => until('it is decided', work, (status) => status < 500, { withinMs: 60_000 });
    const here = Array.from({ length: 12 }, (_, at) => {
      const asked = { key: randomUUID(), address, body: body(at) };
      return decided(async () => (await running.ask('POST', '/api/reserve-your-seat/hold', asked)).status);
    });
    const there = Array.from({ length: 12 }, (_, at) => {
      const asked = [body(at) as never, randomUUID(), address] as const;
      const refused = (error: unknown) => ((error as { code?: string }).code === 'booking.sign_in_first' ? 409 : 503);
      return decided(() => other.holdSeats(...asked).then(() => 201, refused));
    });
    const statuses = await Promise.all([...here, ...there]);
    expect(statuses.filter((status) => status === 201)).toHaveLength(12);
  }, 120_000);

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
  const stored = (who: Identity) => running.database.collection('reserve-your-seat').find({ email: who.email }).toArray();

  it('B5-529 are reserved by who proves it, with what they type themselves, once, also when many ask at one moment', async () => {
    const who = running.person();
    const left = await running.left('General Seating');
    const held = await hold(who, { tickets: 2, firstname: 'Mallory' });
    const holdEndsAt = new Date(running.clock.now().getTime() + 600_000).toISOString();
    const seats = { notickets: 2, amount: priceMinor('General Seating', 2), currency: 'USD', holdEndsAt };
    expect([held.status, held.body]).toEqual([201, seats]);
    expect(await running.left('General Seating')).toBe(left - 2);
    const [{ _id: heldId }] = (await stored(who)) as unknown as [{ _id: string }];
    expect((await running.beginPayment(heldId, who)).code).toBe('booking.not_found');
    expect((await running.ask('GET', '/api/ticket-bookings', { who })).body).toEqual([]);
    // Whose name was typed is shown to the owner of the email, wherever they sign in, and to nobody else.
    const again = { ...who, email: who.email.toUpperCase() };
    expect(await heldFor(again)).toEqual([{ name: 'Mallory', seating: 'General Seating', ...seats }]);
    expect(await heldFor(running.person())).toEqual([]);
    // Its mail says what and until when, and nothing of whoever typed it.
    const told = await running.ask('POST', '/internal/held-mails', { caller: running.notify, body: { email: again.email } });
    const { currency: _currency, ...heldSeats } = seats;
    expect(told.body).toEqual({ timeZone: 'America/New_York', held: [{ seating: 'General Seating', ...heldSeats }] });
    running.clock.advance({ minutes: 9, seconds: 59 });
    const phoneno = phone();
    const answers = await Promise.all([again, who, who, again].map((each) => reserve(each, { phoneno, tickets: 2 })));
    const [{ id }] = answers.map(({ body }) => body) as [{ id: string }];
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [201, id]));
    expect(answers.filter(({ body }) => body.resumed === false)).toHaveLength(1);
    expect([await running.left('General Seating'), await heldFor(who)]).toEqual([left - 2, []]);
    const bookings = await running.database.collection<{ _id: string }>('reserve-your-seat').find({ _id: id }).toArray();
    expect(bookings).toMatchObject([{ _id: id, userId: who.userId, firstname: who.name, phoneno }]);
    expect((await running.beginPayment(id, who)).bookingId).toBe(id);
  });

  it('B5-530 come back after ten minutes, and nothing of them stays or is told', async () => {
    const who = running.person();
    const left = await running.left('General Seating');
    await hold(who, { tickets: 3, address: `198.18.${day}.251` });
    const facts = () => running.database.collection('outbox').countDocuments();
    const told = await facts();
    running.clock.advance({ minutes: 10 });
    expect(await running.left('General Seating')).toBe(left);
    expect(await heldFor(who)).toEqual([]);
    running.clock.advance({ seconds: 1 });
    await running.run('expire-holds');
    expect([await stored(who), await facts()]).toEqual([[], told]);
    const counted = await unpaidHoldsCollection.driver(running.database).find().toArray();
    expect(counted.filter(({ forgetAt }) => forgetAt.getTime() === running.clock.now().getTime() + 86_400_000)).toEqual([
      expect.objectContaining({ _id: expect.stringMatching(/^source /), count: 1 }),
    ]);
  });

  it('B5-531 are one of a browser, in whatever category, at one moment too, and end twenty minutes after the first', async () => {
    const who = running.person();
    const lefts = () => Promise.all(CATEGORIES.map((seating) => running.left(seating)));
    const before = await lefts();
    const mine = { secret: secret(), address: `198.18.${day}.252` };
    await hold(who, { ...mine, tickets: 4 });
    // Mistyped at first: the email may change.
    await hold(running.person(), { ...mine, seating: 'VIP Seating' });
    expect(await lefts()).toEqual([...before.slice(0, 3), before[3]! - 1]);
    await Promise.all(Array.from({ length: 8 }, (_, at) => hold(who, { ...mine, tickets: 2, seating: CATEGORIES[at % 4]! })));
    expect((await lefts()).reduce((sum, left, at) => sum + before[at]! - left, 0)).toBe(2);
    running.clock.advance({ minutes: 9 });
    const { body } = await hold(who, { ...mine, seating: 'Premium Seating', tickets: 2 });
    running.clock.advance({ minutes: 9 });
    const end = Date.parse(body.holdEndsAt as string) + 60_000;
    expect(Date.parse((await hold(who, mine)).body.holdEndsAt as string)).toBe(end);
    running.clock.advance({ minutes: 2 });
    expect(await lefts()).toEqual(before);
  });

  it('B1-524 of a stranger take nothing from those of their owner, and keep no seats once the owner reserves', async () => {
    const who = running.person();
    const [general, vip] = [await running.left('General Seating'), await running.left('VIP Seating')];
    await hold(who, { tickets: 2 });
    await hold(who, { tickets: 2, firstname: 'Mallory' });
    await hold(who, { tickets: 1, firstname: 'Mallory', seating: 'VIP Seating' });
    expect(await heldFor(who)).toHaveLength(3);
    const [one, two] = await Promise.all([reserve(who, { tickets: 2 }), reserve(who, { tickets: 2 })]);
    expect(one.body.id).toBe(two.body.id);
    expect([await heldFor(who), await running.left('General Seating'), await running.left('VIP Seating')]).toEqual([[], general - 2, vip]);
    // Who has a booking that waits is offered that one, and what is held beside it goes back.
    await hold(who, { tickets: 5 });
    expect((await reserve(who, { tickets: 5 })).body).toMatchObject({ notickets: 2, resumed: true });
    expect(await running.left('General Seating')).toBe(general - 2);
  });

  it('B1-525 are answered to an old key only while they stand, as a booking is', async () => {
    const who = running.person();
    const general = await running.left('General Seating');
    const two = { secret: secret(), key: randomUUID(), tickets: 2, phoneno: phone() };
    const first = await hold(who, two);
    running.clock.advance({ seconds: 1 });
    expect((await hold(who, two)).body).toEqual(first.body);
    await hold(who, { ...two, key: randomUUID(), tickets: 5 });
    expect((await hold(who, two)).body.code).toBe('request.key_reused');
    expect(await running.left('General Seating')).toBe(general - 5);
    running.clock.advance({ minutes: 21 });
    const end = Date.parse((await hold(who, two)).body.holdEndsAt as string);
    expect([end - running.clock.now().getTime(), await running.left('General Seating')]).toEqual([600_000, general - 2]);
    const order = { key: randomUUID(), tickets: 2, phoneno: phone() };
    const { id } = (await reserve(who, order)).body as { id: string };
    expect((await reserve(who, order)).body).toMatchObject({ id, resumed: false });
    await cancel(who, id);
    expect((await reserve(who, order)).body.code).toBe('request.key_reused');
    running.clock.advance({ minutes: 31 });
    const anew = await reserve(who, order);
    expect([anew.status, anew.body.status, anew.body.id === id]).toEqual([201, 'pending', false]);
    await running.settled(anew.body.id as string, priceMinor('General Seating', 2));
    await running.becomes(who, anew.body.id as string, 'paid');
    expect((await reserve(who, order)).body).toMatchObject({ id: anew.body.id, status: 'paid' });
  });

  it('B5-532 meet every rule of a reservation', async () => {
    const who = running.person();
    const body = { ...orderOf(who, phone(), 'General Seating', 1), hold_secret: secret() };
    const post = (over: object) =>
      running.ask('POST', '/api/reserve-your-seat/hold', { key: randomUUID(), address: 'unknown', body: { ...body, ...over } });
    expect((await post({ amount: 1 })).body.code).toBe('booking.amount_mismatch');
    expect((await post({ terms_version: 'none' })).body.code).toBe('request.invalid');
    expect((await post({ hold_secret: 'short' })).body.code).toBe('request.invalid');
    expect((await running.ask('POST', '/api/reserve-your-seat/hold', { body })).body.code).toBe('request.key_required');
    await running.setConcertState('disabled');
    const closed = await until('nothing can be reserved', () => post({}), having({ status: 409 }));
    expect(closed.body.code).toBe('booking.registration_closed');
    await running.setConcertState('open');
    await until('seats can be held', () => post({}), having({ status: 201 }));
  });

  it('B5-533 are bounded for a network, and a stranger uses up nothing of an email', async () => {
    const [who, address] = [running.person(), `203.0.${day}.20`];
    const answers = await Promise.all(Array.from({ length: 10 }, () => hold(running.person(), { address, tickets: 4 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    expect(answers.find(({ status }) => status !== 201)!.body).toMatchObject({ code: 'booking.sign_in_first', status: 409 });
    const counted = () => unpaidHoldsCollection.driver(running.database).countDocuments({ _id: /^account / });
    const people = await counted();
    for (let round = 0; round < 6; round += 1) {
      expect((await hold(who, { tickets: 6, address: `203.0.${day}.${30 + round}` })).status).toBe(201);
      running.clock.advance({ minutes: 10, seconds: 1 });
      await running.run('expire-holds');
    }
    expect(await counted()).toBe(people);
    expect((await reserve(who, { address })).status).toBe(201);
  });

  it('B5-534 are half of what is not sold at most, from however many networks; who signs in gets the others', async () => {
    const seating = 'VIP Seating';
    const { capacity, sold } = (await running.database
      .collection<{ _id: string; capacity: number; sold: number }>('stock')
      .findOne({ _id: seating }))!;
    const crowd = Array.from({ length: capacity }, () => running.person());
    const answers = await Promise.all(crowd.map((who, at) => hold(who, { seating, tickets: 2, address: `2001:db8:${day}${at}:1::1` })));
    const held = crowd.filter((_, at) => answers[at]!.status === 201);
    expect(held.length * 2).toBe(2 * Math.floor((capacity - sold) / 4));
    expect(answers.find(({ status }) => status !== 201)!.body).toMatchObject({ code: 'booking.sign_in_first', status: 409 });
    expect((await reserve(running.person(), { seating })).status).toBe(201);
    // What is reserved counts no longer.
    expect((await reserve(held[0]!, { seating, tickets: 2 })).status).toBe(201);
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
    await reserve(who);
    expect(await people()).toContain(who.email);
  });
});

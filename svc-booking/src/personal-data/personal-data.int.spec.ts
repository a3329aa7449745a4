import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountErasedV1 } from '@concert/contracts/auth/events';
import type { Identity } from '@concert/contracts/core/identity';
import type { UserId } from '@concert/contracts/core/ids';
import { FORGET_NEEDS_TASK, FORGET_OLD_TASK, NEEDS_DAYS } from '@concert/contracts/core/personal-data';
import { refundIssuedV1, refundStartedV1 } from '@concert/contracts/payment/refunds';
import { collectionsWithText } from '@concert/test-kit/collections-with-text';
import { atLeast, ofLength, until } from '@concert/test-kit/until';
import { NeighbourInTest } from '@concert/service-kit/neighbour-in-test.harness';
import { RunningBooking } from '../running-booking.harness.ts';

/** Addresses of those who are being erased, as svc-auth knows them, and who has been reported. */
const erased = new Map<string, string>();
const reports: string[] = [];
const auth = new NeighbourInTest(({ url, method }) => {
  const userId = String(url).split('/')[3]!;
  if (method !== 'POST') return { status: 200, body: { email: erased.get(userId) ?? null } };
  reports.push(userId);
  return { status: 204 };
});
const booking = new RunningBooking();
const organiser = booking.person('organiser');
let planted = 0;

beforeAll(async () => booking.start({ AUTH_URL: await auth.listen() }));
afterAll(async () => {
  await booking.stop();
  auth.close();
});

interface Planted {
  readonly who: Identity;
  readonly texts: readonly string[];
}

/** Somebody whose name, address and phone number nobody else has. */
function plant(): Planted {
  planted += 1;
  const [name, email, phone] = [`Wilhelmina${planted}`, `planted.${planted}@example.org`, `(555) 777-${1_000 + planted}`];
  return { who: booking.person('buyer', { name, email }), texts: [name, email, phone, phone.replace(/\D/g, '')] };
}
const typed = ({ texts }: Planted) => ({ firstname: texts[0], lastname: 'Planted', phoneno: texts[2] });

const invite = ({ texts }: Planted) => booking.invited({ name: `${texts[0]} Planted`, email2: texts[1], phoneno: texts[2], notickets: 2 });

async function tell(person: Planted): Promise<void> {
  erased.set(person.who.userId, person.texts[1]!);
  await booking.publish(accountErasedV1, { userId: person.who.userId });
}

const reported = (person: Planted, times = 1) =>
  until('svc-auth was told that nothing is left', () => reports.filter((userId) => userId === person.who.userId).length, atLeast(times), {
    withinMs: 20_000,
  });

const openMoney = async (userId: UserId) =>
  (await booking.ask('GET', `/internal/open-money/${userId}`, { caller: booking.auth })).body.open as { bookingId: string; why: string }[];
const bookings = () => booking.database.collection<{ _id: string; [field: string]: unknown }>('reserve-your-seat');

/** Every sum that is kept of bookings. */
async function sums(): Promise<unknown> {
  const of = (name: string) => booking.database.collection(name).find().sort({ _id: 1 }).toArray();
  return Promise.all([of('stock'), of('allotments'), of('money-moves'), of('audit')]);
}

describe('an erased person', () => {
  it('B6-581 is taken out of bookings and complimentary entries, and of the words they are found by; seats, money and tickets stay', async () => {
    const [gone, stays] = [plant(), plant()];
    const id = await booking.paid(gone.who, typed(gone));
    const kept = await booking.paid(stays.who, typed(stays));
    const entry = await invite(gone);
    const [name, email2] = gone.texts;
    const rows = [{ name, email2, phoneno: '', notickets: 2 }];
    const asked = { group: 'h', lastDay: '2026-12-20', for: 'guests', rows };
    expect((await booking.ask('POST', '/api/invitations', { who: organiser, key: 'invited', body: asked })).status).toBe(201);
    const { _id: invitation } = (await booking.database.collection<{ _id: string }>('invitations').findOne())!;
    await booking.ask('POST', `/api/invitations/${invitation}/end`, { who: organiser });
    expect(await collectionsWithText(booking.database, gone.texts)).toEqual([
      'complimentary-entries',
      'idempotency-keys',
      'invitations',
      'reserve-your-seat',
    ]);
    const before = await sums();
    const was = (await bookings().findOne({ _id: id }))!;
    await tell(gone);
    await reported(gone);
    expect(await collectionsWithText(booking.database, gone.texts)).toEqual([]);
    expect(await sums()).toEqual(before);
    const is = (await bookings().findOne({ _id: id }))!;
    expect(is).toMatchObject({ firstname: 'Erased', lastname: 'person', email: 'erased', phoneno: 'erased' });
    for (const field of ['userId', 'seating', 'notickets', 'amount', 'charged', 'status', 'ticketIds', 'history'])
      expect(is[field]).toEqual(was[field]);
    expect((await bookings().findOne({ _id: kept }))!['firstname']).toBe(stays.texts[0]);
    expect(booking.lines.filter((line) => gone.texts.some((text) => line.includes(text)))).toEqual([]);
    const told = await booking.database
      .collection('outbox')
      .find({ 'envelope.type': /pseudonymised/ })
      .toArray();
    expect(told.map(({ envelope }) => (envelope as { data: unknown }).data)).toEqual(
      expect.arrayContaining([{ bookingId: id }, { entryId: (entry as { id: string }).id }]),
    );
    // Told again, as after the restore of a backup: nothing is left to do, and that is reported as well.
    await tell(gone);
    await reported(gone, 2);
    expect((await bookings().findOne({ _id: id }))!['version']).toBe(is['version']);
  });

  it('B6-581 is not taken out of a booking whose money is on its way, and is not reported before', async () => {
    const person = plant();
    const id = await booking.reserved(person.who, typed(person));
    expect(await openMoney(person.who.userId)).toEqual([{ bookingId: id, why: 'payment_open' }]);
    const done = booking.lines.length;
    await tell(person);
    await until(
      'the service said that it waits',
      () => booking.lines.slice(done).filter((line) => line.includes('wait for their money')).length,
      1,
    );
    expect(reports).not.toContain(person.who.userId);
    expect((await booking.ask('POST', `/api/ticket-bookings/${id}/cancel`, { who: person.who })).status).toBe(200);
    expect(await openMoney(person.who.userId)).toEqual([]);
    await tell(person);
    await reported(person);
    expect(await collectionsWithText(booking.database, person.texts)).toEqual([]);
  });

  it('B6-581 has open money while a refund is on its way, and none once it has arrived', async () => {
    const person = plant();
    const id = await booking.paid(person.who, typed(person));
    expect(await openMoney(person.who.userId)).toEqual([]);
    const refund = {
      bookingId: id as never,
      checkoutSessionId: `cs_test_${id.slice(3)}`,
      refundId: 'rf_00000000000000000000000001',
      attempt: 1,
      amount: { amountMinor: 5_000, currency: 'USD' as const },
    };
    await booking.publish(refundStartedV1, { ...refund, cause: 'organiser', startedAt: booking.clock.now().toISOString() } as never);
    await until(
      'the refund is known',
      () => openMoney(person.who.userId),
      ([open]) => open?.why === 'refund_under_way',
    );
    await booking.publish(refundIssuedV1, { ...refund, issuedAt: booking.clock.now().toISOString() });
    await until('the refund arrived', () => openMoney(person.who.userId), ofLength(0));
  });
});

describe('a booking that is older than books have to be kept', () => {
  it('B6-528 no longer names its buyer from the next night on, nor an entry its guest; a younger one does', async () => {
    const [old, young] = [plant(), plant()];
    const ids = [await booking.paid(old.who, typed(old)), await booking.paid(young.who, typed(young))];
    const entry = await invite(old);
    const years = (count: number) => new Date(booking.clock.now().getTime() - count * 366 * 86_400_000);
    await bookings().updateOne({ _id: ids[0]! }, { $set: { createdAt: years(10) } });
    await bookings().updateOne({ _id: ids[1]! }, { $set: { createdAt: years(9) } });
    await booking.database
      .collection<{ _id: string }>('complimentary-entries')
      .updateOne({ _id: entry.id }, { $set: { createdAt: years(10) } });
    const before = await sums();
    await booking.run(FORGET_OLD_TASK);
    expect(await collectionsWithText(booking.database, old.texts)).toEqual([]);
    expect(await collectionsWithText(booking.database, young.texts)).toEqual(['reserve-your-seat']);
    expect(await sums()).toEqual(before);
  });
});

describe('what people told of their needs', () => {
  it('B3-526 is deleted with them at once, and of everybody thirty days after the evening, not before', async () => {
    const [one, other] = [plant(), plant()];
    const needs = { kinds: ['wheelchair'], ownWords: `With ${one.texts[0]} and a dog` };
    const id = await booking.paid(one.who, { ...typed(one), needs });
    await booking.paid(other.who, { ...typed(other), needs });
    const told = () => bookings().countDocuments({ needs: { $exists: true } });
    const { body } = await booking.ask('POST', '/internal/booking-data', {
      caller: booking.notify,
      body: { userId: one.who.userId, email: one.who.email },
    });
    expect(body.bookings[0]).toMatchObject({ id, needs });
    erased.set(one.who.userId, one.texts[1]!);
    await booking.publish(accountErasedV1, { userId: one.who.userId });
    await until('one is erased', told, 1);
    const task = () => booking.run(FORGET_NEEDS_TASK);
    const concert = booking.database.collection<{ _id: string }>('concerts');
    const evening = (days: number) =>
      concert.updateOne({ _id: 'current' }, { $set: { startsAt: new Date(booking.clock.now().getTime() - days * 86_400_000) } });
    const before = await concert.findOne({ _id: 'current' });
    await evening(NEEDS_DAYS - 1);
    await task();
    expect(await told()).toBe(1);
    await evening(NEEDS_DAYS);
    await task();
    expect(await told()).toBe(0);
    await concert.replaceOne({ _id: 'current' }, before!);
  });
});

describe('a place in the waiting list', () => {
  it('B6-581 no longer names who was erased, and nobody thirty days after the evening; before it is told with the own data', async () => {
    await booking.setCapacity('VIP Seating', 0);
    const [one, other, stays] = [plant(), plant(), plant()];
    await booking.setConcertState('cancelled');
    await booking.ask('POST', '/api/waiting', { who: stays.who, body: { name: stays.texts[0], seats: 1, seating: 'next date' } });
    await booking.setConcertState('open');
    const wish = { seats: 2, seating: 'VIP Seating', access: { companions: 1 } };
    for (const { who, texts } of [one, other]) await booking.ask('POST', '/api/waiting', { who, body: { name: texts[0], ...wish } });
    const { userId, email } = one.who;
    const { body } = await booking.ask('POST', '/internal/booking-data', { caller: booking.notify, body: { userId, email } });
    expect(body.waiting).toMatchObject([{ name: one.texts[0], email, seats: 2, state: 'waiting', access: { companions: 1 } }]);
    expect(await collectionsWithText(booking.database, one.texts)).toEqual(['waiting']);
    await tell(one);
    await reported(one);
    const concert = booking.database.collection<{ _id: string }>('concerts');
    const before = await concert.findOne({ _id: 'current' });
    const startsAt = new Date(booking.clock.now().getTime() - NEEDS_DAYS * 86_400_000);
    expect([await collectionsWithText(booking.database, one.texts), await collectionsWithText(booking.database, other.texts)]).toEqual([
      [],
      ['waiting'],
    ]);
    await concert.updateOne({ _id: 'current' }, { $set: { startsAt } });
    await booking.run(FORGET_NEEDS_TASK);
    expect(await collectionsWithText(booking.database, other.texts)).toEqual([]);
    // Whoever waits for a next date stays on the list.
    expect(await collectionsWithText(booking.database, stays.texts)).toEqual(['waiting']);
    expect(await booking.told('booking.waiting.pseudonymised.v1')).toHaveLength(2);
    await concert.replaceOne({ _id: 'current' }, before!);
  });
});

describe('what is kept about a person', () => {
  it('B6-585 is told field by field: bookings of the account, and entries of the address', async () => {
    const [person, other] = [plant(), plant()];
    const id = await booking.paid(person.who, typed(person));
    await booking.paid(other.who, typed(other));
    await invite(person);
    await booking.run('number-receipts');
    const { body } = await booking.ask('POST', '/internal/booking-data', {
      caller: booking.notify,
      body: { userId: person.who.userId, email: person.who.email.toUpperCase() },
    });
    expect(body.bookings).toHaveLength(1);
    expect(body.bookings[0]).toMatchObject({
      id,
      firstname: person.texts[0],
      email: person.texts[1],
      status: 'paid',
      receipt: expect.stringMatching(/^2026-\d{5}$/),
      acts: [],
      admissions: [],
    });
    expect(body.bookings[0].history.map(({ to }: { to: string }) => to)).toEqual(['pending', 'paid']);
    expect(body.entries).toMatchObject([{ group: 'v', email: person.texts[1], tickets: 2 }]);
    const told = JSON.stringify(body);
    for (const text of [...other.texts, 'ticketIds', 'words', 'hash', 'actor', 'source']) expect(told).not.toContain(text);
  });
});

describe('the terms', () => {
  const reserve = (person: Planted, version: string) => booking.reserved(person.who, { ...typed(person), terms_version: version });

  it('B6-529 are kept with the booking in the version that was accepted, and shown to organisers and to the buyer', async () => {
    const person = plant();
    const id = await reserve(person, '2026-11-22');
    const timeline = await booking.ask('GET', `/api/ticket-bookings/${id}/timeline`, { who: organiser });
    expect(timeline.body.booking.termsVersion).toBe('2026-11-22');
    const { body } = await booking.ask('POST', '/internal/booking-data', {
      caller: booking.notify,
      body: { userId: person.who.userId, email: person.who.email },
    });
    expect(body.bookings[0].termsVersion).toBe('2026-11-22');
    await expect(reserve(plant(), 'the newest')).rejects.toThrow('Version of the terms is not one');
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sessionSettledV1 } from '@concert/contracts/payment/events';
import { collectionOf } from '@concert/service-kit/mongo';
import { until } from '@concert/test-kit/until';
import { MongoAuditRepository } from '../audit-log/mongo-audit.repository.ts';
import { RunningBooking } from '../running-booking.harness.ts';

const booking = new RunningBooking();
const admin = booking.person('admin');
const OLD = '2027-01-16T23:00:00.000Z';
const NEW = '2027-03-20T22:00:00.000Z';
const named = { date: { local: '2027-03-20T18:00' }, reason: 'A storm is coming.', lastDay: '2027-02-28', silence: 'keep' };
const toFollow = { ...named, date: null };
const CHOOSE_UNTIL = '2027-03-01T04:59:00.000Z';

const settings = async () => (await booking.ask('GET', '/api/concert/settings', { who: admin })).body;
const concert = async () => (await booking.ask('GET', '/api/concert')).body;
const postpone = async (body: object, who = admin) =>
  booking.ask('POST', '/api/concert/postponement', { who, body: { version: (await settings()).version, ...body } });
const reserve = () => booking.reserved(booking.person()).then(String, (error: Error) => error.message);
const door = async () => (await booking.ask('GET', '/api/door', { who: booking.person('organiser') })).body.concert;
const scan = async (code: string) =>
  (
    await booking.ask('POST', '/api/door/scans', {
      who: booking.person('organiser'),
      body: { scans: [{ scanId: randomUUID(), code, scannedAt: booking.clock.now().toISOString(), door: 'Main' }] },
    })
  ).body.results[0];
const ticketsOf = async (who: ReturnType<typeof booking.person>, id: string): Promise<{ code: string }[]> =>
  (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body.tickets;
const mailOf = async (id: string) =>
  (await booking.ask('POST', '/internal/ticket-mails', { caller: booking.notify, body: { bookingIds: [id] } })).body.outcomes[0].answer;

const holder = booking.person();
const payer = booking.person();
let paid: string;
let pending: string;
let codes: { code: string }[];

beforeAll(async () => {
  await booking.start();
  paid = await booking.paid(holder);
  pending = await booking.reserved(payer);
  codes = await ticketsOf(holder, paid);
});
afterAll(() => booking.stop());

it('B2-30 is done by an admin, with the word of a second person for exactly this', async () => {
  for (const role of ['buyer', 'organiser'] as const) expect((await postpone(toFollow, booking.person(role))).status).toBe(403);
  booking.approves = false;
  expect((await postpone(named)).body.code).toBe('request.approval_needed');
  expect((await postpone(toFollow)).body.code).toBe('request.approval_needed');
  const asked = { kind: 'postponement', reason: named.reason, timeZone: 'America/New_York', chooseUntil: CHOOSE_UNTIL, silence: 'keep' };
  expect(booking.askedFor.slice(-2)).toEqual([{ ...asked, startsAt: NEW }, asked]);
  booking.approves = true;
  expect((await concert()).state).toBe('open');
});

it('B2-30 B2-31 B2-32 without a new date closes reservations and the door, and says so to mails and pages; codes stay', async () => {
  expect((await postpone(toFollow)).status).toBe(200);
  expect(await concert()).toMatchObject({
    state: 'postponed',
    stateReason: named.reason,
    startsAt: OLD,
    dateText: 'New date to follow',
    previousStarts: [],
    postponement: { dateToFollow: true, chooseUntil: CHOOSE_UNTIL, silence: 'keep' },
  });
  expect(await reserve()).toContain('The concert is postponed: nothing can be reserved or paid until reservations open again');
  expect(await ticketsOf(holder, paid)).toEqual(codes);
  expect(await mailOf(paid)).toMatchObject({ concert: { dateToFollow: true } });
  expect(await door()).toMatchObject({ dateText: 'New date to follow', closed: { reason: 'concert_postponed' } });
  expect(await scan(codes[0]!.code)).toMatchObject({ outcome: 'refused', reason: 'concert_postponed' });
});

it('B2-30 leaves a hold to whoever is paying: the money is taken, and the tickets are good for the new date', async () => {
  await booking.publish(sessionSettledV1, {
    bookingId: pending as never,
    checkoutSessionId: `cs_test_${pending.slice(3)}`,
    paymentIntentId: `pi_test_${pending.slice(3)}`,
    amount: { amountMinor: 5_000, currency: 'USD' },
    settledAt: booking.clock.now().toISOString(),
    cause: 'webhook',
  });
  await until(
    'it is paid',
    () => booking.status(payer, pending),
    (status) => status === 'paid',
  );
  expect(await ticketsOf(payer, pending)).toHaveLength(2);
});

it('B2-30 opens no reservations, by the settings or by the state, while the date is to follow', async () => {
  const put = await booking.ask('PUT', '/api/concert/state', { who: admin, body: { state: 'open' } });
  expect([put.status, put.body.errors[0].field]).toEqual([422, 'state']);
  expect((await concert()).state).toBe('postponed');
});

it('B2-30 then names the new date, refuses whoever has not read that, and keeps the old one', async () => {
  const { version } = await settings();
  expect((await postpone(named)).body).toMatchObject({ state: 'postponed', previousStarts: [OLD], date: { startsAt: NEW } });
  expect((await postpone({ ...toFollow, version })).body.code).toBe('booking.settings_changed');
  expect(await concert()).toMatchObject({ startsAt: NEW, previousStarts: [OLD], dateText: 'Saturday 20 March 2027, 6 PM EDT' });
  expect((await mailOf(paid)).concert).not.toHaveProperty('dateToFollow');
  expect(await scan(codes[0]!.code)).toMatchObject({ reason: 'concert_postponed' });
  expect(await ticketsOf(holder, paid)).toEqual(codes);
});

it('B2-30 opens again with the new date, which stays told as a new one; nobody is let in on the old evening', async () => {
  expect((await booking.ask('PUT', '/api/concert/state', { who: admin, body: { state: 'open' } })).status).toBe(200);
  expect(await concert()).toMatchObject({ state: 'open', startsAt: NEW, previousStarts: [OLD], postponement: { silence: 'keep' } });
  expect(await reserve()).toMatch(/^bk_/);
  booking.clock.advance({ minutes: (Date.parse(OLD) - booking.clock.now().getTime()) / 60_000 });
  expect(await scan(codes[0]!.code)).toMatchObject({ reason: 'concert_postponed' });
  expect(await door()).toMatchObject({ closed: { reason: 'concert_postponed', until: '2027-03-20T10:00:00.000Z' } });
  booking.clock.advance({ minutes: (Date.parse(NEW) - booking.clock.now().getTime()) / 60_000 });
  expect(await scan(codes[0]!.code)).toMatchObject({ outcome: 'admitted' });
});

it('B2-30 is in the audit log and told to the other services; what is cancelled is not postponed', async () => {
  const entries = await new MongoAuditRepository(booking.database).list({ act: 'concert.postponed', limit: 5 });
  expect(entries.map(({ actor, detail }) => [actor, detail])).toEqual([
    [admin.userId, { from: 'postponed', was: OLD, startsAt: NEW, chooseUntil: CHOOSE_UNTIL, silence: 'keep', reason: named.reason }],
    [admin.userId, { from: 'open', was: OLD, startsAt: 'to follow', chooseUntil: CHOOSE_UNTIL, silence: 'keep', reason: named.reason }],
  ]);
  const told = await collectionOf<{ envelope: { data: { from: string; to: string } } }>(booking.database, 'outbox')
    .find({ 'envelope.type': 'booking.concert.state-changed.v1' })
    .sort({ _id: 1 })
    .toArray();
  expect(told.map(({ envelope: { data } }) => [data.from, data.to])).toEqual([
    ['open', 'postponed'],
    ['postponed', 'open'],
  ]);
  const now = booking.person('admin', { signedInAt: booking.clock.now().toISOString() });
  expect((await booking.ask('PUT', '/api/concert/state', { who: now, body: { state: 'cancelled' } })).status).toBe(200);
  expect((await postpone({ ...named, date: { local: '2027-06-05T18:00' }, lastDay: '2027-05-01' }, now)).body.code).toBe(
    'booking.concert_cancelled',
  );
});

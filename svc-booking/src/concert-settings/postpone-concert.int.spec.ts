import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChoiceOffer } from '@concert/contracts/booking/audience';
import { ticketsGivenBackV1 } from '@concert/contracts/booking/events';
import type { Timeline } from '@concert/contracts/booking/timeline';
import { collectionOf } from '@concert/service-kit/store/mongo';
import { until } from '@concert/test-kit/until';
import { MongoAudit } from '../audit-log/mongo-audit.ts';
import { RunningBooking } from '../running-booking.harness.ts';

const booking = new RunningBooking();
const admin = booking.person('admin');
const OLD = '2027-01-16T23:00:00.000Z';
const NEW = '2027-03-20T22:00:00.000Z';
const named = { date: { local: '2027-03-20T18:00' }, reason: 'A storm is coming.', lastDay: '2027-02-28', silence: 'keep' };
const toFollow = { ...named, date: null };
const CHOOSE_UNTIL = '2027-03-01T04:59:00.000Z';

const { settings, concert, scan } = {
  settings: booking.settings.bind(booking),
  concert: booking.concert.bind(booking),
  scan: booking.scan.bind(booking),
};
const postpone = async (body: object, who = admin) =>
  booking.ask('POST', '/api/concert/postponement', { who, body: { version: (await settings()).version, ...body } });
const stop = async (who = admin) => {
  const messages = [{ reader: 'everybody', subject: 'Cancelled', words: 'We are sorry.' }];
  return booking.ask('POST', '/api/concert/stop', { who, body: { version: (await concert()).revision, reason: 'Storm', messages } });
};
const reserve = () => booking.reserved(booking.person()).then(String, (error: Error) => error.message);
const door = async () => (await booking.ask('GET', '/api/door', { who: booking.person('organiser') })).body.concert;
const ticketsOf = async (who: ReturnType<typeof booking.person>, id: string): Promise<{ code: string }[]> =>
  (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body.tickets;
const mailOf = async (id: string) => (await booking.ask('GET', `/internal/ticket-mails/${id}`, { caller: booking.notify })).body;

const choiceMailOf = async (id: string) => (await booking.ask('GET', `/internal/choice-mails/${id}`, { caller: booking.notify })).body;
const offerOf = async (id: string): Promise<ChoiceOffer | undefined> =>
  (await booking.ask('GET', `/internal/audience/people/${id}`, { caller: booking.notify })).body.choice;
const choice = (id: string, body: object, who?: typeof admin) =>
  booking.ask('giveBack' in body ? 'PUT' : 'POST', `/api/choice-links/${id}`, { body, ...(who ? { who } : {}) });
const counts = async () => (await booking.ask('GET', '/api/concert/choices', { who: booking.person('organiser') })).body.counts;
/** How many documents there are, and the versions of the bookings: what a look must not change. */
const stored = async () => {
  const rows = (name: string) => booking.database.collection(name).countDocuments();
  const versions = await booking.database.collection('reserve-your-seat').distinct('version');
  return { choices: await rows('ticket-choices'), facts: await rows('outbox'), audit: await rows('audit'), versions };
};
const givenBack = () => booking.told(ticketsGivenBackV1.type);

const holder = booking.person();
const payer = booking.person();
let paid: string;
let pending: string;
let late: string;
let codes: { code: string }[];

beforeAll(async () => {
  await booking.start();
  paid = await booking.paid(holder);
  pending = await booking.reserved(payer);
  codes = await ticketsOf(holder, paid);
  booking.clock.advance({ minutes: 1 });
});
afterAll(() => booking.stop());

it('B2-528 is done by an admin, and only when svc-auth has every organiser told', async () => {
  for (const role of ['buyer', 'organiser'] as const) expect((await postpone(toFollow, booking.person(role))).status).toBe(403);
  booking.approves = false;
  expect((await postpone(named)).body.code).toBe('request.approval_refused');
  expect((await postpone(toFollow)).body.code).toBe('request.approval_refused');
  const told = { kind: 'postponement', reason: named.reason };
  expect(booking.askedFor.slice(-2)).toEqual([
    { ...told, date: expect.stringMatching(/2027/) },
    { ...told, date: 'New date to follow' },
  ]);
  booking.approves = true;
  expect((await concert()).state).toBe('open');
});

it('B9-642 is of the concert that was read: what is changed while svc-auth is asked is not carried out, and a cancellation neither', async () => {
  let changes = 0;
  booking.whileAsked = () => booking.changeState(admin, 'open', `Other words ${(changes += 1)}`);
  expect((await postpone(toFollow)).body.code).toBe('booking.settings_changed');
  expect((await stop()).body.code).toBe('booking.settings_changed');
  booking.whileAsked = () => Promise.resolve();
  expect(await concert()).toMatchObject({ state: 'open', stateReason: 'Other words 2' });
});

it('B2-528 B2-529 B2-530 without a new date closes reservations and the door, and says so to mails and pages; codes stay', async () => {
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

it('B2-528 leaves a hold to whoever is paying: the money is taken, and the tickets are good for the new date', async () => {
  await booking.settled(pending, 5_000);
  await booking.becomes(payer, pending, 'paid');
  expect(await ticketsOf(payer, pending)).toHaveLength(2);
});

it('B2-528 then names the new date, refuses whoever has not read that, and keeps the old one', async () => {
  const { version } = await settings();
  expect((await postpone(named)).body).toMatchObject({ state: 'postponed', previousStarts: [OLD], date: { startsAt: NEW } });
  expect((await postpone({ ...toFollow, version })).body.code).toBe('booking.settings_changed');
  expect(await concert()).toMatchObject({ startsAt: NEW, previousStarts: [OLD], dateText: 'Saturday, March 20, 2027, 6 PM EDT' });
  expect((await mailOf(paid)).concert).not.toHaveProperty('dateToFollow');
  expect(await scan(codes[0]!.code)).toMatchObject({ reason: 'concert_postponed' });
  expect(await ticketsOf(holder, paid)).toEqual(codes);
});

it('B2-547 lets holders choose by a link of their own that no ticket link opens; 30 looks change nothing, and a choice can be changed', async () => {
  const offer = (await offerOf(paid))!;
  expect(offer).toMatchObject({ seating: 'General Seating', tickets: 2, chooseUntil: CHOOSE_UNTIL, silence: 'keep' });
  const ref2 = new URL(offer.url).searchParams.get('ref2')!;
  const ticketLink = new URL((await mailOf(paid)).ticketUrl).searchParams.get('ref2')!;
  const before = await stored();
  const looks = await Promise.all(Array.from({ length: 30 }, () => choice(paid, { ref2 })));
  expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]));
  expect(looks[0]!.body).toMatchObject({ state: 'open', tickets: [1, 2], moneyBack: [2_500, 5_000], concert: { startsAt: NEW } });
  expect(looks[0]!.body).not.toHaveProperty('choice');
  expect(await stored()).toEqual(before);
  for (const [body, who] of [[{}], [{ ref2: ticketLink }], [{ ref2: 'C1.x.y' }], [{}, payer], [{}, admin]] as const)
    expect((await choice(paid, body, who)).body.code).toBe('booking.not_found');
  expect((await choice(paid, { ref2: ticketLink, giveBack: [1] })).body.code).toBe('booking.not_found');
  expect((await choice(paid, { ref2, giveBack: [3] })).body).toMatchObject({ code: 'request.invalid', errors: [{ field: 'giveBack' }] });
  expect((await choice(paid, { ref2, giveBack: [1], gifts: 2 })).body).toMatchObject({
    code: 'request.invalid',
    errors: [{ field: 'gifts' }],
  });
  expect((await choice(paid, { giveBack: [1, 2], gifts: 1 }, holder)).body.choice).toMatchObject({ giveBack: [1, 2], gifts: 1 });
  expect(await counts()).toMatchObject({ giveAll: 1, ticketsBack: 2, ticketsGiven: 1 });
  expect((await choice(paid, { giveBack: [] }, holder)).body.choice.giveBack).toEqual([]);
  // Of choices at one moment one is the last.
  await Promise.all([1, 2, 3].map(() => choice(paid, { giveBack: [2], gifts: 1 }, holder)));
  expect((await choice(paid, {}, holder)).body).toMatchObject({ state: 'open', choice: { giveBack: [2], gifts: 1 } });
  expect(await counts()).toMatchObject({ state: 'open', keepAll: 0, giveSome: 1, giveAll: 0, silent: 1, ticketsBack: 1 });
  expect(await ticketsOf(holder, paid)).toEqual(codes);
});

it('B2-576 lets the choice link alone give no money away and no whole booking back: the buyer is mailed, and confirms exactly what that mail says', async () => {
  const ref2 = new URL((await offerOf(paid))!.url).searchParams.get('ref2')!;
  const counted = { giveBack: [2], gifts: 1 };
  const told = () => collectionOf(booking.database, 'outbox').countDocuments({ 'envelope.type': 'booking.choice.changed.v1' });
  const confirming = async () => new URL((await choiceMailOf(paid)).url).searchParams.get('ref3');
  const before = await told();
  for (const wish of [{ giveBack: [1, 2] }, { giveBack: [1, 2], gifts: 2 }])
    expect((await choice(paid, { ref2, ...wish })).body).toMatchObject({ choice: counted, toConfirm: { giveBack: [1, 2] } });
  // The same once more is no change, and no mail.
  expect((await choice(paid, { ref2, giveBack: [2, 1], gifts: 2 })).body).toMatchObject({ choice: counted });
  expect(await told()).toBe(before + 2);
  const old = (await confirming())!;
  expect((await choice(paid, { ref2: old })).body.code).toBe('booking.not_found');
  for (const confirm of [ref2, 'C1.x.y'])
    expect((await choice(paid, { ref2, confirm, giveBack: [1, 2], gifts: 2 })).body.choice).toMatchObject(counted);
  // What is chosen afterwards needs a mail of its own.
  expect((await choice(paid, { ref2, confirm: old, giveBack: [2], gifts: 0 })).body.choice).toMatchObject({ giveBack: [2], gifts: 0 });
  expect(await confirming()).toBeNull();
  expect((await choice(paid, { ref2, giveBack: [1, 2], gifts: 2 })).body.choice).toMatchObject({ giveBack: [2], gifts: 0 });
  expect((await choice(paid, { ref2, confirm: old, giveBack: [1, 2], gifts: 2 })).body.choice).toMatchObject({ giveBack: [2], gifts: 0 });
  const confirm = (await confirming())!;
  const confirmed = (await choice(paid, { ref2, confirm, giveBack: [1, 2], gifts: 2 })).body;
  expect(confirmed.choice).toMatchObject({ giveBack: [1, 2], gifts: 2 });
  expect(confirmed).not.toHaveProperty('toConfirm');
  expect((await choice(paid, { ...counted }, holder)).body.choice).toMatchObject(counted);
  expect(await told()).toBe(before + 6);
});

it('B2-528 opens again with the new date, which stays told as a new one; nobody is let in on the old evening', async () => {
  expect((await booking.changeState(admin, 'open')).status).toBe(200);
  expect(await concert()).toMatchObject({ state: 'open', startsAt: NEW, previousStarts: [OLD], postponement: { silence: 'keep' } });
  booking.clock.advance({ minutes: 1 });
  late = await reserve();
  expect(late).toMatch(/^bk_/);
  booking.clock.advance({ minutes: (Date.parse(OLD) - booking.clock.now().getTime()) / 60_000 });
  expect(await scan(codes[0]!.code)).toMatchObject({ reason: 'concert_postponed' });
  expect(await door()).toMatchObject({ closed: { reason: 'concert_postponed', until: '2027-03-20T10:00:00.000Z' } });
  booking.clock.advance({ minutes: (Date.parse(NEW) - booking.clock.now().getTime()) / 60_000 });
  expect(await scan(codes[0]!.code)).toMatchObject({ outcome: 'admitted' });
});

it('B2-548 B2-561 carries out what was chosen once the deadline has passed, once, and takes no choice any more', async () => {
  const beat = () => booking.run('carry-out-choices');
  const done = await until(
    'all choices are carried out',
    // The service's own beat may be at it as well: of the two one is told so.
    () => beat().then(counts, counts),
    ({ state }) => state === 'done',
  );
  expect(done).toMatchObject({ keepAll: 0, giveSome: 1, giveAll: 0, silent: 1, ticketsBack: 1 });
  await beat();
  expect(await givenBack()).toEqual([{ bookingId: paid, tickets: [2], valid: [1, 2], gifts: 1, because: 'choice' }]);
  expect(await scan(codes[1]!.code)).toMatchObject({ outcome: 'refused', reason: 'refunded' });
  expect((await choice(paid, { giveBack: [] }, holder)).body.code).toBe('booking.choice_over');
  expect((await choice(paid, {}, holder)).body).toMatchObject({ state: 'over', choice: { giveBack: [2] } });
  expect((await choice(pending, {}, payer)).body).toMatchObject({ state: 'over', choice: { giveBack: [] } });
  expect(await offerOf(paid)).toBeUndefined();
  const timelineOf = async (id: string) =>
    ((await booking.ask('GET', `/api/ticket-bookings/${id}/timeline`, { who: booking.person('organiser') })).body as Timeline).entries;
  const choicesIn = async (id: string) => (await timelineOf(id)).filter(({ kind }) => kind === 'choice');
  const ofPaid = await choicesIn(paid);
  // Each change stands in the history, those of the link that nobody confirmed too.
  expect(ofPaid.filter((entry) => entry.kind === 'choice' && entry.step === 'to-confirm')).toHaveLength(3);
  expect(ofPaid.slice(-2)).toMatchObject([
    { step: 'chosen', silent: false, giveBack: [2], gifts: 1 },
    { step: 'carried-out', silent: false, giveBack: [2], gifts: 1 },
  ]);
  expect(await choicesIn(pending)).toMatchObject([{ step: 'carried-out', silent: true, giveBack: [] }]);
  // Whoever booked the new date has nothing to choose.
  expect((await choice(late, {})).body.code).toBe('booking.not_found');
  expect(await booking.database.collection('ticket-choices').countDocuments({ _id: late as never })).toBe(0);
});

it('B2-528 is in the audit log and told to the other services; what is cancelled is not postponed', async () => {
  const entries = await new MongoAudit(booking.database).list({ act: 'concert.postponed', limit: 5 });
  expect(entries.map(({ actor, detail }) => [actor, detail])).toEqual([
    [admin.userId, { from: 'postponed', was: OLD, startsAt: NEW, chooseUntil: CHOOSE_UNTIL, silence: 'keep', reason: named.reason }],
    [admin.userId, { from: 'open', was: OLD, startsAt: 'to follow', chooseUntil: CHOOSE_UNTIL, silence: 'keep', reason: named.reason }],
  ]);
  const told = (await booking.told('booking.concert.state-changed.v1')) as { from: string; to: string }[];
  expect(told.map(({ from, to }) => [from, to])).toEqual([
    ['open', 'postponed'],
    ['postponed', 'open'],
  ]);
  const now = booking.person('admin', { signedInAt: booking.clock.now().toISOString() });
  expect((await stop(now)).status).toBe(200);
  expect((await postpone({ ...named, date: { local: '2027-06-05T18:00' }, lastDay: '2027-05-01' }, now)).body.code).toBe(
    'booking.concert_cancelled',
  );
});

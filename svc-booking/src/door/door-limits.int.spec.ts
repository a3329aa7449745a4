import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DoorConflict, DoorState, FoundHolder, ScanResult } from '@concert/contracts/booking/door';
import type { Identity } from '@concert/contracts/core/identity';
import { RunningBooking } from '../running-booking.harness.ts';

const booking = new RunningBooking();
const organiser = booking.person('organiser');
const helper = booking.person('door');

const scanOf = (what: object, door = 'Main') => booking.scanOf({ door, ...what });
const send = async (scans: readonly object[], who: Identity = helper): Promise<ScanResult[]> =>
  (await booking.ask('POST', '/api/door/scans', { who, body: { scans } })).body.results;
const decide = async (scan: object, who?: Identity) => (await send([scan], who))[0]!;
const lookUp = async (text: string, who: Identity): Promise<FoundHolder[]> =>
  (await booking.ask('POST', '/api/door/look-ups', { who, body: { text, door: 'West' } })).body.holders;
const door = async (): Promise<DoorState> => (await booking.ask('GET', '/api/door', { who: organiser })).body;
const takeBack = (body: object, who: Identity = organiser) => booking.ask('POST', '/api/door/take-backs', { who, body });

const bought = (notickets: number, phoneno: string) => booking.bought(notickets, { phoneno });

beforeAll(() => booking.start({ DOOR_OPENS_HOURS_BEFORE: '12' }));
afterAll(() => booking.stop());

it('B5-600 the door lets nobody in before the day of the evening, and says when it opens', async () => {
  const { id, codes } = await bought(1, '(555) 555-1111');
  const until = '2027-01-16T11:00:00.000Z';
  expect((await door()).concert.closed).toEqual({ reason: 'too_early', until });
  await lookUp('1111', helper);
  const scans = [{ code: codes[0] }, { code: codes[0], admittedOffline: true }, { byName: { holder: id, number: 1 } }].map((each) =>
    scanOf(each),
  );
  expect((await send(scans)).map(({ reason }) => reason)).toEqual(['too_early', 'too_early', 'too_early']);
  expect((await door()).inside).toBe(0);
  booking.clock.set(new Date(until));
  expect((await door()).concert).not.toHaveProperty('closed');
  expect(await decide(scanOf({ code: codes[0] }))).toMatchObject({ outcome: 'admitted' });
});

it('B5-601 a ticket is let in by name only by whoever looked its holder up within the last 15 minutes; a scan sent again keeps its answer', async () => {
  const { id } = await bought(3, '(555) 555-2222');
  const named = (number: number) => scanOf({ byName: { holder: id, number } });
  await lookUp('2222', organiser);
  const refused = named(1);
  expect(await decide(refused)).toEqual({ scanId: refused.scanId, outcome: 'refused', reason: 'look_up_again', conflict: false });
  await lookUp('2222', helper);
  const [first, second] = [named(1), named(2)];
  booking.clock.advance({ minutes: 15 });
  expect(await decide(first)).toMatchObject({ outcome: 'admitted' });
  booking.clock.advance({ milliseconds: 1 });
  expect(await decide(second)).toMatchObject({ reason: 'look_up_again' });
  expect(await decide(first)).toMatchObject({ outcome: 'admitted' });
});

it('B5-602 a ticket is one conflict at each door, a hundred for each person, and nobody fills the list or the database with invented doors', async () => {
  const stored = () => booking.database.collection('door-conflicts').countDocuments();
  const { codes } = await bought(2, '(555) 555-3333');
  const [true_, used] = codes as [string, string];
  await send(
    codes.map((code) => scanOf({ code })),
    organiser,
  );
  const before = await stored();
  for (const who of [organiser, helper]) await send([scanOf({ code: true_ }, 'East')], who);
  expect(await stored()).toBe(before + 1);
  for (let from = 0; from < 300; from += 100)
    await send(Array.from({ length: 100 }, (_, index) => scanOf({ code: used }, `Door ${from + index}`)));
  expect(await stored()).toBeLessThanOrEqual(before + 1 + 100);
  const shown = (await door()).conflicts;
  const at = (name: RegExp) => shown.filter(({ second }: DoorConflict) => name.test(second.door));
  expect([at(/^East$/).length, at(/^Door /).length]).toEqual([1, 10]);
});

it('B5-603 an organiser takes an admission back, with an entry of the audit log; the ticket is as before, and the same scan lets nobody in again', async () => {
  const entry = await booking.invited({ name: 'Wanda Quill' });
  const [{ tickets }] = (await booking.entry(entry.id, entry.ref2)).body;
  const first = scanOf({ code: tickets[0].code });
  const [before, { inside, listMark }] = [await decide(first), await door()];
  expect(before.outcome).toBe('admitted');
  const [wanda] = await lookUp('wanda', organiser);
  expect(wanda!.tickets[0]).toMatchObject({ insideScan: first.scanId });
  const mistake = { holder: entry.id, number: 1, scanId: first.scanId };

  expect((await takeBack(mistake, helper)).body.code).toBe('request.forbidden');
  expect((await takeBack({ ...mistake, scanId: randomUUID() })).body.code).toBe('booking.not_inside');
  expect((await Promise.all([1, 2, 3].map(() => takeBack(mistake)))).map(({ status }) => status)).toEqual([204, 204, 204]);
  const after = await door();
  expect([after.inside, after.listMark === listMark]).toEqual([inside - 1, false]);
  const log = await booking.ask('GET', '/api/audit-log?limit=10&act=admission.taken-back', { who: organiser });
  expect(log.body.items).toMatchObject([{ by: { id: organiser.userId }, subject: { id: entry.id }, detail: { ticket: 1, door: 'Main' } }]);

  // Its answer was lost, and the device sends it again.
  expect(await decide(first)).toMatchObject({ outcome: 'refused', reason: 'taken_back' });
  // Somebody let in by it without network, whose scan comes only now.
  const second = scanOf({ code: tickets[0].code, admittedOffline: true }, 'West');
  expect(await decide(second)).toMatchObject({ outcome: 'admitted' });
  expect((await takeBack(mistake)).status).toBe(204);
  expect((await door()).inside).toBe(inside);
  const revoke = () => booking.ask('POST', `/api/complimentary-entries/${entry.id}/revoke`, { who: organiser });
  expect((await revoke()).body.code).toBe('booking.entry_inside');
  expect((await takeBack({ ...mistake, scanId: second.scanId })).status).toBe(204);
  expect((await revoke()).status).toBe(200);
});

describe('an admission that was a mistake', () => {
  const undo = (scan: object, who?: Identity) => decide({ ...scan, undone: true }, who);
  const known = async () => {
    const { inside, listMark } = await door();
    return { inside, listMark };
  };

  it('B5-616 is undone by whoever let in, once however often it is sent, with an entry of the audit log; the next phone lets the ticket in', async () => {
    const { id, codes } = await bought(2, '(555) 555-4444');
    await lookUp('4444', helper);
    const before = await known();
    const family = [1, 2].map((number) => scanOf({ byName: { holder: id, number } }));
    await send(family);
    const [one, two] = family as [object, object];
    const stranger = booking.person('organiser');
    await lookUp('4444', stranger);
    expect(await undo(one, stranger)).toMatchObject({ outcome: 'admitted' });
    expect((await Promise.all([1, 2, 3].map(() => undo(one)))).map(({ reason }) => reason)).toEqual(Array(3).fill('taken_back'));
    const after = await known();
    expect([after.inside, after.listMark === before.listMark]).toEqual([before.inside + 1, false]);
    const log = await booking.ask('GET', `/api/audit-log?limit=10&act=admission.taken-back&search=${id}`, { who: organiser });
    expect(log.body.items).toMatchObject([{ by: { id: helper.userId }, subject: { id }, detail: { ticket: 1, door: 'Main' } }]);

    // Sent again as if nothing had been undone, it lets nobody in; another phone does. What the first one repeats changes nothing then.
    expect(await decide(one)).toMatchObject({ reason: 'taken_back' });
    expect(await decide(scanOf({ code: codes[0] }, 'West'), organiser)).toMatchObject({ outcome: 'admitted' });
    expect(await undo(one)).toMatchObject({ reason: 'already_inside', inside: { door: 'West' } });
    // One ticket undone as another came in since: lists that know the first state are old.
    expect(await undo(two)).toMatchObject({ reason: 'taken_back' });
    const last = await known();
    expect([last.inside, last.listMark === after.listMark]).toEqual([after.inside, false]);
  });

  it('B5-616 stands after 20 seconds by the clock here, and once its ticket was undone five times', async () => {
    const { codes } = await bought(1, '(555) 555-5555');
    const admitted = async () => {
      const scan = scanOf({ code: codes[0] });
      expect(await decide(scan)).toMatchObject({ outcome: 'admitted' });
      return scan;
    };
    for (let time = 0; time < 5; time += 1) {
      const scan = await admitted();
      booking.clock.advance({ seconds: 20 });
      expect(await undo(scan)).toMatchObject({ reason: 'taken_back' });
    }
    const sixth = await admitted();
    expect(await undo(sixth)).toMatchObject({ outcome: 'admitted' });
    const late = scanOf({ code: (await bought(1, '(555) 555-6666')).codes[0] });
    await decide(late);
    booking.clock.advance({ seconds: 20, milliseconds: 1 });
    expect(await undo(late)).toMatchObject({ outcome: 'admitted' });
  });

  it('B5-616 made without network comes with its undo: nobody is inside by it, and it is no conflict', async () => {
    const { codes } = await bought(1, '(555) 555-7777');
    const [before, mira] = [await door(), booking.person('door')];
    const offline = scanOf({ code: codes[0], admittedOffline: true });
    expect(await undo(offline, mira)).toMatchObject({ reason: 'taken_back', conflict: false });
    expect(await decide(scanOf({ code: codes[0] }, 'West'))).toMatchObject({ outcome: 'admitted' });
    const other = scanOf({ code: codes[0], admittedOffline: true });
    expect(await undo(other, mira)).toMatchObject({ reason: 'already_inside', conflict: false });
    const after = await door();
    expect([after.inside, after.conflicts]).toEqual([before.inside + 1, before.conflicts]);
  });
});

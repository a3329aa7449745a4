import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOOK_UPS_PER_HOUR, type FoundHolder, type ListedTicket, type ScanResult } from '@concert/contracts/booking/door';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId } from '@concert/contracts/core/ids';
import { collectionOf, Transactions } from '@concert/service-kit/store/mongo';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import { MongoBookings } from '../bookings/mongo-bookings.ts';
import { hashOfTicket, RunningBooking } from '../running-booking.harness.ts';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { admissionsCollection } from '../admissions/admission.schema.ts';

const booking = new RunningBooking();
const organiser = booking.person('organiser');

const scanOf = (code: string, over: object = {}) => booking.scanOf({ code, ...over });
const byName = (holder: string, number: number, over: object = {}) => booking.scanOf({ byName: { holder, number }, ...over });
const send = (scans: readonly object[], who: Identity = organiser) => booking.ask('POST', '/api/door/scans', { who, body: { scans } });
const scan = booking.scan.bind(booking);
const lookUp = (text: string, who: Identity = organiser) =>
  booking.ask('POST', '/api/door/look-ups', { who, body: { text, door: 'West' } });
const bought = booking.bought.bind(booking);
const brief = ({ outcome, reason }: ScanResult) => reason ?? outcome;
const door = async () => (await booking.ask('GET', '/api/door', { who: organiser })).body;
const setStatus = async (id: string, status: BookingStatus) => {
  const bookings = new MongoBookings(booking.database);
  const before = (await bookings.byId(id as BookingId))!;
  await new Transactions(booking.database, 20_000).run((transaction) =>
    bookings.replace(before, { ...before, status, version: before.version + 1 }, transaction),
  );
};

const listed = async (): Promise<{ keys: { id: string; publicKey: string }[]; items: ListedTicket[] }> =>
  (await booking.ask('GET', '/api/door/list', { who: organiser })).body;

beforeAll(() => booking.start());
afterAll(() => booking.stop());

describe('at the door', () => {
  it('B3-525 an admission tells what to prepare for, and no own words; the list and whoever merely holds the link read no needs', async () => {
    const pool = (seats: number) => ({ seats, sold: 0, held: 0 });
    await booking.database
      .collection<{ _id: string }>('stock')
      .updateOne({ _id: 'General Seating' }, { $set: { pools: { accessible: pool(1), companions: pool(1) } }, $inc: { version: 1 } });
    const who = booking.person();
    const needs = { kinds: ['hearing_loop'], ownWords: 'I come with oxygen' };
    const id = await booking.paid(who, { notickets: 3, access: { companions: 1 }, needs });
    const own = (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body;
    expect([own.access, own.needs]).toEqual([{ companions: 1 }, needs]);
    const seats = own.tickets.map(({ seat }: { seat?: string }) => seat);
    expect(seats).toEqual(['accessible', 'companion', undefined]);
    const mail = await booking.ask('GET', `/internal/ticket-mails/${id}`, { caller: booking.notify });
    expect(mail.body.tickets.map(({ seat }: { seat?: string }) => seat)).toEqual(seats);
    const [linked] = (await booking.ask('POST', '/api/get-booking-details', { body: { reference: id, reference2: own.ref2 } })).body;
    expect([linked.access, linked.needs]).toEqual([{ companions: 1 }, undefined]);
    expect((await scan(own.tickets[0].code)).ticket).toMatchObject({ seat: 'accessible', needs: ['hearing_loop'] });
    const again = await scan(own.tickets[0].code);
    expect([again.reason, again.ticket]).toEqual(['already_inside', { seating: 'General Seating', number: 1, of: 3 }]);
    const [found] = (await lookUp(who.name)).body.holders;
    expect([found.holder, found.tickets.length]).toEqual([id, 3]);
    expect(JSON.stringify([await listed(), again, found])).not.toMatch(/oxygen|hearing_loop|accessible|companion/);
    const report = await booking.ask('POST', '/api/get-bookings', { who: organiser, body: { email: organiser.email } });
    expect(report.body.find((row: { id: string }) => row.id === id)).toMatchObject({ access: { companions: 1 }, needs });
  });

  it('B5-501 each ticket lets one person in, once, and says when and where it did', async () => {
    const { codes } = await bought(2);
    const before = (await door()).inside as number;
    expect((await scan(codes[0]!)).ticket).toMatchObject({ seating: 'General Seating', number: 1, of: 2 });
    const again = await scan(codes[0]!, { door: 'West' });
    expect(again).toMatchObject({
      outcome: 'refused',
      reason: 'already_inside',
      inside: { door: 'Main', at: booking.clock.now().toISOString() },
      conflict: false,
    });
    expect(brief(await scan(codes[1]!))).toBe('admitted');
    expect((await door()).inside).toBe(before + 2);
  });
  it('B5-502 the same ticket at two doors at once: one goes in, and both doors hear of it', async () => {
    const { codes } = await bought(1);
    const results = await Promise.all(Array.from({ length: 10 }, (_, index) => scan(codes[0]!, { door: index % 2 ? 'West' : 'East' })));
    expect(results.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(1);
    // A scan that lost the race between read and insert must also be told where the first admission was.
    expect(results.filter(({ outcome, inside }) => outcome === 'refused' && !inside)).toEqual([]);
    const scans = new Set(results.map(({ scanId }) => scanId));
    const heard = (await door()).conflicts.filter(({ id }: { id: string }) => scans.has(id));
    expect(heard.length).toBeGreaterThan(0);
    expect(heard[0]).toMatchObject({ reason: 'already_inside', bothInside: false });
    expect(heard[0].first.door).not.toBe(heard[0].second.door);
  });
  it('B5-513 tells organisers how many came in per door and minute, by the scan’s own minute unless its clock is wrong', async () => {
    booking.clock.advance({ hours: 24 });
    const at = booking.clock.now().getTime();
    const minute = (ago: number) => new Date(Math.floor((at - ago * 60_000) / 60_000) * 60_000).toISOString();
    const { codes } = await bought(4);
    const scanned = (ago: number, door: string) => ({ scannedAt: new Date(at - ago * 60_000).toISOString(), door });
    await scan(codes[0]!, scanned(30, 'East'));
    await scan(codes[1]!, scanned(30, 'East'));
    await scan(codes[2]!, scanned(2, 'West'));
    // A day behind.
    await scan(codes[3]!, scanned(1_440, 'West'));
    const { body } = await booking.ask('GET', '/api/door/arrivals', { who: organiser });
    expect(body.arrivals).toEqual([
      { door: 'East', at: minute(30), count: 2 },
      { door: 'West', at: minute(2), count: 1 },
      { door: 'West', at: minute(0), count: 1 },
    ]);
    booking.clock.advance({ hours: 4 });
    expect((await booking.ask('GET', '/api/door/arrivals', { who: organiser })).body.arrivals).toEqual([]);
  });
  it('a scan sent again, alone or among others, keeps its first answer', async () => {
    const { codes } = await bought(1);
    const first = scanOf(codes[0]!);
    const answers = [await send([first]), await send([first, first]), await send([first, scanOf(codes[0]!)])].map(({ body }) =>
      body.results.map(brief),
    );
    expect(answers).toEqual([['admitted'], ['admitted', 'admitted'], ['admitted', 'already_inside']]);
    const other = scanOf((await bought(1)).codes[0]!);
    expect((await Promise.all(Array.from({ length: 6 }, () => send([other])))).map(({ body }) => body.results.map(brief))).toEqual(
      Array(6).fill(['admitted']),
    );
  });
  it('B5-503 two doors without network let the same ticket in: the first to report counts, the second is told', async () => {
    const { codes } = await bought(1);
    // The second door's clock is a day slow, so its scan seems to be the earlier one.
    const yesterday = new Date(booking.clock.now().getTime() - 86_400_000).toISOString();
    const east = await scan(codes[0]!, { door: 'East', admittedOffline: true });
    const late = scanOf(codes[0]!, { door: 'West', admittedOffline: true, scannedAt: yesterday });
    const [west, again] = [(await send([late])).body.results[0], (await send([late])).body.results[0]];
    expect(east).toMatchObject({ outcome: 'admitted', conflict: false });
    expect(west).toMatchObject({ outcome: 'refused', reason: 'already_inside', conflict: true, inside: { door: 'East', offline: true } });
    expect(again).toEqual(west);
    const heard = (await door()).conflicts.filter(({ id }: { id: string }) => id === late.scanId);
    expect(heard).toMatchObject([{ bothInside: true, first: { door: 'East' }, second: { door: 'West', at: yesterday } }]);
  });
  it('an old list let a refunded ticket in: it is not inside by our count, and it is told', async () => {
    const { id, codes } = await bought(1);
    const before = (await door()).inside as number;
    await setStatus(id, 'refunded');
    const offline = scanOf(codes[0]!, { admittedOffline: true });
    expect((await send([offline])).body.results[0]).toMatchObject({ outcome: 'refused', reason: 'refunded', conflict: true });
    const state = await door();
    expect([state.inside, state.conflicts.find(({ id: heard }: { id: string }) => heard === offline.scanId)?.reason]).toEqual([
      before,
      'refunded',
    ]);
  });
  it('B5-504 whatever is no valid ticket is refused with its reason, and the next good one goes in', async () => {
    const good = await bought(1);
    const [refunding, refunded, failed] = [await bought(1), await bought(1), await bought(1)];
    await setStatus(refunding.id, 'refund_requested');
    await setStatus(refunded.id, 'refunded');
    await setStatus(failed.id, 'refund_failed');
    const pending = await booking.reserved(booking.person());
    const entry = await booking.invited({ name: 'Vera' });
    const [{ code: revoked }] = (await booking.entry(entry.id, entry.ref2)).body[0].tickets;
    await booking.ask('POST', `/api/complimentary-entries/${entry.id}/revoke`, { who: organiser });
    const foreign = new TicketSigner([makeKeyPair().privateKey]).ticketCode(`tk_${'0'.repeat(20)}` as never);
    const link = (id: string) => `http://localhost:8080/get-details?ref=${id}&ref2=x`;
    const held = [
      [refunding.codes[0]!, 'refunded'],
      [refunded.codes[0]!, 'refunded'],
      [failed.codes[0]!, 'refunded'],
      [revoked, 'revoked'],
      [link(pending), 'not_paid'],
      [pending, 'not_paid'],
      [link(good.id), 'link'],
      [entry.id, 'link'],
      [foreign, 'other_concert'],
      [link(`bk_${'0'.repeat(26)}`), 'unknown'],
      ['javascript:alert(1)', 'unknown'],
      ['x'.repeat(600), 'unknown'],
      [good.codes[0]! + good.codes[0]!, 'unknown'],
      [good.codes[0]!.toUpperCase(), 'unknown'],
      [good.codes[0]!, 'admitted'],
    ] as const;
    const { results } = (await send(held.map(([code]) => scanOf(code)))).body;
    expect(results.map(brief)).toEqual(held.map(([, outcome]) => outcome));
  });
});

describe('the list a door keeps', () => {
  it('has every ticket with its state, names nobody, and comes with the keys that codes are signed by', async () => {
    const { keys, items } = await listed();
    const [key] = keys as [(typeof keys)[0]];
    expect(new Set(items.map(({ ticketHash }) => ticketHash))).toHaveProperty('size', items.length);
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['valid', 'refunded', 'revoked']));
    const admissions = await collectionOf(booking.database, admissionsCollection.name).countDocuments();
    expect(items.filter(({ insideAt }) => insideAt)).toHaveLength(admissions);
    expect(JSON.stringify(items)).not.toMatch(/example\.org|Person|Vera/);
    const { codes } = await bought(1);
    const [version, keyId, tail, signature] = codes[0]!.split('.');
    const publicKey = await crypto.subtle.importKey('raw', Buffer.from(key.publicKey, 'base64url'), 'Ed25519', false, ['verify']);
    expect([
      keyId,
      await crypto.subtle.verify(
        'Ed25519',
        publicKey,
        Buffer.from(signature!, 'base64url'),
        Buffer.from(`ticket:${version}.${keyId}.${tail}`),
      ),
    ]).toEqual([key.id, true]);
  });
  it('B5-506 holds no ticket: what a code says is found by its hash, and no answer of the door names it', async () => {
    const { codes } = await bought(2);
    const ids = codes.map((code) => `tk_${code.split('.')[2]}`);
    const refused = await Promise.all(['East', 'West'].map((at) => scan(codes[0]!, { door: at })));
    const { items } = await listed();
    const hashes = ids.map(hashOfTicket);
    expect(items.filter(({ ticketHash }) => hashes.includes(ticketHash)).map(({ number }) => number)).toEqual([1, 2]);
    const told = JSON.stringify([items, await door(), refused]);
    expect(ids.filter((id) => told.includes(id.slice(3)))).toEqual([]);
  });
});

describe('somebody who lost their ticket', () => {
  const found = async (text: string) => (await lookUp(text)).body.holders as FoundHolder[];

  it('B5-514 is found by name or phone with their tickets, guests too, and not once their tickets ended', async () => {
    const who = { ...booking.person(), name: 'Zoë Quist' };
    const id = await booking.paid(who, { notickets: 2, phoneno: '(555) 555-9731' });
    const { tickets } = (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body;
    const entry = await booking.invited({ name: 'Zoltan Q' });
    const { scanId: insideScan } = await scan(tickets[1].code, { door: 'East' });
    const ticket = { seating: 'General Seating', number: 1, of: 2, state: 'valid' };
    const insideAt = booking.clock.now().toISOString();
    const zoe = { holder: id, name: 'Zoë Quist', tickets: [ticket, { ...ticket, number: 2, insideAt, insideDoor: 'East', insideScan }] };
    for (const text of ['zoe', '9731']) expect([text, await found(text)]).toEqual([text, [zoe]]);
    expect((await found('zol')).map(({ holder }) => holder)).toEqual([entry.id]);
    // A word of the address, which is among what bookings are found by.
    expect(await found(who.email.split('@')[0]!)).toEqual([]);
    await setStatus(id, 'refund_requested');
    expect(await found('zoe')).toEqual([]);
    for (const text of ['zo', '973', '?']) expect((await lookUp(text)).body.errors[0]).toMatchObject({ field: 'text' });
    expect((await lookUp('zoe', booking.person())).body.code).toBe('request.forbidden');
  });

  it('B5-514 is let in by name once, and the ticket itself is inside then; two doors are told', async () => {
    const { id, codes } = await bought(2, { phoneno: '(555) 555-2468' });
    await lookUp('2468');
    const first = (await send([byName(id, 1)])).body.results[0];
    expect(first).toMatchObject({ outcome: 'admitted', ticket: { number: 1, of: 2 } });
    expect(await scan(codes[0]!, { door: 'West' })).toMatchObject({ reason: 'already_inside', inside: { door: 'Main', byName: true } });
    const [east, west] = [byName(id, 2, { door: 'East' }), byName(id, 2, { door: 'West' })];
    expect(brief((await send([east])).body.results[0])).toBe('admitted');
    expect((await send([west])).body.results[0]).toMatchObject({ reason: 'already_inside' });
    expect((await door()).conflicts.find(({ id: heard }: { id: string }) => heard === west.scanId)).toMatchObject({
      bothInside: false,
      first: { door: 'East', byName: true },
      second: { door: 'West', byName: true },
    });
    const others = [byName(id, 3), byName(`bk_${'0'.repeat(26)}`, 1), byName(`cp_${'0'.repeat(26)}`, 1)];
    expect((await send(others)).body.results.map(brief)).toEqual(['unknown', 'look_up_again', 'look_up_again']);
    await setStatus(id, 'refunded');
    expect(brief((await send([byName(id, 1)])).body.results[0])).toBe('refunded');
    const nothing = booking.scanOf({});
    const both = { ...scanOf('x'), byName: { holder: id, number: 1 } };
    for (const refused of [nothing, both, byName('us_1', 1), byName(id, 1, { admittedOffline: true })])
      expect((await send([refused])).body.code).toBe('request.invalid');
  });
  it('B5-517 each look-up is one entry of the audit log with whose names were shown and not what was typed, 60 in an hour', async () => {
    const who = booking.person('organiser');
    const holder = { ...booking.person(), name: 'Quentin Xu' };
    const id = await booking.paid(holder, { phoneno: '(555) 555-8642' });
    const entries = async () =>
      (await booking.ask('GET', `/api/audit-log?limit=100&act=names.looked-up&search=${who.userId}`, { who })).body.items as object[];
    for (const text of ['quen', '8642', 'nobody at all']) await lookUp(text, who);
    const entry = { by: { id: who.userId }, subject: { kind: 'door', id: 'West' } };
    expect(await entries()).toMatchObject([
      { ...entry, detail: { by: 'name', found: 0, shown: '' } },
      { ...entry, detail: { by: 'phone', found: 1, shown: id } },
      { ...entry, detail: { by: 'name', found: 1, shown: id } },
    ]);
    expect(JSON.stringify(await entries())).not.toMatch(/quen|8642|nobody/i);
    const statuses: number[] = [];
    while (statuses.length < LOOK_UPS_PER_HOUR) {
      const four = Array.from({ length: 4 }, () => lookUp('quen', who));
      statuses.push(...(await Promise.all(four)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(await entries()).toHaveLength(LOOK_UPS_PER_HOUR);
    const wait = Number((await lookUp('quen', who)).headers.get('retry-after'));
    const left = 3_600_000 - (booking.clock.now().getTime() % 3_600_000);
    expect(wait).toBe(Math.ceil(left / 1_000));
    expect((await lookUp('quen', booking.person('organiser'))).status).toBe(200);
    booking.clock.advance({ milliseconds: wait * 1_000 - 1_000 });
    expect((await lookUp('quen', who)).status).toBe(429);
    booking.clock.advance({ milliseconds: 1_000 });
    expect((await lookUp('quen', who)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ComplimentaryCategory, EntryView } from '@concert/contracts/booking/complimentary';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { Identity } from '@concert/contracts/core/identity';
import type { Route } from '@concert/contracts/core/route';
import { mailAcceptedV1 } from '@concert/contracts/notify/events';
import { collectionOf } from '@concert/service-kit/store/mongo';
import { until, untilAnswered } from '@concert/test-kit/until';
import { RunningBooking } from '../running-booking.harness.ts';
import { outboxCollection } from '@concert/service-kit/messages/outbox.schema';
import { auditCollection } from '../audit-log/audit.schema.ts';
import { allotmentsCollection } from './allotment.schema.ts';

const booking = new RunningBooking();
const organiser = booking.person('organiser');
const admin = booking.person('admin');
const FORMS = { h: '/api/hdyc-family-requests', v: '/api/vip-requests', f: '/api/friends-and-family-requests' } as const;

let guests = 0;
const guest = (over: Record<string, unknown> = {}) => {
  guests += 1;
  return { name: `Guest ${guests}`, email2: `guest${guests}@example.org`, phoneno: '(555) 123-4567', notickets: 2, ...over };
};
const setCapacity = (group: ComplimentaryCategory, capacity: number) =>
  collectionOf<{ _id: string }>(booking.database, allotmentsCollection.name).updateOne({ _id: group }, { $set: { capacity } });
const add = (group: ComplimentaryCategory, over: Record<string, unknown> = {}, key: string = randomUUID(), who: Identity = organiser) =>
  booking.ask('POST', FORMS[group], { who, key, body: { email: who.email, status: 'Submitted', ...guest(over) } });
/** With the secret that opens its tickets, which an organiser gets for one entry at a time. */
const added = async (group: ComplimentaryCategory, over: Record<string, unknown> = {}) => {
  const entry = (await add(group, over)).body as EntryView & { left: number };
  const [shown] = (await details(entry.id, null, group, { ...organiser, signedInAt: booking.clock.now().toISOString() })).body;
  return { ...entry, ref2: shown.ref2 as string };
};
const list = async (query: string) => (await booking.ask('GET', `/api/complimentary-entries?${query}`, { who: organiser })).body;
const issued = async (group: string) =>
  (await collectionOf<{ _id: string; issued: number }>(booking.database, allotmentsCollection.name).findOne({ _id: group }))!.issued;
const facts = async (entryId: string) =>
  (
    await collectionOf<{ envelope: { type: string; subject: string; data: unknown } }>(booking.database, outboxCollection.name)
      .find({ 'envelope.subject': entryId })
      .sort({ _id: 1 })
      .toArray()
  ).map(({ envelope }) => [envelope.type, envelope.data]);
const acts = (subject: string) =>
  collectionOf<{ subject: { id: string }; act: string }>(booking.database, auditCollection.name)
    .find({ 'subject.id': subject })
    .sort({ _id: 1 })
    .toArray();
const details = (reference: string, reference2: string | null, catg: unknown, who?: Identity) =>
  booking.ask('POST', '/api/get-booking-details-2', { body: { reference, reference2, catg }, ...(who ? { who } : {}) });

beforeAll(() => booking.start());
afterAll(() => booking.stop());

describe('adding an entry', () => {
  it.each([
    ['h', 'S1-16 S7-26'],
    ['v', 'S1-17 S7-27'],
    ['f', 'S1-18 S7-28'],
  ] as const)(
    'S3-26 S3-27 S3-28 %s (%s): stores what the form says, takes the tickets from the allotment, and owes the mail',
    async (group, _) => {
      const before = await issued(group);
      const answer = await add(group, { name: 'Vera Guest', email2: 'Vera@example.org', phoneno: '', notickets: 3 });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        group,
        name: 'Vera Guest',
        email2: 'Vera@example.org',
        phoneno: '',
        notickets: 3,
        status: 'Submitted',
        inside: 0,
      });
      expect(await issued(group)).toBe(before + 3);
      expect(await facts(answer.body.id)).toEqual([
        ['booking.complimentary.issued.v1', { entryId: answer.body.id, group, tickets: 3, again: false }],
      ]);
      expect((await acts(answer.body.id)).map(({ act }) => act)).toEqual(['complimentary.added']);
    },
  );
  it('B4-513 asks before a guest gets a second entry in the group, however many ask at once, and makes it when that is meant', async () => {
    const before = await issued('f');
    const twin = guest({ email2: 'Twice@example.org', notickets: 1 });
    const press = (over: object = {}, form: string = FORMS.f) =>
      booking.ask('POST', form, { who: organiser, key: randomUUID(), body: { email: organiser.email, ...twin, ...over } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => press()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'booking.guest_known',
      detail: 'Twice@example.org has 1 ticket in Friends and Family already',
    });
    expect((await press({ email2: 'twice@EXAMPLE.org' })).body.code).toBe('booking.guest_known');
    expect(await issued('f')).toBe(before + 1);
    const second = await press({ second_entry: true, notickets: 3 });
    expect([second.status, second.body.notickets]).toEqual([201, 3]);
    expect((await press()).body.detail).toBe('Twice@example.org has 4 tickets in Friends and Family already');
    // A guest may have an entry in another group, or a new one after the old one was revoked.
    expect((await press({}, FORMS.h)).status).toBe(201);
    for (const { id } of (await list('group=f&search=twice')).items as EntryView[])
      await booking.ask('POST', `/api/complimentary-entries/${id}/revoke`, { who: organiser, body: {} });
    expect((await press()).status).toBe(201);
  });
  it.each(['h', 'v', 'f'] as const)('S6-10 S6-14 needs an organiser in group %s, and the email is the organiser’s own', async (group) => {
    const before = await issued(group);
    expect((await add(group, {}, randomUUID(), booking.person('buyer'))).body.code).toBe('request.forbidden');
    expect((await booking.ask('POST', FORMS[group], { key: randomUUID(), body: { email: organiser.email, ...guest() } })).status).toBe(401);
    expect(
      (await booking.ask('POST', FORMS[group], { who: organiser, key: randomUUID(), body: { email: 'somebody@example.org', ...guest() } }))
        .body.code,
    ).toBe('booking.email_mismatch');
    expect(await issued(group)).toBe(before);
  });
  it.each([
    ['S5-20', { name: '  ' }, 'Name is required'],
    ['S5-21', { email2: '' }, 'Email is required'],
    ['S5-22', { phoneno: '123' }, 'Phone number is invalid'],
    ['S5-23', { email2: 'nobody' }, 'Email is invalid'],
    ['S5-24', { notickets: null }, 'No. of Tickets is required'],
    ['S5-25', { notickets: 0 }, 'No. of Tickets must be greater than 0'],
    ['seven', { notickets: 7 }, 'No. of Tickets must be at most 6'],
    ['a status of its own', { status: 'Issued' }, 'Status must be Submitted'],
  ])('%s refuses %j', async (_, over, words) => {
    const answer = await add('v', over);
    expect([answer.status, answer.body.errors[0].detail]).toEqual([422, words]);
  });

  it('B4-506 I1 a rush never gives more than the allotment', async () => {
    const before = await issued('v');
    await setCapacity('v', before + 10);
    const press = (over: Record<string, unknown>, key = randomUUID()) => untilAnswered(() => add('v', over, key));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => press(guest({ notickets: 1 + (index % 3) }))));
    const given = answers.filter(({ status }) => status === 201).reduce((sum, { body }) => sum + (body.notickets as number), 0);
    expect(await issued('v')).toBe(before + given);
    expect(given).toBeLessThanOrEqual(10);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('booking.allotment_exhausted');
    await setCapacity('v', 1_000);
  });
});

describe('an entry', () => {
  it('S2-36 S7-23 shows its tickets to whoever holds its link and to organisers, and is unknown to everybody else', async () => {
    const entry = await added('h', { notickets: 2 });
    const shown = await details(entry.id, entry.ref2, 'h');
    expect(shown.body[0]).toMatchObject({ id: entry.id, seating: 'HDYC Family', amount: 0, notickets: 2, status: 'Submitted' });
    expect(new Set(shown.body[0].tickets.map(({ code }: { code: string }) => code))).toHaveProperty('size', 2);
    const old = booking.person('organiser', { signedInAt: '2024-01-01T00:00:00.000Z' });
    expect((await details(entry.id, null, 'h', old)).body.code).toBe('request.sign_in_again');
    expect((await details(entry.id, entry.ref2, 'h', old)).status).toBe(200);
    expect((await booking.ask('POST', `/api/complimentary-entries/${entry.id}/tickets.pdf`, { body: {}, who: old })).body.code).toBe(
      'request.sign_in_again',
    );
    expect(JSON.stringify(await list('group=h&limit=100'))).not.toContain(entry.ref2);
    for (const [reference, reference2, catg, who] of [
      [entry.id, null, 'h', booking.person()],
      [entry.id, `${entry.ref2}x`, 'h', undefined],
      [entry.id, entry.ref2, 'v', undefined],
      ['cp_00000000000000000000000000', 'C1.0000.x', 'f', organiser],
      [entry.id.replace('cp_', 'bk_'), entry.ref2, 'h', undefined],
      ['{"$gt":""}', entry.ref2, 'h', undefined],
    ] as const) {
      expect((await details(reference, reference2, catg, who)).body).toMatchObject({ status: 404, code: 'booking.not_found' });
    }
    const refused = booking.lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'link_refused');
    expect(refused.slice(-6).map(({ route }) => route)).toEqual(Array(6).fill('/api/get-booking-details-2'));
    for (const catg of ['hh', '', { $ne: 'h' }, 'constructor', null]) {
      const { status, body } = await details(entry.id, entry.ref2, catg);
      expect([status, body.code, body.errors?.[0]?.field]).toEqual([422, 'request.invalid', 'catg']);
    }
    const path = `/api/complimentary-entries/${entry.id}/tickets.pdf`;
    const pdf = await booking.ask('POST', path, { body: { ref2: entry.ref2 } });
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect((await booking.ask('POST', `${path}?ref2=${entry.ref2}`, { body: {} })).status).toBe(404);
  });
  it('tells svc-notify what its mail says, and nobody else', async () => {
    const entry = await added('v', { name: 'Vera Guest', notickets: 1 });
    const path = `/internal/complimentary/${entry.id}/ticket-mail`;
    const mail = await booking.ask('GET', path, { caller: booking.notify });
    expect(mail.body).toMatchObject({ entryId: entry.id, name: 'Vera Guest', group: 'VIP Tickets', tickets: [{ number: 1 }] });
    expect(mail.body.ticketUrl).toBe(`http://localhost:8080/get-hf-details?ref=${entry.id}&ref2=${entry.ref2}&c=v`);
    expect((await booking.ask('GET', path, { caller: booking.payment })).status).toBe(404);
    expect((await booking.ask('GET', path, { who: admin })).status).toBe(404);
  });
  it('is issued once its mail was taken, however often that is told; a revoked one stays revoked', async () => {
    const entry = await added('f');
    const accepted = {
      mailId: `ml_${'0'.repeat(26)}` as never,
      kind: 'complimentary-ticket',
      subjectId: entry.id,
      acceptedAt: booking.clock.now().toISOString(),
    };
    await booking.publish(mailAcceptedV1, accepted, randomUUID(), 3);
    const status = async () => (await list(`group=f&search=${entry.email2}`)).items[0].status as string;
    await until('it is issued', status, 'Issued');
    await booking.ask('POST', `/api/complimentary-entries/${entry.id}/revoke`, { who: organiser });
    await booking.publish(mailAcceptedV1, accepted);
    const last = await added('f');
    await booking.publish(mailAcceptedV1, { ...accepted, subjectId: last.id });
    const next = async () => (await list(`group=f&search=${last.email2}`)).items[0].status as string;
    await until('the next one is issued', next, 'Issued');
    expect(await status()).toBe('Revoked');
  });
  it('B4-508 revoked, shows no code and gives its tickets back once', async () => {
    const entry = await added('h', { notickets: 4 });
    const before = await issued('h');
    const revoke = () => booking.ask('POST', `/api/complimentary-entries/${entry.id}/revoke`, { who: organiser });
    const answers = await Promise.all([revoke(), revoke(), revoke()]);
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(Array(3).fill([200, 'Revoked']));
    expect(await issued('h')).toBe(before - 4);
    const shown = (await details(entry.id, entry.ref2, 'h')).body[0];
    expect([shown.status, shown.tickets, shown.ref2]).toEqual(['Revoked', undefined, undefined]);
    expect((await booking.ask('GET', `/internal/complimentary/${entry.id}/ticket-mail`, { caller: booking.notify })).body).toMatchObject({
      status: 'Revoked',
      tickets: [],
    });
    expect(
      (await booking.ask('POST', `/api/complimentary-entries/${entry.id}/resend`, { who: organiser, key: randomUUID() })).body.code,
    ).toBe('booking.entry_revoked');
    expect((await acts(entry.id)).map(({ act }) => act)).toEqual(['complimentary.added', 'complimentary.revoked']);
  });
  it('is given back ticket by ticket by its guest alone, once, where nobody is inside, to its group or to the sale an admin chose', async () => {
    const entry = await added('f', { notickets: 4 });
    const guestOf = booking.person('buyer', { email: entry.email2.toUpperCase() });
    const give = (tickets: number[], who: Identity = guestOf) =>
      booking.ask('POST', `/api/complimentary-entries/${entry.id}/give-back`, { who, body: { tickets } });
    const shown = async (who?: Identity) => (await details(entry.id, entry.ref2, 'f', who)).body[0];
    const codes = (await shown()).tickets as { code: string }[];
    const [before, left] = [await issued('f'), await booking.left('VIP Seating')];
    expect([(await shown()).giveBack.own, (await shown(guestOf)).giveBack]).toMatchObject([false, { own: true, tickets: [1, 2, 3, 4] }]);
    for (const who of [booking.person(), organiser]) expect((await give([1], who)).body.code).toBe('booking.not_found');
    expect((await Promise.all([give([2]), give([2]), give([2])])).map(({ status }) => status)).toEqual(Array(3).fill(204));
    expect([await issued('f'), await booking.left('VIP Seating')]).toEqual([before - 1, left]);
    expect(await booking.scan(codes[1]!.code)).toMatchObject({ outcome: 'refused', reason: 'revoked' });
    expect(await booking.scan(codes[0]!.code)).toMatchObject({ outcome: 'admitted', ticket: { number: 1, of: 4 } });
    expect((await give([1, 3])).body.code).toBe('booking.entry_inside');
    expect((await list(`group=f&search=${entry.email2}`)).items[0].inside).toBe(1);
    const rules = (over: object) => booking.saveSettings(admin, (now) => ({ ...now, giveBack: { ...now.giveBack, ...over } }));
    await rules({ allowed: false });
    expect([(await give([3])).body.code, (await shown(guestOf)).giveBack]).toEqual(['booking.not_givable', undefined]);
    await rules({ allowed: true, guests: 'VIP Seating' });
    await give([3]);
    expect([await issued('f'), await booking.left('VIP Seating')]).toEqual([before - 2, left + 1]);
    expect(await shown(guestOf)).toMatchObject({ notickets: 2, returned: [{ tickets: [2, 3] }], tickets: [{ number: 1 }, { number: 4 }] });
    const whole = await added('h', { email2: guestOf.email });
    await booking.ask('POST', `/api/complimentary-entries/${whole.id}/give-back`, { who: guestOf, body: { tickets: [1, 2] } });
    expect((await details(whole.id, whole.ref2, 'h')).body).toMatchObject([{ status: 'Revoked', returned: [{ tickets: [1, 2] }] }]);
    expect((await acts(whole.id)).map(({ act }) => act)).toEqual(['complimentary.added', 'complimentary.given-back']);
    await rules({ guests: 'group' });
  });
});

describe('the list', () => {
  it('is newest first, by pages that overlap nowhere, with search and status', async () => {
    const mark = randomUUID().slice(0, 8);
    for (let count = 0; count < 5; count += 1) await added('f', { name: `Paged ${mark} ${count}` });
    const names: string[] = [];
    for (let next = ''; ;) {
      const page = await list(`group=f&limit=2&search=${mark}${next && `&cursor=${next}`}`);
      names.push(...page.items.map(({ name }: EntryView) => name));
      if (!page.next) break;
      next = page.next as string;
    }
    expect(names).toHaveLength(5);
    expect(new Set(names)).toHaveProperty('size', 5);
    expect((await list(`group=f&search=${mark}&status=Revoked`)).items).toEqual([]);
    expect((await list('group=f&search=%25.*%5B')).items).toEqual([]);
    expect((await list('group=f&cursor=nonsense')).code).toBe('request.invalid');
    expect((await list('group=f')).allotment).toMatchObject({ group: 'f', name: 'Friends and Family' });
  });
});

describe('a sheet of guests', () => {
  const preview = (text: string) =>
    booking.ask('POST', '/api/complimentary-entries/import-preview', { who: organiser, body: { group: 'h', text } });
  const run = (rows: unknown[], key: string = randomUUID()) =>
    booking.ask('POST', '/api/complimentary-entries/import', {
      who: { ...organiser, signedInAt: new Date().toISOString() },
      key,
      body: { group: 'h', rows },
    });

  it('B4-507 is shown row by row with what is wrong, and nothing is added by that', async () => {
    const known = await added('h');
    const before = await issued('h');
    const answer = await preview(
      `Name,Email,Phone,Tickets\nAnna,anna.sheet@example.org,,2\n,nobody,12,0\nBen,ANNA.sheet@example.org,,1\nCleo,${known.email2},,1\nDora,dora.sheet@example.org,,many\nEli,eli.sheet@example.org,,2.0\nFay,fay.sheet@example.org,5.55555E+09,"3,0"\n#N/A,gus.sheet@example.org,,\nHal\u202e,hal.sheet@example.org,,1`,
    );
    expect(
      answer.body.rows.map(({ row, errors, known: asked }: { row: number; errors: { detail: string }[]; known?: string }) => [
        row,
        errors.map(({ detail }) => detail),
        asked,
      ]),
    ).toEqual([
      [2, [], undefined],
      [3, ['Name is required', 'Email is invalid', 'Phone number is invalid', 'No. of Tickets must be greater than 0'], undefined],
      [4, [], 'Stands in row 2 already'],
      [5, [], 'This guest has 2 tickets in HDYC Family already'],
      [6, ['No. of Tickets must be a whole number, such as 2'], undefined],
      [7, [], undefined],
      [
        8,
        ['Phone number was shortened by the spreadsheet: store it there as text', 'No. of Tickets must be a whole number, such as 2'],
        undefined,
      ],
      [9, ['Name is an error of the spreadsheet, #N/A', 'No. of Tickets is required'], undefined],
      [10, ['Name contains characters that cannot be used'], undefined],
    ]);
    expect(answer.body).toMatchObject({ good: 2, tickets: 4, notes: [], allotment: { group: 'h' } });
    expect(await issued('h')).toBe(before);
    expect((await preview('nothing of the kind')).body).toMatchObject({
      status: 422,
      code: 'booking.sheet_unreadable',
      errors: [{ field: 'text', detail: expect.stringContaining('The first row must name the columns') }],
    });
  });
  it.each(Object.entries(bookingRoutes as Record<string, Route>).filter(([, { freshSignIn }]) => freshSignIn))(
    'B9-519 asks at %s who somebody is when the last proof is old',
    async (_, { method, path }) => {
      const stale = booking.person('admin', { signedInAt: new Date(Date.now() - 16 * 60_000).toISOString() });
      const answer = await booking.ask(method, path, { who: stale, key: randomUUID(), body: {} });
      expect([answer.status, answer.body.code]).toEqual([403, 'request.sign_in_again']);
    },
  );
  it('B4-507 is added once, all or none, and mails nobody twice when it comes again another day', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({
      name: `Row ${index}`,
      email2: `row${index}@example.org`,
      phoneno: '',
      notickets: 1,
    }));
    const before = await issued('h');
    await setCapacity('h', before + 20);
    expect((await run(rows)).body).toMatchObject({
      code: 'booking.allotment_exhausted',
      detail: 'HDYC Family has 20 tickets left, 30 are needed',
    });
    expect(await issued('h')).toBe(before);
    await setCapacity('h', before + 100);
    const key = randomUUID();
    const [first, again] = [await run(rows, key), await run(rows, key)];
    expect(first.body).toEqual({ added: 30, skipped: 0, tickets: 30, left: 70 });
    expect(again.body).toEqual(first.body);
    expect((await run(rows)).body).toEqual({ added: 0, skipped: 30, tickets: 0, left: 70 });
    // A guest gets a second entry only where the row asks for it, also twice in one sheet.
    expect(
      (await run([{ ...rows[0], second_entry: true }, rows[1], { ...rows[2], second_entry: true }, { ...rows[2], second_entry: true }]))
        .body,
    ).toEqual({ added: 3, skipped: 1, tickets: 3, left: 67 });
    await setCapacity('h', await issued('h'));
    expect((await add('h', { notickets: 1 })).body.detail).toBe('HDYC Family has 0 tickets left, 1 is needed');
    expect((await acts('h')).at(-1)).toMatchObject({ act: 'complimentary.imported', actor: organiser.userId });
  });
});

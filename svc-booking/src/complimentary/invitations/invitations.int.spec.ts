import { randomUUID } from 'node:crypto';
import type { InvitationView } from '@concert/contracts/booking/invitations';
import { collectionOf } from '@concert/service-kit/store/mongo';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RunningBooking } from '../../running-booking.harness.ts';

const booking = new RunningBooking();
const organiser = booking.person('organiser');
const DAY = '2026-12-20';

beforeAll(() => booking.start());
afterAll(() => booking.stop());

const fresh = () => ({ ...organiser, signedInAt: booking.clock.now().toISOString() });
const invite = (body: object, key: string = randomUUID()) =>
  booking.ask('POST', '/api/invitations', { who: organiser, key, body: { group: 'h', lastDay: DAY, ...body } });
const shown = async (group = 'h') =>
  (await booking.ask('GET', `/api/invitations?group=${group}`, { who: fresh() })).body.items as InvitationView[];
const linkTo = (url: string) => Object.fromEntries(new URL(url).searchParams) as { ref: string; ref2: string };
/** The link of an inviter's new invitation. */
const made = async (seats: number) => linkTo((await invite({ for: 'inviter', label: 'Family of the singer', seats })).body.url as string);
const claim = ({ ref, ref2 }: { ref: string; ref2: string }, body: object, key: string = randomUUID()) =>
  booking.ask('POST', `/api/invitation-links/${ref}/claim`, { key, body: { ref2, ...body } });
const asGuest = (email2: string, notickets = 1) => ({ claim: { name: 'اَلضَّيْف 客', email2, notickets } });
const end = (id: string, who = organiser) => booking.ask('POST', `/api/invitations/${id}/end`, { who });
const issued = async () =>
  (await collectionOf<{ _id: string; issued: number }>(booking.database, 'allotments').findOne({ _id: 'h' }))!.issued;
const beat = () => booking.run('end-invitations');
const mailOf = async (id: string) => (await booking.ask('GET', `/internal/invitation-mails/${id}`, { caller: booking.notify })).body;

it('B4-577 I1 of 200 claims at one moment on 20 seats, 20 tickets come, and one ending gives nothing back', async () => {
  const before = await issued();
  const link = await made(20);
  expect(await issued()).toBe(before + 20);
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => claim(link, asGuest(`rush${index}@example.org`))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
    new Set(['booking.invitation_full']),
  );
  const [one] = await shown();
  expect([one!.state, one!.claimed, one!.claims.length]).toEqual(['full', 20, 20]);
  await Promise.all(Array.from({ length: 5 }, () => end(link.ref)));
  expect(await issued()).toBe(before + 20);
});

it('B4-577 an email claims once by a link: a lost answer is answered again, another claim is refused with its reason, as is a stranger', async () => {
  const before = await issued();
  const link = await made(8);
  const key = randomUUID();
  const twice = await Promise.all([claim(link, asGuest('anna@example.org', 3), key), claim(link, asGuest('anna@example.org', 3), key)]);
  expect(twice.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([201, { tickets: 3 }]));
  expect((await claim(link, asGuest('Anna@EXAMPLE.org'))).body.code).toBe('booking.invitation_answered');
  expect((await claim(link, asGuest('bela@example.org', 6))).body).toMatchObject({
    ...{ code: 'booking.invitation_full', detail: '5 seats left in this invitation' },
  });
  const other = await made(1);
  for (const stranger of [
    { ...link, ref2: other.ref2 },
    { ...link, ref2: '' },
    { ...link, ref: `iv_${'0'.repeat(26)}` },
  ])
    expect((await claim(stranger, asGuest('carl@example.org'))).body.code).toBe('booking.invitation_not_found');
  const row = (await shown()).find(({ id }) => id === link.ref);
  expect(row).toMatchObject({ name: 'Family of the singer', seats: 8, claimed: 3, claims: [{ email2: 'anna@example.org', notickets: 3 }] });
  expect(await booking.told('booking.complimentary.issued.v1', row!.claims[0]!.id)).toMatchObject([
    { group: 'h', tickets: 3, again: false },
  ]);
  // A revoked entry goes back to the group, as any other does, and not to the link.
  await booking.ask('POST', `/api/complimentary-entries/${row!.claims[0]!.id}/revoke`, { who: organiser, body: {} });
  expect(await issued()).toBe(before + 6);
  await Promise.all([end(link.ref), end(link.ref), end(other.ref)]);
  expect(await issued()).toBe(before);
  expect((await claim(link, asGuest('dora@example.org'))).body.code).toBe('booking.invitation_over');
  const { status, body } = await invite({ for: 'inviter', label: 'Choir', seats: 1, lastDay: '2026-11-01' });
  expect([status, body.errors[0].field]).toEqual([422, 'lastDay']);
});

it('B4-577 guests of a sheet are invited once, answer once, and are reminded once; what they leave goes back', async () => {
  const before = await issued();
  const guest = (name: string, notickets: number) => ({ name, email2: `${name}@example.org`, phoneno: '', notickets });
  const rows = [guest('yes', 4), guest('no', 2), guest('silent', 1), guest('quiet', 1), guest('yes', 1)];
  expect((await invite({ for: 'guests', rows })).body).toEqual({ made: 4, skipped: 1, seats: 8 });
  expect((await invite({ for: 'guests', rows })).body).toEqual({ made: 0, skipped: 5, seats: 0 });
  expect(await issued()).toBe(before + 8);
  const invited = (await shown()).filter(({ email }) => email);
  const idOf = (name: string) => invited.find((one) => one.name === name)!.id;
  const link = async (name: string) => linkTo((await mailOf(idOf(name))).url as string);
  const [yes, no] = [await link('yes'), await link('no')];
  expect(await booking.told('booking.invitation.issued.v1', yes.ref)).toEqual([{ invitationId: yes.ref, reminder: false }]);
  const said = await Promise.all([claim(yes, { tickets: 3 }), claim(yes, { tickets: 2 }), claim(no, { tickets: 0 })]);
  expect(said.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
  expect((await claim(no, { tickets: 1 })).body.code).toBe('booking.invitation_answered');
  const taken = (await shown()).find(({ id }) => id === yes.ref)!;
  expect([taken.state, taken.answer, taken.claims[0]!.email2]).toEqual(['over', 'yes', 'yes@example.org']);
  expect(await issued()).toBe(before + taken.claimed + 2);
  // One press of an email program ends the reminders; its secret claims nothing.
  const press = new URL((await mailOf(idOf('quiet'))).quietUrl as string);
  expect((await booking.ask('POST', `${press.pathname}${press.search}`)).status).toBe(204);
  expect((await claim({ ref: idOf('quiet'), ref2: press.searchParams.get('ref2')! }, { tickets: 1 })).status).toBe(404);
  booking.clock.set('2026-12-17T17:00:00.000Z');
  await Promise.all([beat(), beat()]);
  const reminded = async (id: string) => (await booking.told('booking.invitation.issued.v1', id)).length - 1;
  expect(await Promise.all([yes.ref, no.ref, idOf('silent'), idOf('quiet')].map(reminded))).toEqual([0, 0, 1, 0]);
  booking.clock.set('2026-12-21T05:00:00.000Z');
  await Promise.all([beat(), beat()]);
  expect(await issued()).toBe(before + taken.claimed);
  expect((await shown()).every(({ state }) => state === 'over')).toBe(true);
});

it('what nobody claimed of a link by its day goes to the sale it names, once, written down, and nothing more to the group', async () => {
  const [before, left] = [await issued(), await booking.left('General Seating')];
  const lastDay = booking.clock.now().toISOString().slice(0, 10);
  const { url } = (await invite({ for: 'inviter', label: 'Choir', seats: 5, lastDay, rest: 'General Seating' })).body;
  const link = linkTo(url as string);
  await claim(link, asGuest('fritz@example.org', 2));
  booking.clock.advance({ days: 1, hours: 12 });
  await Promise.all([beat(), beat(), end(link.ref)]);
  expect([await issued(), await booking.left('General Seating')]).toEqual([before + 2, left + 3]);
  const log = await booking.ask('GET', '/api/audit-log?limit=1', { who: booking.person('admin') });
  expect(log.body.items).toMatchObject([{ act: 'invitation.ended', detail: { tickets: 3, goesTo: 'General Seating' } }]);
});

it('B4-577 a cancelled evening claims nothing, and ends every link once its stop can no longer be undone', async () => {
  const before = await issued();
  const link = linkTo((await invite({ for: 'inviter', label: 'Choir', seats: 5, lastDay: '2027-01-05' })).body.url as string);
  await booking.setConcertState('cancelled');
  await collectionOf<{ _id: string }>(booking.database, 'concerts').updateOne(
    { _id: 'current' },
    { $set: { stop: { runId: `mr_${'0'.repeat(26)}`, at: booking.clock.now(), from: { state: 'open', reason: '' } } } },
  );
  expect((await claim(link, asGuest('emil@example.org'))).body.code).toBe('booking.invitation_over');
  await beat();
  expect(await issued()).toBe(before + 5);
  booking.clock.advance({ minutes: 11 });
  await beat();
  expect(await issued()).toBe(before);
});

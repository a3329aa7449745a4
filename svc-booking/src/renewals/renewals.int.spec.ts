import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { BookingView } from '@concert/contracts/booking/http';
import type { ListedTicket } from '@concert/contracts/booking/door';
import type { Identity } from '@concert/contracts/core/identity';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { Route } from '@concert/contracts/core/route';
import { hashOfTicket, RunningBooking, type AskOptions } from '../running-booking.harness.ts';

const booking = new RunningBooking();
/** An organiser who proved themselves a moment ago, by the clock of the machine. */
const organiser = () => booking.person('organiser', { signedInAt: new Date().toISOString() });
const details = (id: string, ref2?: string, who?: Identity) =>
  booking.ask('POST', '/api/get-booking-details', { body: { reference: id, reference2: ref2 ?? null }, ...(who ? { who } : {}) });
const renew = (id: string, who = organiser(), key: string = randomUUID()) =>
  booking.ask('POST', `/api/ticket-bookings/${id}/renew-tickets`, { who, key });
const correct = (of: string, by = organiser()) =>
  booking.ask('POST', '/internal/ticket-renewals', { caller: booking.notify, body: { of, by: by.userId } });
const codesOf = ({ tickets = [] }: BookingView) => tickets.map(({ code }) => code);

const bought = booking.bought.bind(booking);
const own = async (who: Identity, id: string) => (await booking.ask('GET', `/api/ticket-bookings/${id}`, { who })).body as BookingView;

/** What the door says to a code. */
async function scanned(code: string): Promise<string> {
  const result = await booking.scan(code);
  return result.reason ?? result.outcome;
}

const mark = async () => (await booking.ask('GET', '/api/door', { who: organiser() })).body.listMark as string;
async function listed(): Promise<Map<string, ListedTicket>> {
  const { body } = await booking.ask('GET', '/api/door/list', { who: organiser() });
  return new Map((body.items as ListedTicket[]).map((ticket) => [ticket.ticketHash, ticket]));
}
const ticketId = (code: string) => `tk_${code.split('.')[2]}`;

const entered = () => booking.invited({ notickets: 2 });
const entryDetails = booking.entry.bind(booking);

beforeAll(() => booking.start());
afterAll(() => booking.stop());

describe('new tickets', () => {
  it('B9-549 end the old link and the old codes, at the door too, and are mailed', async () => {
    const { who, id, view, ref2 } = await bought(2);
    const [marked, old] = [await mark(), codesOf(view)];
    expect((await renew(id)).body).toEqual({ linkGeneration: 1, replaced: 2, used: 0 });
    const now = await own(who, id);
    expect([codesOf(now).length, codesOf(now).filter((code) => old.includes(code)), now.ref2 === ref2]).toEqual([2, [], false]);
    expect([(await details(id, ref2)).status, (await details(id, now.ref2)).status]).toEqual([404, 200]);
    const pdf = (secret: string) => booking.ask('POST', `/api/ticket-bookings/${id}/tickets.pdf`, { body: { ref2: secret } });
    expect([(await pdf(ref2)).status, (await pdf(now.ref2!)).status]).toEqual([404, 200]);
    expect(await booking.told('booking.tickets.renewed.v1', id)).toMatchObject([{ bookingId: id, linkGeneration: 1 }]);
    // A door's device reads its list again, and refuses the old codes from then on without network too.
    expect(await mark()).not.toBe(marked);
    const list = await listed();
    for (const code of old) expect(list.get(hashOfTicket(ticketId(code)))).toMatchObject({ state: 'replaced' });
    for (const code of codesOf(now)) expect(list.get(hashOfTicket(ticketId(code)))).toMatchObject({ state: 'valid' });
    expect([await scanned(old[0]!), await scanned(ticketId(old[1]!).slice(3)), await scanned(codesOf(now)[0]!)]).toEqual([
      'replaced',
      'replaced',
      'admitted',
    ]);
    // An organiser finds the booking by a ticket that was replaced.
    const seeker = organiser();
    const found = await booking.ask('POST', '/api/get-bookings', { who: seeker, body: { email: seeker.email, search: ticketId(old[0]!) } });
    expect((found.body as { id: string }[]).map((row) => row.id)).toEqual([id]);
  });

  it('B9-549 are given once for each press of an organiser, and stand in the audit log', async () => {
    const { id } = await bought(1);
    const who = organiser();
    const [first, again] = [await renew(id, who, 'one-press'), await renew(id, who, 'one-press')];
    expect([first.body, again.body]).toEqual([first.body, first.body]);
    expect(first.body.linkGeneration).toBe(1);
    const { entries } = (await booking.ask('GET', `/api/ticket-bookings/${id}/timeline`, { who })).body;
    expect(entries.filter(({ kind }: { kind: string }) => kind === 'act')).toMatchObject([
      { entry: { act: 'tickets.renewed', by: { id: who.userId }, detail: { tickets: 1, cause: 'asked for' } } },
    ]);
    const pending = await booking.reserved(booking.person());
    expect([(await renew(pending)).body.code, (await renew(`bk_${'0'.repeat(26)}`)).body.code]).toEqual([
      'booking.no_tickets',
      'booking.not_found',
    ]);
  });

  it('B9-549 are made when svc-notify corrects an address, told by no mail of their own, and by nobody else', async () => {
    const { id, ref2, view } = await bought(1);
    expect((await correct(id)).body).toEqual({ admits: true });
    expect([(await details(id, ref2)).status, await scanned(codesOf(view)[0]!)]).toEqual([404, 'replaced']);
    expect(await booking.told('booking.tickets.renewed.v1', id)).toEqual([]);
    expect([(await correct(await booking.reserved(booking.person()))).body, (await correct(`bk_${'0'.repeat(26)}`)).body]).toEqual([
      { admits: false },
      { admits: false },
    ]);
    const asked = { body: { of: id, by: organiser().userId } };
    for (const caller of [{ caller: booking.payment }, { who: organiser() }, {}])
      expect((await booking.ask('POST', '/internal/ticket-renewals', { ...asked, ...caller })).status).toBe(404);
  });

  it('B9-549 of a complimentary entry end its old link and codes, and are mailed', async () => {
    const { id, ref2 } = await entered();
    const [shown] = (await entryDetails(id, ref2)).body;
    const who = organiser();
    const given = await booking.ask('POST', `/api/complimentary-entries/${id}/renew-tickets`, { who, key: randomUUID() });
    expect(given.body).toEqual({ linkGeneration: 1, replaced: 2, used: 0 });
    const [now] = (await entryDetails(id, null, who)).body;
    expect([(await entryDetails(id, ref2)).status, (await entryDetails(id, now.ref2)).status]).toEqual([404, 200]);
    expect([await scanned(codesOf(shown)[0]!), await scanned(codesOf(now)[0]!)]).toEqual(['replaced', 'admitted']);
    expect(await booking.told('booking.complimentary.issued.v1', id)).toMatchObject([{ again: false }, { again: true }]);
    expect((await correct(id)).body).toEqual({ admits: true });
    expect((await entryDetails(id, now.ref2)).status).toBe(404);
  });
});

describe('a link to tickets', () => {
  it('B9-550 shows whoever merely holds it neither address nor number, and shows both to the buyer and to organisers', async () => {
    const { who, id, ref2 } = await bought(1);
    const shown = (await details(id, ref2)).body as BookingView[];
    expect(shown).toMatchObject([{ email: 'p•••@e•••', phoneno: '•••67', tickets: [{ number: 1 }] }]);
    for (const reader of [who, organiser()])
      expect((await details(id, ref2, reader)).body).toMatchObject([{ email: who.email, phoneno: '(555) 123-4567' }]);
    expect((await details(id, ref2, booking.person())).body).toEqual(shown);
    const entry = await entered();
    expect((await entryDetails(entry.id, entry.ref2)).body).toMatchObject([{ email: 'v•••@e•••', phoneno: '•••21' }]);
    expect((await entryDetails(entry.id, null, organiser())).body).toMatchObject([
      { email: expect.stringMatching(/^vera\..+@example\.org$/), phoneno: '(555) 765-4321' },
    ]);
  });

  it('B9-551 ends 90 days after the evening, says so to whoever holds it only, and its buyer needs none', async () => {
    const { who, id, ref2 } = await bought(1);
    const entry = await entered();
    const { startsAt } = (await booking.ask('GET', '/api/concert')).body as { startsAt: string };
    const before = booking.clock.now();
    booking.clock.set(new Date(Date.parse(startsAt) + 90 * 86_400_000 - 1));
    try {
      expect([(await details(id, ref2)).status, (await entryDetails(entry.id, entry.ref2)).status]).toEqual([200, 200]);
      booking.clock.advance({ seconds: 1 });
      for (const answer of [
        await details(id, ref2),
        await entryDetails(entry.id, entry.ref2),
        await booking.ask('POST', `/api/ticket-bookings/${id}/tickets.pdf`, { body: { ref2 } }),
        await booking.ask('POST', `/api/complimentary-entries/${entry.id}/tickets.pdf`, { body: { ref2: entry.ref2 } }),
      ])
        expect([answer.status, answer.body.code]).toEqual([410, 'booking.link_ended']);
      expect((await details(id, `${ref2}x`)).body.code).toBe('booking.not_found');
      expect((await details(id, ref2, who)).status).toBe(200);
    } finally {
      booking.clock.set(before);
    }
  });
});

describe('an act that carries a key', () => {
  const email2 = () => `twice.${randomUUID()}@example.org`;
  const guest = () => ({ name: 'Twice Guest', email2: email2(), phoneno: '(555) 765-4321', notickets: 1 });
  const form = async () => {
    const who = organiser();
    return { who, body: { email: who.email, ...guest() } };
  };
  const invite = async () => ({
    who: organiser(),
    body: { group: 'v', lastDay: '2026-12-20', for: 'inviter', label: 'A friend', seats: 2 },
  });
  /** What each route is pressed with; two parts of a path stand for the id in it. */
  const order = (who: Identity) => ({ who, body: booking.order(who) });
  const ACTS: Readonly<Record<string, () => Promise<AskOptions & { readonly id?: string }>>> = {
    reserve: async () => order(booking.person()),
    // Nobody is signed in.
    holdSeats: async () => ({ body: { ...order(booking.person()).body, hold_secret: randomUUID().replaceAll('-', '') } }),
    addFamilyMember: form,
    addVip: form,
    addFriendOrFamily: form,
    importComplimentary: async () => ({ who: organiser(), body: { group: 'v', rows: [guest(), guest()] } }),
    invite,
    claimInvitation: async () => {
      const { url } = (await booking.ask('POST', '/api/invitations', { ...(await invite()), key: randomUUID() })).body as { url: string };
      const { ref = '', ref2 } = Object.fromEntries(new URL(url).searchParams);
      const { phoneno: _, ...claim } = guest();
      return { id: ref, body: { ref2, claim } };
    },
    resendComplimentary: async () => ({ who: organiser(), id: (await entered()).id, body: {} }),
    renewTickets: async () => ({ who: organiser(), id: (await bought(1)).id }),
    renewComplimentary: async () => ({ who: organiser(), id: (await entered()).id }),
  };
  const keyed = Object.entries(bookingRoutes as Record<string, Route>).filter(([, { idempotencyKey }]) => idempotencyKey);

  it.each(keyed)('B9-570 %s: pressed five times at one moment, gets the answer of the first each time', async (name, route) => {
    const { id = '', ...press } = await ACTS[name]!();
    const path = route.path.replace(/:\w+/, id);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => booking.ask('POST', path, { ...press, key })));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 5 }, () => [route.status ?? 200, answers[0]!.body as unknown]),
    );
  });

  it('B9-570 of another service replaces tickets once for each press, however often it is sent', async () => {
    const { id } = await bought(1);
    const press = randomUUID();
    const { userId } = organiser();
    const again = () =>
      booking.ask('POST', '/internal/ticket-renewals', { caller: booking.notify, body: { of: id, by: userId, key: press } });
    for (const answer of [...(await Promise.all([again(), again()])), await again()]) expect(answer.body).toEqual({ admits: true });
    expect((await renew(id)).body).toMatchObject({ linkGeneration: 2 });
  });
});

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { fillPath, type Route } from '@concert/contracts/core/route';
import { ROUTES as ALL } from '@concert/contracts/routes';
import { SiteClient } from '@concert/test-kit/site-client';
import { NO_SUCH } from './no-such.harness.ts';
import { SystemInspector } from './system-under-test.ts';

/*
 * Who may do what, route by route, through the gateway. Every route of the contracts that people call has to be in the table: a new one
 * fails this test until somebody has decided who may call it.
 */

const ROUTES: Record<string, Route> = Object.fromEntries(ALL.map(({ owner, name, route }) => [`${owner}.${name}`, route]));
const PERSONAS = ['anonymous', 'unverified', 'buyer', 'other buyer', 'organiser', 'admin', 'door helper', 'helper link'] as const;
type Persona = (typeof PERSONAS)[number];

/** What the calls are about. */
interface Facts {
  /** A pending booking of the buyer. */
  readonly bookingId: string;
  readonly otherUserId: string;
  readonly password: (persona: Persona) => string;
}

interface Row {
  /** What is sent, about nothing there is ({@link NO_SUCH}) unless it is named; a body that is not valid where a valid one would do something. */
  readonly ask?: (facts: Facts, persona: Persona) => { params?: Record<string, string>; query?: string; body?: unknown };
  /**
   * The status each persona gets, in the order of {@link PERSONAS}, but for the last two. Somebody who is let in gets the answer of the action itself, such as
   * 422 for a body that is not valid.
   */
  readonly gets: readonly [number, number, number, number, number, number];
  /** What a helper at the door gets, where it is not the same as for the other buyer. */
  readonly atTheDoor?: number;
  /** The call ends the session it is made with. */
  readonly endsSession?: true;
}

/** Somebody who came by a helper link is let in at the door, and refused everywhere else. Public routes are not asked: to them they are nobody. */
function byHelperLink({ access }: Route, { gets, atTheDoor }: Row): number {
  if (access === 'door') return atTheDoor ?? gets[3];
  return access === 'internal' ? 404 : 403;
}

const everybody = (status: number): Row['gets'] => [status, status, status, status, status, status];
const organisers = (status: number): Row['gets'] => [401, 401, 403, 403, status, status];
const signedIn = (status: number): Row['gets'] => [401, 401, status, status, status, status];
const admins = (status: number): Row['gets'] => [401, 401, 403, 403, 403, status];
const noToken = { body: { token: 'x'.repeat(43) } };
/** Nobody else's, and not that of the concert, which each page carries along. */
const PHONE = '(555) 867-5309';
/** `runId` is that of a run of refunds elsewhere. */
const ofMessageRun = () => ({ params: { runId: `mr_${'0'.repeat(26)}` } });
const ofOther = ({ otherUserId }: Facts) => ({ params: { userId: otherUserId } });
const ofBooking = ({ bookingId }: Facts) => ({ params: { bookingId } });

/** A route between services is for nobody here, whatever it names. */
const BETWEEN_SERVICES: Row = {
  ask: ({ bookingId, otherUserId }) => ({ params: { bookingId, of: bookingId, userId: otherUserId } }),
  gets: everybody(404),
};

/** Routes that are asked about nothing there is, with an empty body, by what each persona gets. */
const PLAIN: readonly (readonly [Row['gets'], string])[] = [
  [
    everybody(422),
    `auth.signUp auth.register auth.resendVerification auth.requestPasswordReset auth.requestSignInCode auth.provePasskey auth.signIn
     booking.holdSeats payment.payOffer payment.processDetails notify.sendContactMessage`,
  ],
  [
    organisers(422),
    `auth.makeHelperLink booking.addFamilyMember booking.addVip booking.addFriendOrFamily booking.previewImport
     booking.importComplimentary booking.invite booking.releaseHeldSeats booking.closeWaiting booking.takeAdmissionBack
     payment.sendRefundLink payment.triggerRefund payment.returnPart payment.sendRefundIssued payment.showRefundRows
     payment.startCancellationRun notify.countAudience notify.previewMessage notify.testMessage notify.createMessageRun`,
  ],
  [
    organisers(200),
    `auth.listHelpers auth.listApprovals booking.showChoiceCounts booking.showStanding booking.showReport booking.listActs
     booking.verifyActs booking.listDisputes booking.listHeldSeats booking.listWaiting booking.showArrivals
     payment.dryRunCancellation payment.showCancellation payment.showBooks payment.exportBooks payment.showMoneyCheck
     payment.checkMoney payment.listMoneyTasks notify.listMails notify.listContactMessages notify.showDesk notify.listReadyMadeRuns
     notify.listMessageRuns notify.listTimedMessages`,
  ],
  [
    signedIn(200),
    `auth.listSessions auth.makeHandoff auth.showProfile auth.listPasskeys auth.beginPasskey booking.listSeatsHeldForYou
     booking.listOwnBookings booking.showOwnWaiting notify.showOwnData`,
  ],
  [signedIn(204), 'auth.endSession'],
  [everybody(303), 'auth.startGoogle auth.finishGoogle'],
  [everybody(200), 'auth.showSignInWays auth.showSession booking.showConcert'],
  [
    signedIn(422),
    `auth.eraseAccount auth.addPasskey booking.reserve booking.giveComplimentaryBack booking.waitForSeats payment.createPayment`,
  ],
  [admins(200), 'auth.listUsers booking.showSettings booking.showGoLive'],
  [signedIn(404), 'auth.removePasskey booking.cancelOwnBooking'],
  [
    organisers(404),
    `auth.approve auth.refuseApproval booking.revokeComplimentary booking.resendComplimentary booking.endInvitation
     booking.offerByHand booking.removeWaiting booking.renewComplimentary payment.pauseCancellationRun payment.resumeCancellationRun
     payment.listCancellationRows notify.resendMail`,
  ],
  [admins(422), `booking.postponeConcert booking.stopEvening booking.undoStop booking.confirmPrices booking.openSale booking.saveSettings`],
  [
    everybody(404),
    `booking.showInvitation booking.claimInvitation booking.quietInvitation booking.downloadComplimentaryTickets booking.showOffer
     booking.leaveWaiting`,
  ],
  [everybody(400), 'payment.receiveWebhook notify.receiveMailEvents'],
  [admins(202), 'notify.sendTestMail'],
];

const TABLE: Record<string, Row> = {
  ...Object.fromEntries(PLAIN.flatMap(([gets, names]) => names.split(/\s+/).map((name) => [name, { gets }]))),
  'auth.verifyEmail': { ask: () => ({ body: { token: 'x'.repeat(43), password: PASSWORD } }), gets: everybody(410) },
  'auth.checkSignInCode': { ask: () => ({ body: { request: 'x'.repeat(43) } }), gets: everybody(200) },
  'auth.useSignInCode': { ask: () => ({ body: { request: 'x'.repeat(43), code: '123456' } }), gets: everybody(410) },
  'auth.setPassword': { ask: () => ({ body: { token: 'x'.repeat(43), password: 'violet harbour lantern 9' } }), gets: everybody(410) },
  'auth.changePassword': {
    ask: ({ password }, persona) => ({ body: { current: password(persona), password: 'password12345678' } }),
    gets: signedIn(422),
  },
  'auth.signOutEverywhere': { gets: signedIn(204), endsSession: true },
  'auth.endHelper': { ask: ({ otherUserId }) => ({ params: { helperId: otherUserId } }), gets: organisers(204) },
  'auth.openHelperLink': { ask: () => noToken, gets: everybody(410) },
  'auth.endOtherSessions': { gets: signedIn(204), endsSession: true },
  'auth.confirmPassword': {
    ask: ({ password }, persona) => ({ body: { password: password(persona) } }),
    gets: signedIn(200),
    endsSession: true,
  },
  'auth.showHandoff': { ask: () => noToken, gets: everybody(410) },
  'auth.useHandoff': { ask: () => noToken, gets: everybody(410) },
  'auth.saveProfile': {
    ask: () => ({ body: { address: '7 Harbour Lane', phone: '', note: '', skills: '', availability: '' } }),
    gets: signedIn(200),
  },
  'auth.changeRole': { ask: ({ otherUserId }) => ({ params: { userId: otherUserId }, body: { role: 'buyer' } }), gets: admins(200) },
  'auth.beginPasskeyProof': { gets: [200, 200, 409, 409, 409, 409] },
  'auth.renamePasskey': { ask: () => ({ body: { name: 'Phone' } }), gets: signedIn(404) },
  'auth.removeLostPasskeys': { ask: ofOther, gets: admins(409) },
  'auth.signOut': { gets: everybody(204), endsSession: true },
  'booking.showPicture': { ask: () => ({ params: { name: '0123456789abcdef.jpg' } }), gets: everybody(200) },
  'booking.giveMoreTime': { ask: () => ({ body: { holdEndsAt: '2024-07-13T22:00:00.000Z' } }), gets: signedIn(404) },
  'booking.returnSecondPurchase': { ask: ofBooking, gets: [401, 401, 409, 404, 404, 404] },
  'booking.showReceipt': { ask: ofBooking, gets: everybody(404) },
  'booking.downloadReceipt': { ask: ofBooking, gets: everybody(404) },
  'booking.downloadTickets': { ask: ofBooking, gets: [404, 404, 409, 404, 409, 409] },
  'booking.showChoice': { ask: ofBooking, gets: [404, 404, 409, 404, 404, 404] },
  'booking.saveChoice': { ask: (facts) => ({ ...ofBooking(facts), body: { giveBack: [] } }), gets: [404, 404, 409, 404, 404, 404] },
  'booking.showBooking': { ask: ofBooking, gets: [401, 401, 200, 404, 200, 200] },
  'booking.showBookingDetails': { ask: ({ bookingId }) => ({ body: { reference: bookingId } }), gets: [404, 404, 200, 404, 200, 200] },
  'booking.showComplimentaryDetails': { ask: ({ bookingId }) => ({ body: { reference: bookingId, catg: 'h' } }), gets: everybody(404) },
  'booking.getBookings': {
    ask: (_, persona) => ({ body: { email: persona === 'anonymous' ? 'nobody@example.org' : ADDRESSES[persona] } }),
    gets: organisers(200),
  },
  'booking.exportBookings': {
    ask: (_, persona) => ({ body: { email: persona === 'anonymous' ? 'nobody@example.org' : ADDRESSES[persona] } }),
    gets: organisers(200),
  },
  'booking.showTimeline': { ask: ofBooking, gets: organisers(200) },
  'booking.listComplimentary': { ask: () => ({ query: '?group=h' }), gets: organisers(200) },
  'booking.listInvitations': { ask: () => ({ query: '?group=h' }), gets: organisers(200) },
  'booking.makeDisputeFile': { ask: ofBooking, gets: organisers(409) },
  'booking.giveBack': { ask: ofBooking, gets: signedIn(422) },
  'booking.leaveWaitingAtOnce': { ask: () => ({ query: `?ref=${NO_SUCH['waitingId']}&ref2=x` }), gets: everybody(404) },
  'booking.renewTickets': { ask: ofBooking, gets: organisers(409) },
  'booking.freeLostSeats': { ask: ofBooking, gets: organisers(409) },
  'booking.showDoor': { gets: organisers(200), atTheDoor: 200 },
  'booking.showDoorList': { gets: organisers(200), atTheDoor: 200 },
  'booking.lookUpHolders': { gets: organisers(422), atTheDoor: 422 },
  'booking.scan': { gets: organisers(422), atTheDoor: 422 },
  'payment.showRefundLink': { ask: ofBooking, gets: everybody(404) },
  'payment.chooseCancellationRow': { ask: () => ({ body: { choice: 'retry' } }), gets: organisers(404) },
  'payment.resolveMoneyTask': { ask: () => ({ body: { note: 'Looked at' } }), gets: organisers(404) },
  'notify.markContactMessage': { ask: () => ({ body: { answered: true } }), gets: organisers(404) },
  'notify.checkCodeMail': { ask: () => ({ body: { request: 'x'.repeat(43) } }), gets: everybody(200) },
  'notify.changeMessageRun': { ask: ofMessageRun, gets: organisers(422) },
  'notify.showMessageRun': { ask: ofMessageRun, gets: organisers(404) },
  'notify.startMessageRun': { ask: () => ({ ...ofMessageRun(), body: { version: 1, confirmation: 'Send to 0' } }), gets: organisers(404) },
  'notify.changeTimedMessage': { ask: () => ({ params: { message: 'day-before' } }), gets: organisers(422) },
  'notify.pauseMessageRun': { ask: ofMessageRun, gets: organisers(404) },
  'notify.resumeMessageRun': { ask: ofMessageRun, gets: organisers(404) },
  'notify.listRecipients': { ask: () => ({ ...ofMessageRun(), query: '?state=unreached' }), gets: organisers(404) },
  'notify.correctRecipient': { ask: () => ({ ...ofMessageRun(), body: { email: 'nobody@example.org' } }), gets: organisers(404) },
  'notify.noteCall': { ask: ofMessageRun, gets: organisers(404) },
};

const behind = new SystemInspector();
const { system } = behind;
const PASSWORD = 'violet harbour lantern 9';
const mark = randomUUID().slice(0, 8);
const ADDRESSES: Record<Exclude<Persona, 'anonymous'>, string> = {
  unverified: `unverified.${mark}@example.org`,
  buyer: `buyer.${mark}@example.org`,
  'other buyer': `other.${mark}@example.org`,
  'door helper': `door.${mark}@example.org`,
  'helper link': `nobody.${mark}@example.org`,
  organiser: system.accounts.find(({ role }) => role === 'organiser')!.email,
  admin: system.accounts.find(({ role }) => role === 'admin')!.email,
};
const cookies = new Map<Persona, string>();
/** Routes that somebody was answered by, and those with an answer that has more than the contract says. */
const answered = new Set<string>();
const undeclared = new Set<string>();

/** A schema drops what it does not name. */
function noteUndeclared(name: string, text: string): void {
  const { answer } = ROUTES[name]!;
  if (!answer) return;
  answered.add(name);
  const body: unknown = JSON.parse(text);
  if (!isDeepStrictEqual(answer.parse(body), body)) undeclared.add(name);
}
let facts: Facts;

async function call(route: Route, persona: Persona, sent: ReturnType<NonNullable<Row['ask']>>, base = system.site): Promise<Response> {
  const cookie = cookies.get(persona);
  return fetch(`${base}${fillPath(route.path, { ...NO_SUCH, ...sent.params })}${sent.query ?? ''}`, {
    method: route.method,
    redirect: 'manual',
    headers: {
      origin: system.site,
      'idempotency-key': randomUUID(),
      ...(cookie ? { cookie } : {}),
      ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(route.method === 'GET' ? {} : { body: JSON.stringify(sent.body ?? {}) }),
  });
}

/** Signs in as the browser would; an unverified account gets no session and continues without one. */
async function signIn(persona: Persona): Promise<void> {
  if (persona === 'anonymous') return;
  if (persona === 'helper link') return openHelperLink();
  const client = new SiteClient(system.site);
  const result = await client.auth.signIn({ body: { email: ADDRESSES[persona], password: facts.password(persona) } });
  const status = result.ok ? 200 : result.problem.status;
  const cookie = client.cookie;
  expect([persona, status, cookie.startsWith('__Host-concert-session=')]).toEqual([
    persona,
    persona === 'unverified' ? 403 : 200,
    persona !== 'unverified',
  ]);
  if (cookie !== '') cookies.set(persona, cookie);
}

async function openHelperLink(): Promise<void> {
  const { url } = (await (await call(authRoutes.makeHelperLink, 'admin', { body: { name: `Helper ${mark}` } })).json()) as { url: string };
  const client = new SiteClient(system.site);
  expect((await client.auth.openHelperLink({ body: { token: url.split('=')[1]! } })).ok).toBe(true);
  cookies.set('helper link', client.cookie);
}

/** Signs up and opens the link in the mail. */
async function join(email: string, verify: boolean): Promise<void> {
  expect((await call(authRoutes.signUp, 'anonymous', { body: { email, password: PASSWORD } })).status).toBe(200);
  const [mail] = await behind.untilMail(email);
  const token = /#verify=([A-Za-z0-9_-]{43})/.exec(mail!.text ?? '')?.[1];
  if (verify) expect((await call(authRoutes.verifyEmail, 'anonymous', { body: { token, password: PASSWORD } })).status).toBe(200);
}

beforeAll(async () => {
  const sample = new Map(system.accounts.map(({ email, password }) => [email, password]));
  const password = (persona: Persona) => (persona === 'anonymous' ? '' : (sample.get(ADDRESSES[persona]) ?? PASSWORD));
  facts = { bookingId: '', otherUserId: '', password };
  await Promise.all([
    join(ADDRESSES.unverified, false),
    join(ADDRESSES.buyer, true),
    join(ADDRESSES['other buyer'], true),
    join(ADDRESSES['door helper'], true),
  ]);
  for (const persona of PERSONAS) await signIn(persona);
  const helper = (await (await call(authRoutes.showSession, 'door helper', {})).json()) as { session: { userId: string } };
  expect((await call(authRoutes.changeRole, 'admin', { params: { userId: helper.session.userId }, body: { role: 'door' } })).status).toBe(
    200,
  );
  await signIn('door helper');
  const reserved = await call(bookingRoutes.reserve, 'buyer', {
    body: {
      firstname: 'Buyer',
      email: ADDRESSES.buyer,
      phoneno: PHONE,
      notickets: 1,
      amount: 2_500,
      currency: 'USD',
      seating: 'General Seating',
    },
  });
  const other = (await (await call(authRoutes.showSession, 'other buyer', {})).json()) as { session: { userId: string } };
  facts = { password, bookingId: ((await reserved.json()) as { id: string }).id, otherUserId: other.session.userId };
  expect(facts.bookingId).toMatch(/^bk_/);
});

afterAll(async () => {
  await call(bookingRoutes.cancelOwnBooking, 'buyer', { params: { bookingId: facts.bookingId } });
  await behind.close();
});

describe('who may do what', () => {
  it('B9-501 is decided for every route there is, and for no other', () => {
    const forPeople = Object.keys(ROUTES).filter((name) => ROUTES[name]!.access !== 'internal');
    expect(Object.keys(TABLE).sort()).toEqual(forPeople.sort());
  });

  it.each(Object.keys(ROUTES))('S6-07 B5-507 %s', async (name) => {
    const row = ROUTES[name]!.access === 'internal' ? BETWEEN_SERVICES : TABLE[name]!;
    const got: (string | number)[] = [];
    const personas = PERSONAS.filter((persona) => persona !== 'helper link' || ROUTES[name]!.access !== 'public');
    for (const persona of personas) {
      const response = await call(ROUTES[name]!, persona, row.ask?.(facts, persona) ?? {});
      got.push(response.status);
      const text = await response.text();
      // A refusal tells nothing about the booking, its buyer or anybody else.
      if ([401, 403, 404].includes(response.status)) for (const word of [ADDRESSES.buyer, PHONE]) expect(text).not.toContain(word);
      if (response.status === 200) noteUndeclared(name, text);
      if (row.endsSession) await signIn(persona);
    }
    expect(Object.fromEntries(personas.map((persona, index) => [persona, got[index]]))).toEqual(
      Object.fromEntries(
        personas.map((persona, index) => [
          persona,
          persona === 'helper link' ? byHelperLink(ROUTES[name]!, row) : (row.gets[index] ?? row.atTheDoor ?? row.gets[3]),
        ]),
      ),
    );
  });

  it('B9-501 no answer of these has a field that its contract does not declare', () => {
    expect(answered.size).toBeGreaterThan(40);
    expect([...undeclared]).toEqual([]);
  });
});

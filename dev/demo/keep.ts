import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import { settingsBody } from '@concert/contracts/booking/settings';
import { DAY_MS } from '@concert/contracts/core/durations';
import type { Id } from '@concert/contracts/core/ids';
import { ROOT } from '@concert/machine-kit/rooms';
import { depthOf } from '@concert/service-kit/messages/dead-letters';
import type { Mail } from '@concert/stand-ins/mail/mail';
import { askStandIn, pay, payOnPage, reservationOf, scanOf, SiteClient, valueOf } from '@concert/test-kit/site-client';
import { until } from '@concert/test-kit/until';
import type { Result } from '@concert/web-kit/api-client.ts';
import { connected, HOUSES, packHouse, queueOf, startHouse, writeHouse, type Held, type House } from '../commands/house/kept-house.ts';
import { setOwnClock } from '../system/clock-ahead.ts';
import type { FourDatabases } from '../system/databases.ts';
import { line } from '../system/progress.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { buy, untilBookingIs, type MadeBooking } from './buying.ts';
import { personOf, type Person, type Story } from './cast.ts';
import { statesIn } from './house-states.ts';
import { inviteGuests, openDoors, sendMoneyBack, writeToOrganisers } from './organising.ts';
import { DEMO_PATIENCE, signInByGoogle, type Stage } from './stage.ts';

/*
 * `npm run keep [-- <version>]` makes a house in which somebody has come to each state that a contract names, and keeps it as a file, which
 * `npm test` opens from then on. People act on two days, because holds and offers end by the clock; what passes by itself is done last, while
 * providers fail.
 */

/** MongoDB's clock, which is the machine's, must not come to this house's time as long as anybody opens it. */
const AHEAD_MS = 20 * 365 * DAY_MS;
const BETWEEN_MS = 3 * DAY_MS;
/** Cards, as the stand-in's page names them: one is paid late, the refunds of the other stay pending. */
const [LATE_CARD, PENDING_CARD] = ['4000000000001117', '4000000000007726'] as const;
const [GENERAL, FULL, LATE] = ['General Seating', 'Preferred Seating', 'Premium Seating'] as const;
const MONEY = queueOf({ service: 'svc-booking', purpose: 'remember-money' });

/** The house that is made. */
let stage: Stage;
let databases: FourDatabases;
let people = 0;

const done = <T>(result: Result<T>): T => valueOf('What this house needs', result);
const once = () => ({ idempotencyKey: randomUUID() });
const somebody = (begin = ''): Person => {
  const person = personOf(people++);
  return { ...person, email: begin + person.email };
};
const as = (person: Person) => signInByGoogle(stage, person);
const several = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

const at = <T>(provider: 'payments' | 'mailbox', what: string, body?: object) => askStandIn<T>(stage.system[provider], what, body);

/** The newest object of a kind at the payment provider. */
const newest = async (kind: 'sessions' | 'charges') => (await at<Record<string, { id: string }[]>>('payments', 'state'))[kind]![0]!.id;

function comesTo(database: keyof FourDatabases, name: string, filter: object): Promise<unknown> {
  const look = () => databases[database].collection(name).findOne(filter);
  return until(`${name} has ${JSON.stringify(filter)}`, look, Boolean, DEMO_PATIENCE);
}

async function mailTo(email: string): Promise<string> {
  const read = () => at<Mail[]>('mailbox', `mails?to=${encodeURIComponent(email)}`);
  return (await until(`an email to ${email}`, read, ({ length }) => length > 0, DEMO_PATIENCE))[0]!.text!;
}

async function book(story?: Story, seating: Seating = GENERAL, begin = ''): Promise<MadeBooking> {
  return (await buy(stage, { person: somebody(begin), order: { seating, notickets: seating === GENERAL ? 2 : 1 }, story }))!;
}

async function bookBy(card: string, seating: Seating): Promise<MadeBooking> {
  const made = await book('paying', seating);
  await payOnPage(stage.system.payments, await newest('sessions'), card);
  return made;
}

/** Somebody buys seats and gives money besides. */
async function give(): Promise<void> {
  const person = somebody();
  const { booking, cookie } = await as(person);
  const [buyer, order] = [
    { ...person, cookie },
    { seating: GENERAL, notickets: 1 },
  ];
  const { id } = done(await booking.reserve({ body: { ...reservationOf(buyer, order), giftMinor: 2_000 } }, once()));
  await pay(stage.system, buyer, id, order);
  await comesTo('booking', 'reserve-your-seat', { _id: id, 'returns.steps.step': 'given' });
}

async function dispute(action?: 'won' | 'lost'): Promise<string> {
  const { id } = await book('disputed');
  if (action) await at('payments', 'disputes', { charge: await newest('charges'), action });
  await comesTo('booking', 'reserve-your-seat', { _id: id, 'dispute.state': action ?? 'open' });
  return id;
}

async function capacity(seating: Seating, seats: number): Promise<void> {
  const { booking } = stage.organiser;
  const body = settingsBody(done(await booking.showSettings()));
  done(await booking.saveSettings({ body: { ...body, gifts: true, capacities: { ...body.capacities, [seating]: seats } } }));
}

const refund = async ({ id }: MadeBooking) =>
  done(await stage.organiser.payment.triggerRefund({ body: { id, email: stage.organiserEmail } }, once()));

async function returnOne({ id, order }: MadeBooking): Promise<void> {
  const body = { id, email: stage.organiserEmail, tickets: [2], amountMinor: priceMinor(order.seating, 1), reason: 'Ill' };
  done(await stage.organiser.payment.returnPart({ body }, once()));
}

async function tell({ id }: MadeBooking, isSent = true): Promise<Id<'messageRun'>> {
  const messages = [{ reader: 'everybody' as const, subject: 'Where to park', words: 'The gate is **open** from six.' }];
  const draft = { purpose: 'free', audience: { booking: id as Id<'booking'> }, messages } as const;
  const { id: runId, version, confirmation = '' } = done(await stage.organiser.notify.createMessageRun({ body: { ...draft, messages } }));
  if (isSent) done(await stage.organiser.notify.startMessageRun({ params: { runId }, body: { version, confirmation } }));
  return runId;
}

async function wait() {
  const person = somebody();
  const { booking } = await as(person);
  return { id: done(await booking.waitForSeats({ body: { name: person.name, seats: 1, seating: FULL } })).id, person };
}
type Place = Awaited<ReturnType<typeof wait>>;

const leave = async ({ id, person }: Place) => done(await (await as(person)).booking.leaveWaiting({ params: { waitingId: id }, body: {} }));
const place = ({ id }: Place, state: string) => comesTo('booking', 'waiting', { _id: id, state });

async function takeOffer({ id, person }: Place): Promise<void> {
  await place({ id, person }, 'offered');
  const { booking, cookie } = await as(person);
  const { own } = done(await booking.showOwnWaiting());
  await pay(stage.system, { ...person, cookie }, own!.offer!.bookingId, { seating: FULL, notickets: 1 });
  await place({ id, person }, 'bought');
}

/** Claims a ticket by a link, or answers an invitation of one's own. */
async function claim(link: string, tickets?: number) {
  const { searchParams: query } = new URL(/\S+\/invitation\?\S+/.exec(link)![0]);
  const { name, email: email2 } = somebody();
  const said = tickets === undefined ? { claim: { name, email2, notickets: 1 } } : { tickets };
  const params = { invitationId: query.get('ref') as Id<'invitation'> };
  done(await stage.visitor.booking.claimInvitation({ params, body: { ref2: query.get('ref2')!, ...said } }, once()));
  return { params };
}

async function inviteSome(): Promise<void> {
  const { booking } = stage.organiser;
  const day = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10);
  const invite = async (seats: number) => {
    const body = { for: 'inviter', group: 'f', lastDay: day, label: `A choir of ${seats}`, seats } as const;
    return done(await booking.invite({ body }, once())).url!;
  };
  await claim(await invite(3));
  await claim(await invite(1));
  done(await booking.endInvitation(await claim(await invite(4))));
  const asked = several(3, () => somebody());
  const rows = asked.map(({ name, email: email2 }) => ({ name, email2, phoneno: '', notickets: 2 }));
  done(await booking.invite({ body: { for: 'guests', group: 'v', lastDay: day, rows } }, once()));
  for (const tickets of [0, 1]) await claim(await mailTo(asked[tickets]!.email), tickets);
}

/** What needs time to pass: it ends with seats that are offered, and a payment that is late. */
async function firstDay() {
  const { booking, notify } = stage.organiser;
  for (const seating of [FULL, LATE]) await capacity(seating, 1);
  const made = [await book(undefined, FULL)];
  for (const begin of ['', '', 'bounce.']) made.push(await book(undefined, GENERAL, begin));
  for (const story of ['reserved', 'given up', 'failed', 'refunded', 'refund failed'] as const) made.push(await book(story));
  await sendMoneyBack(stage, made);
  await give();
  await dispute();
  await dispute('won');
  done(await booking.freeLostSeats({ params: { bookingId: await dispute('lost') } }));
  const guests = several(6, () => somebody());
  await openDoors(stage, made.slice(0, 1), await inviteGuests(stage, guests));
  await writeToOrganisers(stage, guests);
  const [message] = done(await notify.listContactMessages({ query: {} })).items;
  done(await notify.markContactMessage({ params: { contactId: message!.id }, body: { answered: true } }));
  await inviteSome();

  const [, reached, renewed, bounced] = made as [MadeBooking, MadeBooking, MadeBooking, MadeBooking];
  for (const one of [reached, bounced]) await tell(one);
  const [ticket] = done(await booking.showBooking({ params: { bookingId: reached.id } })).tickets!;
  const scan = scanOf(ticket!.code);
  done(await booking.scan({ body: { scans: [scan] } }));
  done(await booking.takeAdmissionBack({ body: { holder: reached.id, number: 1, scanId: scan.scanId } }));
  done(await booking.renewTickets({ params: { bookingId: renewed.id } }, once()));
  await returnOne(await book());
  const refused = await book('refund failed');
  await returnOne(refused);

  const places: Place[] = [];
  while (places.length < 7) places.push(await wait());
  await leave(places[5]!);
  done(await booking.removeWaiting({ params: { waitingId: places[6]!.id } }));
  await capacity(FULL, 2);
  await takeOffer(places[0]!);
  await capacity(FULL, 3);
  await place(places[1]!, 'offered');
  await comesTo('payment', 'refunds', { bookingId: refused.id, status: 'failed' });
  const late = await bookBy(LATE_CARD, LATE);
  await comesTo('payment', 'payment-sessions', { userbookingid: late.id, status: 'processing' });
  // For the provider it stays the same day.
  await at('payments', 'clock', { advanceMs: -BETWEEN_MS - DAY_MS });
  return { late, places };
}

/** What goes on, and what passes by itself. */
async function lastDay({ late, places }: Awaited<ReturnType<typeof firstDay>>): Promise<Held> {
  const { organiser, organiserEmail: email, system, visitor } = stage;
  await place(places[1]!, 'missed');
  await place(places[2]!, 'offered');
  await leave(places[2]!);
  await place(places[3]!, 'offered');
  // Its seat is gone when it is paid, and the bank does not take the money back.
  await untilBookingIs(organiser, late.id, 'expired');
  await capacity(LATE, 0);
  await at('payments', 'faults', { failRefunds: true });
  await at('payments', 'clock', { advanceMs: BETWEEN_MS + DAY_MS });
  await comesTo('payment', 'refunds', { bookingId: late.id, status: 'failed' });
  await at('payments', 'faults', { reset: true });
  // What the database does not take becomes a dead letter.
  const moves = (validator: object) => databases.booking.db!.command({ collMod: 'money-moves', validator });
  await moves({ _id: { $exists: false } });
  await book();
  await until('there is a dead letter', async () => (await depthOf(system.rabbit, MONEY))?.dead, Boolean, DEMO_PATIENCE);
  await moves({});

  const [refunded, parted, told, paused, gives] = [await book(), await book(), await book(), await book(), await book()];
  const { email: codeEmail } = somebody();
  const { request: codeRequest } = done(await visitor.auth.requestSignInCode({ body: { email: codeEmail } }));
  await mailTo(codeEmail);
  await book('reserved');
  await tell(told, false);
  const { booking } = await as(gives.person);
  done(await booking.giveBack({ params: { bookingId: gives.id }, body: { tickets: [2] } }));
  const pending = await bookBy(PENDING_CARD, GENERAL);
  await untilBookingIs(organiser, pending.id, 'paid');
  await book('paying');
  await at('mailbox', 'faults', { unavailableNext: 1_000_000 });
  const add = async ({ name, email: email2 }: Person) =>
    done(await organiser.booking.addVip({ body: { email, name, email2, phoneno: '', notickets: 1 } }, once())).id;
  await add(somebody());
  done(await organiser.booking.revokeComplimentary({ params: { entryId: await add(somebody()) } }));
  await tell(told);
  done(await organiser.notify.pauseMessageRun({ params: { runId: await tell(paused) } }));
  await comesTo('notify', 'mails', { kind: 'complimentary-ticket', state: 'given_up' });
  // It arrives within seconds.
  await refund(pending);
  await comesTo('payment', 'refunds', { bookingId: pending.id, status: 'pending' });
  await at('payments', 'faults', { failNext: 1_000_000, only: 'POST /v1/refunds' });
  await refund(refunded);
  await returnOne(parted);
  return { door: done(await organiser.booking.showDoorList()).items, codeEmail, codeRequest };
}

/** Starts a house, lets people act in it, and takes it as it is then. */
async function spend<T>(day: () => Promise<T>, when: Date, house?: House): Promise<T & House> {
  await setOwnClock(when);
  const system = await startHouse(house, when);
  try {
    const [organiser, visitor] = [new SiteClient(system.site), new SiteClient(system.site)];
    const account = system.accounts.find(({ role }) => role === 'admin')!;
    await organiser.signIn(account);
    stage = { site: system.site, system, organiser, organiserEmail: account.email, visitor };
    return await connected(
      (service) => system.mongo[service],
      async (opened) => {
        databases = opened;
        return { ...(await day()), ...(await packHouse(system, opened)) };
      },
    );
  } finally {
    await system.stop();
  }
}

async function keepHouse(version: string): Promise<void> {
  const first = await spend(firstDay, new Date(Date.now() + AHEAD_MS));
  const rest = async () => {
    const held = await lastDay(first);
    for (const covered of await statesIn(stage, databases, held.door)) line(`  ${covered}`);
    return held;
  };
  const house = await spend(rest, new Date(Date.parse(first.at) + BETWEEN_MS), first);
  const bytes = await writeHouse(path.join(HOUSES, `${version}.br`), house);
  line(`\ne2e/houses/${version}.br has ${Math.ceil(bytes / 1_024)} KB, and ${house.letters.length} dead letters.`);
}

const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
await keepHouse(process.argv[2] ?? version).catch(reportAndExit);

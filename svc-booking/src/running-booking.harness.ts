import { createHash, randomUUID } from 'node:crypto';
import type { BigAction } from '@concert/contracts/auth/approvals';
import type { ScanResult } from '@concert/contracts/booking/door';
import type { EntryView } from '@concert/contracts/booking/complimentary';
import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import type { Report } from '@concert/contracts/booking/reports';
import { settingsBody, type ConcertSettings, type SettingsBody } from '@concert/contracts/booking/settings';
import { SEATING_RULES, priceMinor, type Seating } from '@concert/contracts/booking/seating';
import type { FactData, FactKind } from '@concert/contracts/core/envelope';
import { CLIENT_ADDRESS_HEADER, type Identity } from '@concert/contracts/core/identity';
import type { HouseLook, PaymentMode, ReadinessRow } from '@concert/contracts/core/readiness';
import type { BookingMail } from './timeline/http-booking-mails.ts';
import { sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import type { Clock } from '@concert/service-kit/process/clock';
import { NeighbourInTest, refused } from '@concert/service-kit/neighbour-in-test.harness';
import { ServiceInTest, type Answer, type Call } from '@concert/service-kit/service-in-test.harness';
import { readSettings } from '@concert/service-kit/process/settings';
import { FakeClock } from '@concert/test-kit/clock';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import { until, untilAnswered } from '@concert/test-kit/until';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import { bookingService } from './app.module.ts';
import { concertsCollection } from './concert/concert.schema.ts';
import { bookingServiceCollections, bookingServiceIndexes } from './indexes.ts';
import { bookingMigrations } from './migrations/migrations.ts';
import { bookingSettings } from './settings.ts';

/** Address that the gateway reports as the origin of every request in a test. */
export const ADDRESS = '203.0.113.7';

export interface AskOptions extends Omit<Call, 'headers'> {
  /** Where the request comes from, if not from {@link ADDRESS}. */
  readonly address?: string;
}

/** How a ticket is named in the list of a door. */
export function hashOfTicket(ticketId: string): string {
  return createHash('sha256').update(ticketId).digest('base64url');
}

/** A real svc-booking on real servers, called as the gateway and the broker call it. */
export class RunningBooking extends ServiceInTest {
  readonly clock = new FakeClock('2026-11-21T12:00:00.000Z');
  readonly auth = this.signer('svc-auth');
  readonly payment = this.signer('svc-payment');
  readonly notify = this.signer('svc-notify');
  /** Big actions that were asked for. */
  readonly askedFor: BigAction[] = [];
  /** What the other services say of being ready for a sale, by the end of the address that they are asked at; 404 for others. */
  readonly readiness: Record<string, Partial<HouseLook> & { mode?: PaymentMode; rows: ReadinessRow[] }> = {
    '/rows': { secondsAgo: 0, rows: [] },
    payments: { mode: 'test', rows: [] },
    mails: { rows: [] },
    people: { rows: [] },
  };
  /** Whether svc-auth lets big actions through. */
  approves = true;
  /** What happens while somebody is asked to approve. */
  whileAsked: () => Promise<unknown> = () => Promise.resolve();
  /** What svc-notify says of the mails of every booking. */
  mailsOfBookings: readonly BookingMail[] = [];
  readonly #neighbour = new NeighbourInTest(async ({ url }, body) => {
    const answer = this.answerTo(url, body);
    await this.whileAsked();
    return answer;
  });
  #broker!: ChannelModel;

  constructor() {
    super('svc-booking', bookingServiceCollections);
  }

  /**
   * @param over settings that differ from the defaults
   * @param clock the service's clock; by default the one that tests turn
   */
  async start(over: Readonly<Record<string, string>> = {}, clock: Clock = this.clock): Promise<void> {
    await this.openServers(
      bookingServiceIndexes,
      bookingMigrations('open', () => this.clock.now()),
      false,
    );
    const neighbour = await this.#neighbour.listen();
    const settings = readSettings(bookingSettings, {
      ...this.settingsOfAll(),
      PAYMENTS_LIVE: 'false',
      TICKET_SIGNING_KEYS: makeKeyPair().privateKey,
      ...Object.fromEntries(['AUTH_URL', 'PAYMENT_URL', 'NOTIFY_URL', 'CHECKS_URL'].map((name) => [name, neighbour])),
      // Everybody in a test shares one network.
      UNPAID_HOLDS_PER_ACCOUNT: '100000',
      UNPAID_HOLDS_PER_SOURCE: '100000',
      OPEN_SEATS_PER_ACCOUNT: '100000',
      OPEN_SEATS_PER_SOURCE: '100000',
      // The evening is weeks ahead.
      DOOR_OPENS_HOURS_BEFORE: '10000',
      ...over,
    });
    this.service = await this.startProcess(bookingService(settings), clock);
    this.#broker = await connect(this.room.rabbitUrl);
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    this.#neighbour.close();
    await this.#broker?.close();
    await this.closeServers();
  }

  private answerTo(url: string | undefined, body: string) {
    if (url?.startsWith('/internal/booking-mails/')) return { status: 200, body: { items: this.mailsOfBookings } };
    const readiness = this.readiness[url?.replace('/internal/readiness/', '') ?? ''];
    if (readiness) return { status: 200, body: readiness };
    if (url !== '/internal/approvals') return refused(404, 'request.not_found');
    this.askedFor.push((JSON.parse(body) as { action: BigAction }).action);
    return this.approves ? { status: 200, body: { granted: true } } : refused(409, 'request.approval_refused');
  }

  ask(method: string, path: string, { address = ADDRESS, ...call }: AskOptions = {}): Promise<Answer> {
    return this.send(method, path, { ...call, headers: { [CLIENT_ADDRESS_HEADER]: address } });
  }

  /** A channel of its own, for listening. */
  channel(): Promise<Channel> {
    return this.#broker.createChannel();
  }

  /** Publishes a fact to the service, as the broker delivers it. */
  async publish<K extends FactKind>(kind: K, data: FactData<K>, id: string = randomUUID(), times = 1, version = 1): Promise<void> {
    await this.owners.tell(kind, data, { id, times, version, now: this.clock.now() });
  }

  /** What a buyer sends to reserve seats: two in General, at their price. */
  order(who: Identity, over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const { seating = 'General Seating', notickets = 2 } = over as { seating?: Seating; notickets?: number };
    const sold = Number.isInteger(notickets) && notickets >= 1 && notickets <= (SEATING_RULES[seating]?.maxTickets ?? 0);
    return {
      firstname: who.name,
      lastname: '',
      email: who.email,
      phoneno: '(555) 123-4567',
      notickets,
      seating,
      amount: sold ? priceMinor(seating, notickets) : 1,
      currency: 'USD',
      ...over,
    };
  }

  /** Presses the reservation button. @param key tells a repeat from another press */
  reserve(who: Identity, over: Readonly<Record<string, unknown>> = {}, key: string = randomUUID()): Promise<Answer> {
    return this.ask('POST', '/api/reserve-your-seat', { who, key, body: this.order(who, over) });
  }

  /** A pending booking. */
  async reserved(who: Identity, over: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const key = randomUUID();
    const answer = await untilAnswered(() => this.reserve(who, over, key));
    if (answer.status !== 201) throw new Error(`reserving answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.id as string;
  }

  /** Asks for a payment of a booking, as svc-payment does when a page opens. */
  async beginPayment(bookingId: string, { userId }: Identity, prolong = true): Promise<Answer['body']> {
    const body = { bookingId, userId, prolong };
    return (await this.ask('POST', '/internal/begin-payment', { caller: this.payment, body })).body;
  }

  /** The concert as visitors see it. */
  async concert(): Promise<ConcertView> {
    return (await this.ask('GET', '/api/concert')).body as ConcertView;
  }

  /** The concert's settings as an admin reads them, also beside a crowd: asked for again where the service is too busy. */
  async settings(): Promise<ConcertSettings> {
    const read = () => this.ask('GET', '/api/concert/settings', { who: this.person('admin') });
    return (await untilAnswered(read)).body as ConcertSettings;
  }

  /** Saves the concert's settings, changed. */
  async saveSettings(who: Identity, change: (now: SettingsBody) => object): Promise<Answer> {
    return this.ask('PUT', '/api/concert/settings', { who, body: change(settingsBody(await this.settings())) });
  }

  /** Opens or disables the concert, as an admin does. @param stateReason the words of before where it is left out */
  changeState(who: Identity, state: SettingsBody['state'], stateReason?: string): Promise<Answer> {
    return this.saveSettings(who, (now) => ({ ...now, state, stateReason: stateReason ?? now.stateReason }));
  }

  /** What the door says to a code. */
  async scan(code: string, over: object = {}): Promise<ScanResult> {
    const body = { scans: [this.scanOf({ code, ...over })] };
    return (await this.ask('POST', '/api/door/scans', { who: this.person('organiser'), body })).body.results[0] as ScanResult;
  }

  /** A scan at the main door, now. @param what its code, or whom it lets in by name, and what is otherwise */
  scanOf(what: object) {
    return { scanId: randomUUID(), scannedAt: this.clock.now().toISOString(), door: 'Main', ...what };
  }

  /** A VIP guest's entry, as an organiser adds it. */
  async invited(over: object = {}): Promise<EntryView & { ref2: string }> {
    const who = this.person('organiser');
    const guest = { name: 'Vera Guest', email2: `vera.${randomUUID()}@example.org`, phoneno: '(555) 765-4321', notickets: 1 };
    const body = { email: who.email, ...guest, ...over };
    const entry = (await this.ask('POST', '/api/vip-requests', { who, key: randomUUID(), body })).body as EntryView;
    const [{ ref2 }] = (await this.entry(entry.id, null, { ...who, signedInAt: this.clock.now().toISOString() })).body;
    return { ...entry, ref2 };
  }

  /** What a VIP guest's link shows, or an entry to an organiser who brings none. */
  entry(id: string, ref2: string | null, who?: Identity): Promise<Answer> {
    return this.ask('POST', '/api/get-booking-details-2', {
      body: { reference: id, reference2: ref2, catg: 'v' },
      ...(who ? { who } : {}),
    });
  }

  /** What facts of a type say, oldest first. @param subject only those of one aggregate */
  async told(type: string, subject?: string): Promise<object[]> {
    const which = { 'envelope.type': type, ...(subject === undefined ? {} : { 'envelope.subject': subject }) };
    const outbox = this.database.collection<{ envelope: { data: object } }>('outbox');
    return (await outbox.find(which).sort({ _id: 1 }).toArray()).map(({ envelope }) => envelope.data);
  }

  /** A category's line of the report. */
  async reportLine(seating: Seating): Promise<Report['categories'][number]> {
    const { categories } = (await this.ask('GET', '/api/bookings-report', { who: this.person('organiser') })).body as Report;
    return categories.find(({ category }) => category === seating)!;
  }

  /** Seats of a category that anybody can reserve. */
  async left(seating: Seating): Promise<number> {
    return (await this.concert()).categories.find((category) => category.seating === seating)!.left;
  }

  /** Changes the state of the concert behind the service's back: nobody is told. */
  async setConcertState(state: ConcertView['state']): Promise<void> {
    await this.database.collection<{ _id: string }>(concertsCollection.name).updateOne({ _id: 'current' }, { $set: { state } });
  }

  /** Status of a booking as its buyer sees it. */
  async status(who: Identity, id: string): Promise<string> {
    return (await this.ask('GET', `/api/ticket-bookings/${id}`, { who })).body.status as string;
  }

  /** Waits until a booking has a status. @returns the booking as its buyer sees it */
  async becomes(who: Identity, id: string, status: string): Promise<BookingView> {
    const view = async () => (await this.ask('GET', `/api/ticket-bookings/${id}`, { who })).body as BookingView;
    return until(`the booking is ${status}`, view, (seen) => seen.status === status);
  }

  /** Tells that money for a booking arrived. @param times how often it is delivered @param giftMinor of the amount, a gift beside the seats */
  async settled(id: string, amountMinor: number, times = 1, giftMinor?: number): Promise<void> {
    const fact = {
      bookingId: id as never,
      checkoutSessionId: `cs_test_${id.slice(3)}`,
      paymentIntentId: `pi_test_${id.slice(3)}`,
      amount: { amountMinor, currency: 'USD' as const },
      ...(giftMinor === undefined ? {} : { giftMinor }),
      settledAt: this.clock.now().toISOString(),
      cause: 'webhook' as const,
    };
    await this.publish(sessionSettledV1, fact, undefined, times);
  }

  /** Tells that a booking's payment page ended without money. */
  async pageEnded(id: string, outcome: 'expired' | 'cancelled', times = 1): Promise<void> {
    const endedAt = this.clock.now().toISOString();
    const fact = { bookingId: id as never, checkoutSessionId: `cs_test_${id.slice(3)}`, outcome, endedAt };
    await this.publish(sessionEndedV1, fact, undefined, times);
  }

  async setCapacity(seating: Seating, capacity: number): Promise<void> {
    const stock = this.database.collection<{ _id: string }>('stock');
    await stock.updateOne({ _id: seating }, { $set: { capacity }, $inc: { version: 1 } });
  }

  /** A booking that is paid. */
  async paid(who: Identity, over: Record<string, unknown> = {}): Promise<string> {
    const { seating = 'General Seating', notickets = 2 } = over as { seating?: Seating; notickets?: number };
    const id = await this.reserved(who, over);
    await this.settled(id, priceMinor(seating, notickets));
    await this.becomes(who, id, 'paid');
    return id;
  }

  /** Tickets of somebody new, as their buyer sees them. */
  async bought(notickets = 2, over: object = {}) {
    const who = this.person();
    const id = await this.paid(who, { notickets, ...over });
    const view = (await this.ask('GET', `/api/ticket-bookings/${id}`, { who })).body as BookingView;
    return { who, id, view, ref2: view.ref2!, codes: view.tickets!.map(({ code }) => code) };
  }
}

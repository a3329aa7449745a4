import type { ConcertView } from '@concert/contracts/booking/http';
import type { AudiencePerson } from '@concert/contracts/booking/audience';
import type { ReaderKind } from '@concert/contracts/booking/reader-messages';
import type { FactKind } from '@concert/contracts/core/envelope';
import type { Identity } from '@concert/contracts/core/identity';
import type { Role } from '@concert/contracts/core/roles';
import { idFromBytes, type BookingId, type Id, type IdKind } from '@concert/contracts/core/ids';
import type { MailView } from '@concert/contracts/notify/http';
import type { RunningService } from '@concert/service-kit/service';
import { ServiceInTest } from '@concert/service-kit/service-in-test.harness';
import { readSettings } from '@concert/service-kit/process/settings';
import { topology } from '@concert/service-kit/messages/topology';
import { FakeClock } from '@concert/test-kit/clock';
import { until } from '@concert/test-kit/until';
import { numberedPerson } from '@concert/test-kit/numbered';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import { startMailSink, type MailSink } from '@concert/stand-ins/mail/sink';
import { notifyService } from './app.module.ts';
import { notifyCollections, notifyIndexes } from './indexes.ts';
import type { MailDocument } from './mails/mail.schema.ts';
import { NotifyNeighbours, ticketMailPath, type HolderOptions } from './notify-neighbours.harness.ts';
import { notifySettings } from './settings.ts';

export const ORGANISERS = 'organisers@concert.example';
const SITE = 'http://localhost:8080';
const concert = {
  title: 'Music for Meditation Concert',
  startsAt: '2027-01-16T23:00:00.000Z',
  timeZone: 'America/New_York',
  supportEmail: 'info@concert.example',
  supportPhone: '(555) 123-4567',
};

/** The concert as mails about bookings name it. */
export const CONCERT_OF_MAIL = {
  ...concert,
  lengthMinutes: 150,
  venue: { name: 'Riverside Concert Hall', address: '100 Riverside Drive' },
  notes: {},
};

/** The concert as svc-booking shows it to everybody. */
export const CONCERT: ConcertView = {
  ...CONCERT_OF_MAIL,
  heading: 'MUSIC FOR MEDITATION CONCERT',
  state: 'open',
  saleState: 'open',
  sale: { opensAt: '2024-01-01T15:00:00.000Z', endsAt: '2024-07-13T22:00:00.000Z', opensText: 'Monday', endsText: 'Saturday' },
  stateReason: '',
  previousStarts: [],
  revision: 1,
  currency: 'USD',
  siteUrl: 'https://concert.example',
  organiser: 'Music for Meditation Concert',
  organiserAddress: '1 Example Street, Example City',
  holdSeconds: 600,
  freeCompanion: false,
  gifts: false,
  categories: [],
};

let made = 0;
/** An id nobody else has. */
export function newId<K extends IdKind>(kind: K) {
  made += 1;
  const bytes = new Uint8Array(17);
  new DataView(bytes.buffer).setUint32(0, made);
  return idFromBytes(kind, bytes);
}

/** What svc-booking tells of a booking in its facts. */
export const bookingFact = (bookingId: string) => ({
  bookingId,
  userId: newId('user'),
  seating: 'General Seating',
  tickets: 2,
  amount: { amountMinor: 5_000, currency: 'USD' },
});

/** What svc-notify needs around it, on real servers: database, broker, provider, and the answers of its neighbours. */
export class NotifySurroundings extends ServiceInTest {
  readonly neighbours = new NotifyNeighbours(this.keys);
  /** Answers of the neighbours' internal routes, by path. */
  readonly answers = this.neighbours.answers;
  sink!: MailSink;
  #broker!: ChannelModel;
  #channel!: Channel;

  constructor() {
    super('svc-notify', notifyCollections);
  }

  async open(): Promise<void> {
    this.neighbours.concert = CONCERT_OF_MAIL;
    await this.openServers(notifyIndexes);
    this.sink = await startMailSink({ retryDelaysMs: [50, 100, 200, 400, 800, 1_600] });
    await this.neighbours.listen();
    this.#broker = await connect(this.room.rabbitUrl);
    this.#channel = await this.#broker.createChannel();
  }

  /** Settings for a process of svc-notify. */
  settings(over: Readonly<Record<string, string>> = {}): Record<string, string> {
    const neighbour = this.neighbours.url;
    return {
      ...this.settingsOfAll(),
      SENDGRID_API_KEY: 'SG.test.key',
      SENDGRID_API_URL: this.sink.url,
      SENDGRID_EVENT_PUBLIC_KEYS: this.sink.eventPublicKey,
      MAIL_FROM: 'tickets@concert.example',
      CONTACT_EMAIL: ORGANISERS,
      // Tests send more messages than the people of a day.
      CONTACT_MAILS_PER_DAY: '100000',
      MAILS_PER_DAY: '1000000',
      BOOKING_URL: neighbour,
      PAYMENT_URL: neighbour,
      AUTH_URL: neighbour,
      ...over,
    };
  }

  /** Publishes a fact as its owner would. @returns its id */
  tell(kind: FactKind, subject: string, data: unknown, times = 1, version = 1): Promise<string> {
    return this.owners.tell(kind, data, { subject, times, version });
  }

  /** How many messages wait in a queue of svc-notify. */
  async waitingIn(purpose: string): Promise<number> {
    return (await this.#channel.checkQueue(topology(this.room.exchange, this.room.queuePrefix).queue('svc-notify', purpose).main))
      .messageCount;
  }

  /** A booking that svc-booking knows. */
  booking(over: Record<string, unknown> = {}): { bookingId: BookingId; email: string } {
    const bookingId = newId('booking');
    const email = `buyer.${bookingId}@example.org`;
    this.answers.set(ticketMailPath(bookingId), {
      bookingId,
      status: 'paid',
      name: 'Meera Raghavan',
      email,
      seating: 'General Seating',
      amount: { amountMinor: 5_000, currency: 'USD' },
      concert: CONCERT_OF_MAIL,
      ticketUrl: `${SITE}/get-details?ref=${bookingId}&ref2=C1.ab12.sig`,
      tickets: [1, 2].map((number) => ({ number, code: `T1.ab12.${'0'.repeat(20)}.${String(number).repeat(86)}` })),
      ...over,
    });
    return { bookingId, email };
  }

  /** A buyer or guest that svc-booking knows and tells of in audiences. */
  holder(reader: ReaderKind, over: HolderOptions = {}): AudiencePerson {
    const kind = reader === 'next date' ? 'waiting' : reader.endsWith('guest') ? 'complimentary' : 'booking';
    return this.neighbours.hold(newId(kind), reader, over);
  }

  /** A refund that svc-payment knows. */
  refund(bookingId: BookingId, over: Record<string, unknown> = {}): { refundId: string; email: string } {
    const refundId = newId('refund');
    const email = `refunded.${refundId}@example.org`;
    this.answers.set(`/internal/refunds/${refundId}/mail`, {
      refundId,
      bookingId,
      state: 'requested',
      cause: 'cancellation',
      amount: { amountMinor: 5_000, currency: 'USD' },
      cardEnding: '4242',
      requestedAt: '2026-11-21T12:00:00.000Z',
      expectedBy: '2026-12-05T12:00:00.000Z',
      concert,
      name: 'Meera Raghavan',
      email,
      seating: 'General Seating',
      tickets: 2,
      refundUrl: `${SITE}/refund?ref=${bookingId}&ref2=R1.sig`,
      others: [],
      ...over,
    });
    return { refundId, email };
  }

  /** A complimentary entry that svc-booking knows. */
  entry(over: Record<string, unknown> = {}): { entryId: string; email: string } {
    const entryId = newId('complimentary');
    const email = `guest.${entryId}@example.org`;
    this.answers.set(`/internal/complimentary/${entryId}/ticket-mail`, {
      entryId,
      status: 'Submitted',
      name: 'Guest',
      email,
      group: 'HDYC Family',
      concert: CONCERT_OF_MAIL,
      ticketUrl: `${SITE}/get-hf-details?ref=${entryId}&ref2=C1.sig&c=h`,
      tickets: [{ number: 1, code: `T1.ab12.${'0'.repeat(20)}.${'9'.repeat(86)}` }],
      ...over,
    });
    return { entryId, email };
  }

  invitation(state = 'open'): { invitationId: Id<'invitation'>; email: string } {
    const id = newId('invitation');
    const email = `invited.${id}@example.org`;
    this.answers.set(`/internal/invitation-mails/${id}`, {
      ...{ id, name: 'Guest', email, personal: true, left: 2, state, until: '2026-12-21T04:59:00.000Z', concert: CONCERT_OF_MAIL },
      ...{ url: `${SITE}/invitation?ref=${id}&ref2=C1.sig`, quietUrl: `${SITE}/api/invitation-links/${id}/one-click?ref2=C1.quiet` },
    });
    return { invitationId: id, email };
  }

  mails() {
    return this.database.collection<MailDocument>('mails');
  }

  /** Mails that reached an address, newest first. */
  received(email: string) {
    return this.sink.mails(email);
  }

  async close(): Promise<void> {
    await this.sink?.close();
    this.neighbours.close();
    await this.#broker?.close();
    await this.closeServers();
  }
}

/** svc-notify running in this process, called as the gateway would call it. */
export class RunningNotify extends NotifySurroundings {
  readonly clock = new FakeClock(new Date().toISOString());
  readonly ask = this.send.bind(this);

  /** @param over settings that differ from those of other tests */
  async start(over: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.open();
    this.service = await this.another(over);
  }

  /** One more process of the same service. */
  another(over: Readonly<Record<string, string>> = {}): Promise<RunningService> {
    return this.startProcess(notifyService(readSettings(notifySettings, this.settings(over))), this.clock);
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    await this.close();
  }

  override person(role: Role): Identity {
    return numberedPerson((made += 1), { role, signedInAt: this.clock.now().toISOString() });
  }

  /** Waits until one mail is as expected, and returns it. */
  mail(what: string, filter: Record<string, unknown>, accept: (mail: MailDocument) => boolean): Promise<MailDocument> {
    return until(
      what,
      () => this.mails().findOne(filter),
      (mail) => mail !== null && accept(mail),
      { withinMs: 20_000 },
    ) as Promise<MailDocument>;
  }

  accepted(filter: Record<string, unknown>): Promise<MailDocument> {
    return this.mail('the email is accepted', filter, ({ state }) => state === 'accepted');
  }

  async listed(bookingId: string): Promise<MailView[]> {
    return ((await this.ask('GET', `/api/mails?booking=${bookingId}`, { who: this.person('organiser') })).body as { items: MailView[] })
      .items;
  }
}

import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bookingPaidV1 } from '@concert/contracts/booking/events';
import type { TicketMail } from '@concert/contracts/booking/internal';
import { CALLER_HEADER, IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import type { Role } from '@concert/contracts/core/roles';
import { idFromBytes, type BookingId } from '@concert/contracts/core/ids';
import type { MailView } from '@concert/contracts/notify/http';
import { IdentitySigner, IdentityVerifier } from '@concert/service-kit/identity';
import { migrate } from '@concert/service-kit/migrations';
import type { OutboxRow } from '@concert/service-kit/outbox';
import { startService, type RunningService } from '@concert/service-kit/service';
import { readSettings, type SettingsError } from '@concert/service-kit/settings';
import { HEADER_TYPE } from '@concert/service-kit/topology';
import { FakeClock } from '@concert/test-kit/clock';
import { KeyRing } from '@concert/test-kit/keys';
import { openTestRoom } from '@concert/test-kit/servers';
import { until } from '@concert/test-kit/until';
import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';
import mongoose, { type Connection } from 'mongoose';
import { startMailSink, type MailSink } from '../../dev/stand-ins/mail/sink.ts';
import { notifyService } from './app.module.ts';
import { notifyIndexes } from './indexes.ts';
import { MAIL_PROVIDER, type MailProvider } from './letters/letter.ts';
import type { Mail } from './mails/mail.ts';
import { MAILS_COLLECTION } from './mails/mongo-mails.repository.ts';
import { SendMails } from './sending/send-mails.ts';
import { notifyMigrations } from './migrations/migrations.ts';
import { notifySettings } from './settings.ts';

const room = openTestRoom();
const keys = new KeyRing(['gateway', 'svc-booking', 'svc-notify']);
const gateway = new IdentitySigner('gateway', keys.settingsFor('gateway').IDENTITY_PRIVATE_KEY);
const verifier = new IdentityVerifier(
  'svc-booking',
  JSON.parse(keys.settingsFor('svc-booking').IDENTITY_PUBLIC_KEYS) as Record<string, string>,
);
const clock = new FakeClock('2026-11-21T12:00:00.000Z');
const lines: string[] = [];
let service: RunningService;
let database: Connection;
let broker: ChannelModel;
let channel: ConfirmChannel;
let sink: MailSink;
let booking: Server;

/** What svc-booking's internal route answers: bookings by id; an absent one is unknown to it, `away` is no answer at all. */
const bookings = new Map<string, TicketMail>();
let away = false;
const asked: { path: string; caller: string | undefined }[] = [];

let made = 0;
function paidBooking(over: Partial<TicketMail> = {}): BookingId {
  made += 1;
  const bytes = new Uint8Array(13);
  new DataView(bytes.buffer).setUint32(0, made);
  const bookingId = idFromBytes('booking', bytes);
  bookings.set(bookingId, {
    bookingId,
    status: 'paid',
    name: `Buyer ${made}`,
    email: `buyer${made}@example.org`,
    seating: 'General Seating',
    amount: { amountMinor: 5_000, currency: 'USD' },
    concert: {
      title: 'Music for Meditation Concert',
      startsAt: '2027-01-16T23:00:00.000Z',
      timeZone: 'America/New_York',
      venue: 'Riverside Concert Hall',
      supportEmail: 'info@concert.example',
      supportPhone: '(555) 123-4567',
    },
    ticketUrl: `http://localhost:8080/get-details?ref=${bookingId}&ref2=C1.ab12.sig`,
    tickets: [1, 2].map((number) => ({ number, code: `T1.ab12.${'0'.repeat(20)}.${String(number).repeat(86)}` })),
    ...over,
  });
  return bookingId;
}

async function tell(bookingId: BookingId, times = 1): Promise<string> {
  const id = randomUUID();
  const envelope = {
    specversion: '1.0',
    id,
    source: 'svc-booking',
    type: bookingPaidV1.type,
    subject: bookingId,
    time: clock.now().toISOString(),
    datacontenttype: 'application/json',
    aggregateversion: 2,
    correlationid: `journey-${id}`,
    data: {
      bookingId,
      userId: idFromBytes('user', new Uint8Array(13)),
      seating: 'General Seating',
      tickets: 2,
      amount: { amountMinor: 5_000, currency: 'USD' },
      paidAt: clock.now().toISOString(),
    },
  };
  for (let count = 0; count < times; count += 1) {
    channel.publish(room.exchange, bookingPaidV1.type, Buffer.from(JSON.stringify(envelope)), {
      messageId: id,
      persistent: true,
      headers: { [HEADER_TYPE]: bookingPaidV1.type },
    });
  }
  await channel.waitForConfirms();
  return id;
}

const stored = () => database.db!.collection<Omit<Mail, 'id'> & { _id: string }>(MAILS_COLLECTION);
const mailOf = (bookingId: string) => stored().findOne({ subjectId: bookingId });
const inState = (bookingId: string, state: string) =>
  until(
    `the mail is ${state}`,
    () => mailOf(bookingId),
    (mail) => mail?.state === state,
    { withinMs: 20_000 },
  );
const received = (bookingId: string) => sink.mails().filter(({ to }) => to[0]?.email === bookings.get(bookingId)!.email);
/** A mail that failed is due again: time passes. */
const afterFailure = async (bookingId: string, attempts: number) => {
  await until(
    'the attempt failed',
    () => mailOf(bookingId),
    (mail) => mail?.attempts === attempts && mail.lastFault !== null && mail.nextAttemptAt.getTime() - clock.now().getTime() < 59_000,
    { withinMs: 20_000 },
  );
  clock.advance({ seconds: 40 });
};

async function list(
  query: string,
  role: Role = 'organiser',
): Promise<{ status: number; body: { items: MailView[]; next?: string; code?: string } }> {
  const bytes = new Uint8Array(13);
  const who: Identity = {
    userId: idFromBytes('user', bytes),
    email: 'o@example.org',
    name: 'O',
    role,
    sessionId: idFromBytes('session', bytes),
    signedInAt: '2026-11-21T12:00:00.000Z',
  };
  const response = await fetch(`${service.url}/api/mails${query}`, {
    headers: { [IDENTITY_HEADER]: await gateway.signIdentity(who, 'svc-notify') },
  });
  return { status: response.status, body: (await response.json()) as { items: MailView[]; next?: string; code?: string } };
}

function settingsWith(over: Record<string, string> = {}) {
  const address = booking.address() as { port: number };
  return readSettings(notifySettings, {
    ...room.settings,
    ...keys.settingsFor('svc-notify'),
    SERVICE_PORT: '0',
    PUBLIC_ORIGIN: 'http://localhost:8080',
    LOG_LEVEL: 'debug',
    SENDGRID_API_KEY: 'SG.test.key',
    SENDGRID_API_URL: sink.url,
    MAIL_FROM: 'tickets@concert.example',
    BOOKING_URL: `http://127.0.0.1:${address.port}`,
    AUTH_URL: 'http://127.0.0.1:9',
    PAYMENT_URL: 'http://127.0.0.1:9',
    CONTACT_EMAIL: 'organisers@concert.example',
    NOTIFY_LINK_KEY: 'k'.repeat(40),
    ...over,
  });
}

beforeAll(async () => {
  database = await mongoose.createConnection(room.mongoUrl).asPromise();
  await migrate(database, notifyMigrations, notifyIndexes, () => undefined);
  sink = await startMailSink();
  booking = createServer((request, response) => {
    void (async () => {
      asked.push({ path: request.url ?? '', caller: await verifier.caller(String(request.headers[CALLER_HEADER])) });
      if (away) return response.destroy();
      const known = bookings.get(/^\/internal\/bookings\/([^/]+)\/ticket-mail$/.exec(request.url ?? '')?.[1] ?? '');
      const problem = {
        type: 'urn:concert:problem:booking.not_found',
        title: 'x',
        status: 404,
        detail: 'x',
        instance: '/',
        code: 'booking.not_found',
        traceId: '',
      };
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(known ?? problem));
    })();
  });
  await new Promise<void>((resolve) => booking.listen(0, '127.0.0.1', resolve));
  service = await startService({ ...notifyService(settingsWith()), clock, logLines: { write: (line) => void lines.push(line) } });
  await until(
    'the service is ready',
    () => fetch(`${service.url}/health/ready`).then(({ status }) => status),
    (status) => status === 200,
    { withinMs: 20_000 },
  );
  broker = await connect(room.rabbitUrl);
  channel = await broker.createConfirmChannel();
});

afterAll(async () => {
  await service?.stop();
  await sink?.close();
  booking?.closeAllConnections();
  booking?.close();
  await broker?.close();
  await database?.close();
  await room.close();
});

beforeEach(() => {
  away = false;
  asked.length = 0;
});
afterEach(() => {
  Object.assign(sink.faults, { delayMs: 0, failNext: 0, unavailableNext: 0, tooManyNext: 0, cutNext: 0 });
});

describe('a paid booking', () => {
  it('B2-02 gets its tickets by mail: link, codes, both twins, nobody followed', async () => {
    const id = paidBooking();
    const factId = await tell(id);
    await inState(id, 'accepted');
    const [mail] = received(id);
    expect(mail).toMatchObject({
      from: { email: 'tickets@concert.example', name: 'Music for Meditation Concert' },
      to: [{ email: bookings.get(id)!.email, name: bookings.get(id)!.name }],
      replyTo: { email: 'info@concert.example' },
      subject: 'Your tickets: MUSIC FOR MEDITATION CONCERT',
    });
    expect(mail!.text).toContain(bookings.get(id)!.ticketUrl);
    expect(mail!.html).toContain('Open your tickets');
    expect(mail!.attachments.map(({ contentId, type, disposition }) => [contentId, type, disposition])).toEqual([
      ['rings', 'image/png', 'inline'],
      ['ticket-1', 'image/png', 'inline'],
      ['ticket-2', 'image/png', 'inline'],
    ]);
    const kept = (await mailOf(id))!;
    expect(mail!.customArgs).toEqual({ mail_id: kept._id });
    expect(kept).toMatchObject({
      kind: 'ticket',
      factId,
      attempts: 1,
      providerMessageId: mail!.messageId,
      sentAt: clock.now(),
      correlationId: `journey-${factId}`,
    });
    expect(asked).toEqual([{ path: `/internal/bookings/${id}/ticket-mail`, caller: 'svc-notify' }]);
    // Neither address nor words are kept.
    expect(JSON.stringify(kept)).not.toMatch(/example\.org|Buyer/);
  });

  it('is told on as a fact, stored with the state it tells of', async () => {
    const id = paidBooking();
    const factId = await tell(id);
    await inState(id, 'accepted');
    const rows = await database.db!.collection<OutboxRow>('outbox').find({ 'envelope.data.subjectId': id }).toArray();
    expect(rows).toHaveLength(1);
    expect(rows[0]!.envelope).toMatchObject({
      type: 'notify.mail.accepted.v1',
      correlationid: `journey-${factId}`,
      causationid: factId,
      data: { kind: 'ticket', subjectId: id, acceptedAt: clock.now().toISOString() },
    });
  });

  it('B2-08 F24 told of a hundred times gets one mail, and 99 repeats are counted', async () => {
    const id = paidBooking();
    const repeats = async () => {
      const metrics = await (await fetch(service.metricsUrl!)).text();
      return Number(
        /^message_handling_duration_seconds_count\{[^}]*queue="[^"]*send-tickets[^"]*"[^}]*outcome="repeat"[^}]*\} (\d+)/m.exec(
          metrics,
        )?.[1] ?? 0,
      );
    };
    const before = await repeats();
    await tell(id, 100);
    await inState(id, 'accepted');
    await until('99 deliveries were known', repeats, (count) => count - before === 99, { withinMs: 20_000 });
    expect(await stored().countDocuments({ subjectId: id })).toBe(1);
    expect(received(id)).toHaveLength(1);
  });

  it('that went back before it was sent gets none', async () => {
    const id = paidBooking({ status: 'refunded' });
    await tell(id);
    expect(await inState(id, 'given_up')).toMatchObject({ attempts: 1, lastFault: 'the booking is no longer paid' });
    expect(received(id)).toEqual([]);
  });

  it('nobody knows is given up with an error in the log', async () => {
    const id = paidBooking();
    bookings.delete(id);
    await tell(id);
    const mail = await inState(id, 'given_up');
    expect(mail!.lastFault).toBe('refused: booking.not_found');
    const line = await until('it is in the log', () =>
      lines.map((text) => JSON.parse(text) as Record<string, unknown>).find(({ mailId }) => mailId === mail!._id),
    );
    expect(line).toMatchObject({ level: 'error', message: 'a mail was given up', reason: 'refused: booking.not_found' });
  });

  it('with texts meant to break out stays inside its lines', async () => {
    const evil = '"><img src=x onerror=alert(1)>\r\nBcc: everybody@example.org\u202E{{name}}';
    const id = paidBooking({ name: evil });
    await tell(id);
    await inState(id, 'accepted');
    const [mail] = received(id);
    expect(mail!.to).toHaveLength(1);
    expect([mail!.cc, mail!.bcc, mail!.headers]).toEqual([[], [], {}]);
    expect(mail!.to[0]!.name).toBe('"><img src=x onerror=alert(1)> Bcc: everybody@example.org {{name}}');
    expect(mail!.html).not.toContain('<img src=x');
    expect(mail!.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});

describe('a mail', () => {
  it.each([
    ['fails', 'failNext', 500],
    ['is closed', 'unavailableNext', 503],
    ['takes no more', 'tooManyNext', 429],
  ] as const)('is sent later when the provider %s', async (_, fault, status) => {
    const id = paidBooking();
    sink.faults[fault] = 2;
    await tell(id);
    await afterFailure(id, 1);
    await afterFailure(id, 2);
    expect(await inState(id, 'accepted')).toMatchObject({ attempts: 3, lastFault: null });
    expect(received(id)).toHaveLength(1);
    expect(lines.join('')).toContain(`"providerStatus":${status}`);
  });

  it('is sent later when svc-booking was away, and no other waits for it', async () => {
    const id = paidBooking();
    away = true;
    await tell(id);
    await afterFailure(id, 1);
    expect((await mailOf(id))!.lastFault).toBe('what the mail says cannot be asked for now');
    away = false;
    const next = paidBooking();
    await tell(next);
    await inState(next, 'accepted');
    await inState(id, 'accepted');
    expect(received(id)).toHaveLength(1);
  });

  it('whose fate nobody learned is sent again: twice in doubt, never not at all', async () => {
    const id = paidBooking();
    sink.faults.cutNext = 1;
    await tell(id);
    await afterFailure(id, 1);
    await inState(id, 'accepted');
    const both = received(id);
    expect(both).toHaveLength(2);
    expect(both[0]!.customArgs).toEqual(both[1]!.customArgs);
  });

  it('of a process that died with it is sent by another when its claim ends', async () => {
    const id = paidBooking();
    const sender = service.app.get(SendMails);
    const due = new Date(clock.now().getTime() - 1_000);
    await stored().insertOne({
      _id: idFromBytes('mail', new Uint8Array(13).fill(7)),
      kind: 'ticket',
      factId: randomUUID(),
      subjectId: id,
      state: 'waiting',
      attempts: 1,
      createdAt: due,
      nextAttemptAt: new Date(clock.now().getTime() + 60_000),
      sentAt: null,
      providerMessageId: null,
      lastFault: null,
      correlationId: 'c',
      traceparent: '',
      wordsOf: id,
      bookings: [id],
      delivery: null,
      deliveryAt: null,
      deliveryFault: null,
      trouble: false,
      resendOf: null,
    });
    expect(await sender.claim()).toBeUndefined();
    clock.advance({ seconds: 61 });
    await inState(id, 'accepted');
    expect(received(id)).toHaveLength(1);
  });

  it('the provider refuses for good is given up at once', async () => {
    const id = paidBooking();
    const provider = service.app.get<MailProvider>(MAIL_PROVIDER);
    const send = provider.send.bind(provider);
    provider.send = (mailId, letter) => send(mailId, { ...letter, subject: '' });
    try {
      await tell(id);
      expect(await inState(id, 'given_up')).toMatchObject({ attempts: 1, lastFault: 'the mail provider refuses this mail' });
    } finally {
      provider.send = send;
    }
  });

  it('B2-08 is given up after a day', async () => {
    const id = paidBooking();
    away = true;
    await tell(id);
    await afterFailure(id, 1);
    clock.advance({ hours: 25 });
    expect(await inState(id, 'given_up')).toMatchObject({ lastFault: 'what the mail says cannot be asked for now' });
  });
});

describe('a crowd of paid bookings', () => {
  it('gets one mail each, from two processes', async () => {
    const second = await startService({ ...notifyService(settingsWith()), clock, logLines: { write: () => undefined } });
    try {
      const ids = Array.from({ length: 40 }, () => paidBooking());
      await Promise.all(ids.map((id) => tell(id, 2)));
      await until(
        'all are accepted',
        () => stored().countDocuments({ subjectId: { $in: ids }, state: 'accepted' }),
        (count) => count === 40,
        { withinMs: 20_000 },
      );
      for (const id of ids) expect(received(id)).toHaveLength(1);
    } finally {
      await second.stop();
    }
  });
});

describe('the list of mails', () => {
  it('is for organisers', async () => {
    expect([(await list('', 'buyer')).status, (await list('', 'organiser')).status, (await list('', 'admin')).status]).toEqual([
      403, 200, 200,
    ]);
    expect((await fetch(`${service.url}/api/mails`)).status).toBe(401);
  });

  it('pages through all, newest first, each once, also when mails are added meanwhile', async () => {
    const all = (await stored().find().sort({ createdAt: -1, _id: -1 }).toArray()).map(({ _id }) => _id);
    const seen: string[] = [];
    let query = '?limit=7';
    for (;;) {
      const { body } = await list(query);
      seen.push(...body.items.map((mail) => mail.id));
      if (!body.next) break;
      if (seen.length === 7) {
        clock.advance({ seconds: 1 });
        const id = paidBooking();
        await tell(id);
        await inState(id, 'accepted');
      }
      query = `?limit=7&cursor=${encodeURIComponent(body.next)}`;
    }
    expect(seen).toEqual(all);
  });

  it('shows those of one booking, without words or addresses', async () => {
    const id = paidBooking();
    await tell(id);
    await inState(id, 'accepted');
    const { body } = await list(`?booking=${id}`);
    expect(body).toEqual({
      items: [
        {
          id: expect.stringMatching(/^ml_/),
          kind: 'ticket',
          subjectId: id,
          bookingId: id,
          state: 'accepted',
          attempts: 1,
          createdAt: clock.now().toISOString(),
          sentAt: clock.now().toISOString(),
        },
      ],
    });
  });

  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=-1',
    '?limit=all',
    '?limit=1&limit=2',
    '?cursor=',
    '?cursor=x',
    `?cursor=${Buffer.from('["2026-01-01","ml_1"]').toString('base64url')}`,
    '?booking=bk_1',
    '?booking[$ne]=1&booking=x',
  ])('refuses %s', async (query) => {
    const { status, body } = await list(query);
    expect([status, body.code]).toEqual([422, 'request.invalid']);
  });
});

describe('settings and log', () => {
  it('name every fault of the settings', () => {
    const faults = (() => {
      try {
        settingsWith({ SENDGRID_API_KEY: 'key', MAIL_FROM: 'Tickets <t@x.yz>', BOOKING_URL: 'booking' });
        return [];
      } catch (error) {
        return (error as SettingsError).faults.map(({ setting }) => setting);
      }
    })();
    expect(faults).toEqual(['SENDGRID_API_KEY', 'MAIL_FROM', 'BOOKING_URL']);
  });

  it('never carry a person, a link or a code', () => {
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.join('')).not.toMatch(/example\.org|Buyer \d|get-details|T1\.ab12|SG\.test/);
  });
});

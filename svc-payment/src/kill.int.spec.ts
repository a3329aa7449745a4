import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { bookingPaidV1 } from '@concert/contracts/booking/events';
import { IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { Envelope } from '@concert/contracts/core/envelope';
import { sessionSettledV1 } from '@concert/contracts/payment/events';
import { refundMailRequestedV1 } from '@concert/contracts/payment/refunds';
import { IdentitySigner } from '@concert/service-kit/identity/identity';
import { migrate } from '@concert/service-kit/store/migrations';
import { HEADER_TYPE, topology } from '@concert/service-kit/messages/topology';
import { KeyRing } from '@concert/test-kit/keys';
import { freePort } from '@concert/machine-kit/ports';
import { Neighbours } from '@concert/test-kit/broker';
import { BuiltService, type Launched } from '@concert/test-kit/built-service';
import { SlowWire } from '@concert/test-kit/slow-wire';
import { openTestRoom } from '@concert/test-kit/servers';
import { atLeast, moreThan, until } from '@concert/test-kit/until';
import { connect } from 'amqplib';
import mongoose, { type Connection } from 'mongoose';
import { FACTS } from '@concert/contracts/facts';
import { compileServers } from '@concert/machine-kit/build';
import { startStripeStandin, type StripeStandin } from '@concert/stand-ins/stripe/standin';
import { paymentIndexes } from './indexes.ts';
import { paymentMigrations } from './migrations/migrations.ts';

const ORIGIN = 'http://localhost:8080';
const BUYERS = 24;
const AT_ONCE = 6;
const room = openTestRoom();
const keys = new KeyRing(['gateway', 'svc-booking', 'svc-payment']);
const gateway = new IdentitySigner('gateway', keys.settingsFor('gateway').IDENTITY_PRIVATE_KEY);
const processes = new BuiltService('svc-payment');
/** Between the process and the broker. While it is slow, the broker hears of no acknowledgement. */
let line: SlowWire;
let standin: StripeStandin;
let neighbour: Server;
let database: Connection;
let url: string;
let child: Launched;
let settings: NodeJS.ProcessEnv;
let port: number;

async function launch(): Promise<void> {
  child = await processes.launch({ settings, port });
}

function buyer(number: number): Identity {
  const bytes = new Uint8Array(17);
  new DataView(bytes.buffer).setUint32(0, number);
  return {
    userId: idFromBytes('user', bytes),
    email: `buyer${number}@example.org`,
    name: 'Buyer',
    role: 'buyer',
    sessionId: idFromBytes('session', bytes),
    signedInAt: new Date().toISOString(),
  };
}

const bookingOf = (who: Identity) => `bk_${who.userId.slice(3)}`;
/** The address for mails about a booking. Three buyers share one, like a person who books three times. */
const readerOf = (bookingId: string) =>
  `reader${Array.from({ length: BUYERS + 1 }, (_, number) => bookingOf(buyer(number))).indexOf(bookingId) % 8}@example.org`;

/** Retries until the page opens, as a buyer does after an error, and pays. */
async function buy(who: Identity): Promise<void> {
  const body = {
    firstname: 'Buyer',
    lastname: '',
    email: who.email,
    phoneno: '5551234567',
    seating: 'General Seating',
    amount: 2_500,
    currency: 'USD',
    notickets: 2,
    userbookingid: bookingOf(who),
    successfulUrl: `${ORIGIN}/payment-successful`,
    cancelUrl: `${ORIGIN}/payment-cancelled`,
    failureUrl: `${ORIGIN}/payment-failed`,
  };
  const press = async (): Promise<string | undefined> => {
    const answer = await fetch(`${url}/api/create-payment`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', [IDENTITY_HEADER]: await gateway.signIdentity(who, 'svc-payment') },
    });
    return answer.status === 200 ? ((await answer.json()) as { checkoutSessionId: string }).checkoutSessionId : undefined;
  };
  const checkoutSessionId = await until(`a page for ${who.email}`, press, Boolean, { withinMs: 60_000, everyMs: 150 });
  await fetch(`${standin.url}/c/pay/${checkoutSessionId}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ cardNumber: '4242424242424242', cardExpiry: '12 / 40', cardCvc: '123' }),
  });
}

function refundBookings(bookingIds: readonly string[]) {
  return {
    concert: {
      title: 'Concert',
      startsAt: '2026-07-18T22:00:00.000Z',
      timeZone: 'America/New_York',
      supportEmail: 'info@concert.example',
      supportPhone: '(555) 123-4567',
    },
    bookings: bookingIds.map((bookingId) => ({
      bookingId,
      firstname: 'Buyer',
      lastname: '',
      email: 'buyer@example.org',
      seating: 'General Seating',
      tickets: 2,
      ticketsLeft: [1, 2].map((number) => ({ number, inside: false })),
      amount: { amountMinor: 5_000, currency: 'USD' },
      status: 'paid',
      linkGeneration: 0,
    })),
  };
}

async function providerState(): Promise<{
  totals: { charges: number; netMinor: number };
  refunds: { payment_intent: string; metadata: { refundId: string } }[];
}> {
  return (await (await fetch(`${standin.url}/_admin/state`)).json()) as {
    totals: { charges: number; netMinor: number };
    refunds: { payment_intent: string; metadata: { refundId: string } }[];
  };
}

/** Sends a request as an organiser; undefined when the process was killed before it answered. */
async function organise<T>(number: number, method: string, path: string, body?: unknown): Promise<{ status: number; body: T } | undefined> {
  const organiser: Identity = { ...buyer(900 + number), role: 'organiser' };
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        [IDENTITY_HEADER]: await gateway.signIdentity(organiser, 'svc-payment'),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  } catch {
    return undefined;
  }
}

/** Publishes, as svc-booking would, that the seats of some bookings are sold. */
async function tellSold(bookingIds: readonly string[]): Promise<void> {
  const owner = new Neighbours(room);
  for (const bookingId of bookingIds) {
    const id = randomUUID();
    const data = {
      bookingId,
      userId: `us_${bookingId.slice(3)}`,
      seating: 'General Seating',
      tickets: 2,
      amount: { amountMinor: 5_000, currency: 'USD' },
      paidAt: new Date().toISOString(),
    };
    const envelope = {
      specversion: '1.0',
      id,
      source: 'svc-booking',
      type: bookingPaidV1.type,
      subject: bookingId,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      aggregateversion: 1,
      correlationid: id,
      data,
    };
    const headers = { [HEADER_TYPE]: bookingPaidV1.type };
    await owner.publish(bookingPaidV1.type, Buffer.from(JSON.stringify(envelope)), { messageId: id, headers });
  }
  await owner.close();
}

/** Counts the messages that the process has not acknowledged. */
async function unacknowledged(): Promise<number> {
  const broker = await connect(room.rabbitUrl);
  const channel = await broker.createChannel();
  const { main } = topology(room.exchange, room.queuePrefix).queue('svc-payment', 'follow-bookings');
  const { messageCount } = await channel.checkQueue(main);
  await broker.close();
  return messageCount;
}

/** Kills the process and starts it again, after its leases have ended. */
async function killed(): Promise<void> {
  child.kill('SIGKILL');
  await child.exited;
  await database.collection('leases').deleteMany({});
  await launch();
}

beforeAll(async () => {
  await compileServers(['contracts', 'service-kit', 'svc-payment']);
  database = await mongoose.createConnection(room.mongoUrl).asPromise();
  await room.openBroker(FACTS);
  await migrate(database, paymentMigrations, paymentIndexes, () => undefined);
  standin = await startStripeStandin({ retryDelaysMs: [200, 400, 800], redirectWaitMs: 500, requestsPerSecond: 10_000 });
  neighbour = createServer((request, response) => {
    let body = '';
    request
      .on('data', (part: Buffer) => (body += part.toString()))
      .on('end', () => {
        if (request.url === '/internal/refund-bookings') {
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify(refundBookings((JSON.parse(body) as { bookingIds: string[] }).bookingIds)));
          return;
        }
        if (request.url === '/internal/approvals') {
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ granted: true }));
          return;
        }
        // Of the rest only the opening of pages is played here.
        if (request.url !== '/internal/begin-payment') {
          response.writeHead(503).end();
          return;
        }
        const { bookingId } = JSON.parse(body) as { bookingId: string };
        const begun = {
          bookingId,
          userId: `us_${bookingId.slice(3)}`,
          email: readerOf(bookingId),
          name: 'Buyer',
          seating: 'General Seating',
          tickets: 2,
          freeTickets: 0,
          amount: { amountMinor: 5_000, currency: 'USD' },
          concertTitle: 'Concert',
          holdEndsAt: new Date(Date.now() + 1_830_000).toISOString(),
        };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(begun));
      });
  });
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
  const broker = new URL(room.rabbitUrlOf('svc-payment'));
  line = await SlowWire.to(Number(broker.port || 5_672), broker.hostname);
  broker.host = `127.0.0.1:${line.port}`;
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  settings = {
    ...process.env,
    ...room.settingsOf('svc-payment'),
    RABBITMQ_URL: broker.href,
    ...keys.settingsFor('svc-payment'),
    PUBLIC_ORIGIN: ORIGIN,
    LOG_LEVEL: 'warn',
    STRIPE_SECRET_KEY: 'sk_test_kill',
    STRIPE_WEBHOOK_SECRETS: 'whsec_kill_secret',
    STRIPE_API_URL: standin.url,
    REFUND_LINK_KEYS: randomBytes(32).toString('base64url'),
    PAYMENT_REFUNDS_PER_SECOND: '12',
    BOOKING_URL: `http://127.0.0.1:${(neighbour.address() as { port: number }).port}`,
    AUTH_URL: `http://127.0.0.1:${(neighbour.address() as { port: number }).port}`,
  };
  standin.setWebhook(`${url}/api/stripe-webhook`, 'whsec_kill_secret');
  await launch();
}, 120_000);

afterAll(async () => {
  await processes.close();
  await line?.close();
  await standin?.close();
  neighbour?.closeAllConnections();
  neighbour?.close();
  await database?.close();
  await room.close();
});

it('F07 F09 F10 every payment is settled once, although the process is killed again and again while they come', async () => {
  const buyers = Array.from({ length: BUYERS }, (_, index) => buyer(index + 1));
  const waiting = [...buyers];
  let done = 0;
  const buying = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let who = waiting.shift(); who; who = waiting.shift()) {
        await buy(who);
        done += 1;
      }
    }),
  );
  for (const share of [0.1, 0.4, 0.7]) {
    await until(`${share} of the buyers are through`, () => done, atLeast(BUYERS * share), { withinMs: 60_000, everyMs: 5 });
    await killed();
  }
  await buying;
  const settled = () => database.collection('payment-sessions').countDocuments({ status: 'settled' });
  await until('all are settled', settled, BUYERS, { withinMs: 90_000 });
  const facts = await database
    .collection<{ envelope: Envelope<{ bookingId: string }> }>('outbox')
    .find({ 'envelope.type': sessionSettledV1.type })
    .toArray();
  expect(facts.map(({ envelope }) => envelope.data.bookingId).sort()).toEqual(buyers.map(bookingOf).sort());
  const ledger = await database.collection<{ amountMinor: number }>('money-ledger').find().toArray();
  const { totals } = (await (await fetch(`${standin.url}/_admin/state`)).json()) as { totals: { netMinor: number; charges: number } };
  expect(ledger.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(totals.netMinor);
  expect(totals).toMatchObject({ charges: BUYERS, netMinor: BUYERS * 5_000 });
}, 240_000);

it('F07 what svc-booking sold is noted once, although the process is killed with a group stored and not acknowledged', async () => {
  const bookings = Array.from({ length: BUYERS }, (_, index) => bookingOf(buyer(index + 1)));
  const sessions = database.collection<{ userbookingid: string; standing: string; version: number }>('payment-sessions');
  const booked = () => sessions.countDocuments({ standing: 'booked' });
  const versions = async () =>
    new Map((await sessions.find({ status: 'settled' }).toArray()).map((row) => [row.userbookingid, row.version]));
  const all = (count: number) => count === BUYERS;
  const before = await versions();
  line.delayMs = 600_000;
  await tellSold(bookings);
  await until('all are stored', booked, all, { withinMs: 30_000, everyMs: 5 });
  child.kill('SIGKILL');
  await child.exited;
  line.delayMs = 0;
  // The broker still has all of them and delivers them to the next process.
  await until('none was acknowledged', unacknowledged, all, { withinMs: 30_000 });
  await launch();
  await until('all are acknowledged', unacknowledged, 0, { withinMs: 60_000 });
  expect(await versions()).toEqual(new Map([...before].map(([id, version]) => [id, version + 1])));
}, 240_000);

const RUSHED = 6;

it('F11 F60 each of two organisers pressing ten times at once makes one refund, although the process is killed while the provider works', async () => {
  // svc-booking has sold the seats.
  await database.collection('payment-sessions').updateMany({ status: 'settled' }, { $set: { standing: 'booked' } });
  const bookings = Array.from({ length: RUSHED }, (_, index) => bookingOf(buyer(index + 1)));
  let sent = 0;
  const pressing = Promise.all(
    bookings.flatMap((id) =>
      Array.from({ length: 20 }, async (_, number) => {
        const pressed = () =>
          organise<{ success: boolean; error?: string }>(number % 2, 'POST', '/api/trigger-refund', {
            id,
            email: buyer(900 + (number % 2)).email,
          });
        const answer = await until('an answer', pressed, Boolean, { withinMs: 60_000, everyMs: 100 });
        sent += 1;
        return { id, ...answer! };
      }),
    ),
  );
  // The provider accepts the next refunds. Its answers are lost when the process that waits for them is killed.
  await until('presses arrive', () => sent, moreThan(5), { withinMs: 30_000, everyMs: 5 });
  await killed();
  await pressing;
  const refunds = () => database.collection('refunds').countDocuments({ status: 'succeeded' });
  await until('all refunds are through', refunds, RUSHED, { withinMs: 90_000 });
  const { refunds: made } = await providerState();
  expect(made.map(({ metadata }) => metadata.refundId).sort()).toEqual(
    (await database.collection<{ _id: string }>('refunds').find().toArray()).map(({ _id }) => _id).sort(),
  );
  expect(new Set(made.map(({ payment_intent }) => payment_intent)).size).toBe(RUSHED);
  expect(
    await database
      .collection('outbox')
      .countDocuments({ 'envelope.type': refundMailRequestedV1.type, 'envelope.data.kind': 'refund-started' }),
  ).toBe(RUSHED);
}, 180_000);

it('B3-12 F63 a run that sends all money back is killed at 37 % and goes on, and each buyer is refunded once and told once', async () => {
  const left = BUYERS - RUSHED;
  await database
    .collection<{ _id: string; at: Date }>('checkpoints')
    .updateOne({ _id: 'concert-cancelled' }, { $set: { at: new Date() } }, { upsert: true });
  const counted = await organise<{ count: number; equal: boolean; confirmation: string; total: { amountMinor: number } }>(
    1,
    'POST',
    '/api/cancellation/dry-run',
  );
  expect(counted?.body).toMatchObject({
    count: left,
    equal: true,
    total: { amountMinor: left * 5_000 },
    confirmation: `REFUND ${left} PAYMENTS`,
  });
  expect((await organise(1, 'POST', '/api/cancellation/runs', { confirmation: 'yes' }))?.status).toBe(422);
  expect((await organise(1, 'POST', '/api/cancellation/runs', { confirmation: counted!.body.confirmation }))?.status).toBe(201);
  expect((await organise(2, 'POST', '/api/cancellation/runs', { confirmation: counted!.body.confirmation }))?.status).toBe(409);
  // The mail provider accepts the cancellation mails; the money is sent after that.
  const told = async (): Promise<number> => {
    await database
      .collection('refunds')
      .updateMany(
        { status: 'planned', toldAt: null, noticeAskedAt: { $type: 'date' } },
        { $set: { toldAt: new Date(), rowState: 'notified' } },
      );
    return (await providerState()).refunds.length - RUSHED;
  };
  await until('37 % of the money is back', told, (count) => count >= left * 0.37, { withinMs: 60_000, everyMs: 20 });
  await killed();
  const standing = () =>
    organise<{ run: { state: string; rows: Record<string, number>; settled: { amountMinor: number } } }>(1, 'GET', '/api/cancellation');
  const over = await until(
    'the run is over',
    async () => (await told(), standing()),
    (now) => now?.body.run.state === 'finished' && now.body.run.rows['settled'] === left,
    { withinMs: 90_000 },
  );
  expect(over?.body.run).toMatchObject({
    settled: { amountMinor: left * 5_000 },
    rows: { waiting: 0, notified: 0, 'refund sent': 0, failed: 0, 'needs a choice': 0 },
  });
  const { totals, refunds: made } = await providerState();
  expect(new Set(made.map(({ payment_intent }) => payment_intent)).size).toBe(made.length);
  expect([made.length, totals.charges, totals.netMinor]).toEqual([BUYERS, BUYERS, 0]);
  const ledger = await database.collection<{ kind: string; amountMinor: number }>('money-ledger').find().toArray();
  expect(ledger.reduce((sum, { kind, amountMinor }) => sum + (kind === 'captured' ? amountMinor : -amountMinor), 0)).toBe(totals.netMinor);
  // Each reader has one mail, which names each of their bookings once.
  const owed = await database
    .collection<{ envelope: Envelope<{ bookingId: string; others: string[] }> }>('outbox')
    .find({ 'envelope.type': refundMailRequestedV1.type, 'envelope.data.kind': 'cancellation' })
    .toArray();
  const named = owed.map(({ envelope: { data } }) => [data.bookingId, ...data.others]);
  const bookings = Array.from({ length: left }, (_, index) => bookingOf(buyer(RUSHED + index + 1)));
  expect(named.flat().sort()).toEqual(bookings.toSorted());
  expect(
    named
      .map((own) => [...new Set(own.map(readerOf))])
      .flat()
      .sort(),
  ).toEqual([...new Set(bookings.map(readerOf))].sort());
}, 240_000);

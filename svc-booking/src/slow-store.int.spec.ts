import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Identity } from '@concert/contracts/core/identity';
import { collectionOf } from '@concert/service-kit/store/mongo';
import { SlowWire } from '@concert/test-kit/slow-wire';
import { atLeast, until, untilAnswered } from '@concert/test-kit/until';
import { systemClock } from '@concert/service-kit/process/clock';
import { RunningBooking } from './running-booking.harness.ts';

const POOL = 10;
const CROWD = 300;
/**
 * Request limits: of the bounded process, and of the one that accepts the whole crowd. The first is small: three times as many requests must
 * come within the second after which those that wait for a connection are refused and give their places back.
 */
const MAX_UNDER_WAY = 20;
const ALL_UNDER_WAY = 320;
/** A batch calls eight times, one call after the other, and has five seconds: half of them are for the machine. */
const LATE_MS = 300;
/** The connection on which the driver hears from the server. */
const WATCHING = 1;

/** A process that reaches its database through a delaying proxy of its own. */
interface Behind {
  readonly booking: RunningBooking;
  readonly wire: SlowWire;
}

let bounded: Behind;
let roomy: Behind;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: { id?: string; code?: string };
}

async function ask({ status, headers, body }: Awaited<ReturnType<RunningBooking['ask']>>): Promise<Answer> {
  return { status, retryAfter: headers.get('retry-after'), body };
}

/** Retry-After differs between clients, so any short value becomes `soon`. */
const soon = (retryAfter: string | null) => (/^[1-4]$/.test(retryAfter ?? '') ? 'soon' : retryAfter);
const list = async ({ booking }: Behind) => ask(await booking.ask('GET', '/api/ticket-bookings', { who: booking.person() }));
const shed = async ({ booking }: Behind) =>
  Number(/^http_requests_shed_total\{places="people",.*\} (\d+)$/m.exec(await (await fetch(booking.service.metricsUrl!)).text())?.[1]);

async function start(mostUnderWay: number): Promise<Behind> {
  const booking = new RunningBooking();
  const address = new URL(booking.room.mongoUrl);
  const wire = await SlowWire.to(Number(address.port), address.hostname);
  address.port = String(wire.port);
  address.searchParams.delete('replicaSet');
  // The replica set would announce its own address, which bypasses the proxy.
  address.searchParams.set('directConnection', 'true');
  await booking.start(
    {
      BOOKING_PATIENCE_MS: '20000',
      MONGO_URL: address.href,
      MONGO_POOL_SIZE: String(POOL),
      HTTP_MOST_UNDER_WAY: String(mostUnderWay),
      LOG_LEVEL: 'silent',
    },
    systemClock,
  );
  return { booking, wire };
}

beforeAll(async () => {
  bounded = await start(MAX_UNDER_WAY);
  roomy = await start(ALL_UNDER_WAY);
}, 60_000);

afterAll(async () => {
  for (const at of [bounded, roomy]) {
    await at?.booking.stop();
    await at?.wire.close();
  }
});

it('B9-620 F29 takes no more requests than it can answer while the database is slow, refuses the rest at once, and opens no more connections', async () => {
  const { wire } = bounded;
  wire.forget();
  const before = await shed(bounded);
  wire.delayMs = 2_500;
  const answers: Answer[] = [];
  const crowd = Promise.all(Array.from({ length: 3 * MAX_UNDER_WAY }, async () => void answers.push(await list(bounded))));
  // No answer of the database has arrived yet, so requests answered now were refused at once.
  await until('two of three were refused', () => answers.length, atLeast(2 * MAX_UNDER_WAY));
  wire.delayMs = 0;
  await crowd;
  expect(
    new Set(
      answers.filter(({ status }) => status !== 200).map(({ status, body, retryAfter }) => `${status} ${body.code} ${soon(retryAfter)}`),
    ),
  ).toEqual(new Set(['503 request.unavailable soon']));
  expect((await shed(bounded)) - before).toBeGreaterThanOrEqual(2 * MAX_UNDER_WAY);
  // Where the driver closes connections that timed out, new ones may open while the old ones still close.
  expect(wire.most).toBeLessThanOrEqual(2 * POOL + WATCHING);
  expect((await list(bounded)).status).toBe(200);
});

it('B1-503 F29 accepts three hundred reservations, although each call to the database takes 0.3 s more', async () => {
  const { wire, booking } = roomy;
  const crowd = Array.from({ length: CROWD }, () => booking.person());
  // Nobody came before, so only the connections are open that always are: a new one would take longer than a batch waits for it.
  await until('they are open', () => wire.most, atLeast(POOL + WATCHING), { withinMs: 10_000 });
  wire.delayMs = LATE_MS;
  // As the browser does: sent again under its key where the process is too busy.
  const press = (who: Identity, key: string) => untilAnswered(() => booking.reserve(who, { notickets: 1 }, key), { everyMs: 1_000 });
  const answers = await Promise.all(crowd.map((who) => press(who, randomUUID()))).finally(() => {
    wire.delayMs = 0;
  });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const stored = { email: { $in: crowd.map(({ email }) => email) }, status: 'pending' };
  expect(await collectionOf(booking.database, 'reserve-your-seat').countDocuments(stored)).toBe(CROWD);
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Identity } from '@concert/contracts/core/identity';
import { collectionOf } from '@concert/service-kit/mongo';
import { SlowWire } from '@concert/test-kit/slow-wire';
import { until } from '@concert/test-kit/until';
import { systemClock } from '@concert/service-kit/clock';
import { RunningBooking } from './running-booking.harness.ts';

const POOL = 10;
const MAX_UNDER_WAY = 60;
const LATE_MS = 500;
/** What an accepted request may take while each call to the database is late. */
const ACCEPTED_MS = 2_000;
/** Connections by which the driver itself watches the server. */
const WATCHING = 2;

const booking = new RunningBooking();
const person = () => booking.person();
let wire: SlowWire;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly ms: number;
  readonly body: { id?: string; code?: string };
}

async function ask(method: 'GET' | 'POST', path: string, who: Identity, options: { key?: string; body?: object } = {}): Promise<Answer> {
  const began = performance.now();
  const { status, headers, body } = await booking.ask(method, path, { who, ...options });
  return { status, retryAfter: headers.get('retry-after'), ms: performance.now() - began, body };
}

const list = (who: Identity) => ask('GET', '/api/ticket-bookings', who);
const shed = async () =>
  Number(/^http_requests_shed_total\{places="people",.*\} (\d+)$/m.exec(await (await fetch(booking.service.metricsUrl!)).text())?.[1]);

/** Reserves as a browser does: told to try again, it does, with the same key. */
async function reserve(who: Identity, answers: Answer[]): Promise<void> {
  const key = randomUUID();
  const body = {
    firstname: who.name,
    lastname: '',
    email: who.email,
    phoneno: '5551234567',
    notickets: 1,
    seating: 'General Seating',
    amount: 2_500,
    currency: 'USD',
    status: 'pending',
  };
  await until(
    `${who.userId} has seats`,
    async () => {
      const answer = await ask('POST', '/api/reserve-your-seat', who, { key, body });
      answers.push(answer);
      if (answer.status !== 201) await pause(Number(answer.retryAfter) * 1_000);
      return answer.status;
    },
    (status) => status === 201,
    { withinMs: 60_000 },
  );
}

beforeAll(async () => {
  const address = new URL(booking.room.mongoUrl);
  wire = await SlowWire.to(Number(address.port), address.hostname);
  address.port = String(wire.port);
  address.searchParams.delete('replicaSet');
  // The set would name its own address, past the wire.
  address.searchParams.set('directConnection', 'true');
  await booking.start(
    {
      MONGO_URL: address.href,
      MONGO_POOL_SIZE: String(POOL),
      HTTP_MOST_UNDER_WAY: String(MAX_UNDER_WAY),
      LOG_LEVEL: 'silent',
    },
    systemClock,
  );
});

afterAll(async () => {
  await booking.stop();
  await wire?.close();
});

it('B9-04 F29 takes no more requests than it can answer while the database is slow, refuses the rest at once, and opens no more connections', async () => {
  wire.forget();
  const before = await shed();
  wire.delayMs = 2_500;
  const answers: Answer[] = [];
  const crowd = Promise.all(Array.from({ length: 3 * MAX_UNDER_WAY }, async () => void answers.push(await list(person()))));
  // Nothing comes back from the database yet: whoever is answered now was never taken.
  await until(
    'two of three were refused',
    () => answers.length,
    (count) => count >= 2 * MAX_UNDER_WAY,
    { withinMs: 20_000 },
  );
  wire.delayMs = 0;
  await crowd;
  expect(
    new Set(answers.filter(({ status }) => status !== 200).map(({ status, body, retryAfter }) => `${status} ${body.code} ${retryAfter}`)),
  ).toEqual(new Set(['503 request.unavailable 1']));
  expect((await shed()) - before).toBeGreaterThanOrEqual(2 * MAX_UNDER_WAY);
  // Where the driver lost patience with its connections, new ones come while the old ones go.
  expect(wire.most).toBeLessThanOrEqual(2 * POOL + WATCHING);
  expect((await list(person())).status).toBe(200);
});

it('B1-03 F29 answers whom it accepts within two seconds although each call to the database takes half a second more, and everybody who tries again gets seats', async () => {
  const crowd = Array.from({ length: 8 }, person);
  const lag = monitorEventLoopDelay({ resolution: 10 });
  let standstill = 0;
  let over = false;
  const watch = async () => {
    while (!over) {
      const began = performance.now();
      await booking.database.db!.admin().ping();
      standstill = Math.max(standstill, performance.now() - began);
      await pause(50);
    }
  };
  const answers: Answer[] = [];
  wire.delayMs = LATE_MS;
  lag.enable();
  try {
    const watching = watch();
    await Promise.all([...crowd.map((who) => reserve(who, answers)), ...crowd.map(async (who) => void answers.push(await list(who)))]);
    over = true;
    await watching;
  } finally {
    over = true;
    lag.disable();
    wire.delayMs = 0;
  }
  const accepted = answers
    .filter(({ status }) => status < 300)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  expect([...new Set(answers.filter(({ status }) => status >= 300).map(({ status, retryAfter }) => `${status} ${retryAfter}`))]).toEqual([
    '503 1',
  ]);
  // A machine that is busy with other things adds its own standstills, here and in the database, for which it has to wait twice.
  expect(accepted[Math.floor(accepted.length * 0.99)]!).toBeLessThanOrEqual(ACCEPTED_MS + 2 * (lag.max / 1e6 + standstill));
  expect(
    await collectionOf(booking.database, 'reserve-your-seat').countDocuments({
      email: { $in: crowd.map(({ email }) => email) },
      status: 'pending',
    }),
  ).toBe(crowd.length);
});

import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { IDENTITY_HEADER, type Identity } from '@concert/contracts/core/identity';
import { idFromBytes } from '@concert/contracts/core/ids';
import { IdentitySigner } from '@concert/service-kit/identity';
import { migrate } from '@concert/service-kit/migrations';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import { KeyRing } from '@concert/test-kit/keys';
import { freePort } from '@concert/machine-kit/ports';
import { isHealthy, startProcess, untilReady } from '@concert/machine-kit/processes';
import { openTestRoom } from '@concert/test-kit/servers';
import mongoose, { type Connection } from 'mongoose';
import { compileServers } from '../../dev/system/build.ts';
import { bookingServiceIndexes } from './indexes.ts';
import { bookingMigrations } from './migrations/migrations.ts';

const MAIN = path.resolve(import.meta.dirname, '../dist/main.js');
/** The whole crowd for the proof; less is enough where it is to fail. */
const CROWD = 300;
const CONTROL_CROWD = 100;
const SEATS = 100;
const PRICES = { 'Premium Seating': 100_000, 'VIP Seating': 250_000 } as const;
type Scarce = keyof typeof PRICES;

/**
 * Loaded before the service: takes the one condition out of its built code that keeps a hold from being made where nothing
 * is left. No setting does this.
 */
const WITHOUT_GUARD = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const GUARD = 'hold.tickets > this.left';
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith('/seats/stock.js')) return loaded;
      const source = String(loaded.source);
      if (!source.includes(GUARD)) throw new Error('the guard is written differently now');
      return { ...loaded, source: source.replace(GUARD, 'false') };
    },
  });
`)}`;

const room = openTestRoom();
const keys = new KeyRing(['gateway', 'svc-booking', 'svc-payment', 'svc-notify']);
const gateway = new IdentitySigner('gateway', keys.settingsFor('gateway').IDENTITY_PRIVATE_KEY);
const ticketKey = makeKeyPair().privateKey;
const running: Awaited<ReturnType<typeof startProcess>>[] = [];
let folder: string;
let database: Connection;
let people = 0;

async function launch(name: string, args: readonly string[] = []): Promise<string> {
  const port = await freePort();
  const env = {
    ...room.settings,
    ...keys.settingsFor('svc-booking'),
    SERVICE_PORT: String(port),
    PUBLIC_ORIGIN: 'http://localhost:8080',
    TICKET_SIGNING_KEY: ticketKey,
    AUTH_URL: 'http://127.0.0.1:9',
  };
  const child = await startProcess({
    name,
    command: process.execPath,
    args: [...args, MAIN],
    env,
    logFile: path.join(folder, `${name}.log`),
  });
  running.push(child);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(child, () => isHealthy(`${url}/health/ready`), 30_000);
  return url;
}

interface Reply {
  readonly status: number;
  readonly body: { notickets?: number; code?: string };
}

/** One buyer who presses until there is an answer, always with the same key. */
async function press(url: string, seating: Scarce, notickets: number): Promise<Reply> {
  people += 1;
  const bytes = new Uint8Array(13);
  new DataView(bytes.buffer).setUint32(0, people);
  const who: Identity = {
    userId: idFromBytes('user', bytes),
    email: `person${people}@example.org`,
    name: 'Person',
    role: 'buyer',
    sessionId: idFromBytes('session', bytes),
    signedInAt: new Date().toISOString(),
  };
  const key = randomUUID();
  const body = JSON.stringify({
    firstname: 'Person',
    lastname: '',
    email: who.email,
    phoneno: '5551234567',
    notickets,
    seating,
    amount: PRICES[seating],
    currency: 'USD',
  });
  const deadline = Date.now() + 25_000;
  for (;;) {
    const response = await fetch(`${url}/api/reserve-your-seat`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        [IDENTITY_HEADER]: await gateway.signIdentity(who, 'svc-booking'),
      },
    });
    const reply = { status: response.status, body: (await response.json()) as Reply['body'] };
    if (reply.status < 500 || Date.now() > deadline) return reply;
    await pause(300);
  }
}

/** A crowd asks the copies of the service in turns; answers what was promised to it and what the category has. */
async function rush(
  seating: Scarce,
  crowd: number,
  copies: readonly string[],
): Promise<{ replies: Reply[]; promised: number; taken: number; capacity: number }> {
  const stock = database.collection<{ _id: string; capacity: number; sold: number; holds: { tickets: number }[] }>('stock');
  await stock.updateOne({ _id: seating }, { $set: { capacity: SEATS }, $inc: { version: 1 } });
  const replies = await Promise.all(
    Array.from({ length: crowd }, (_, index) => press(copies[index % copies.length]!, seating, (index % 6) + 1)),
  );
  const { sold, holds, capacity } = (await stock.findOne({ _id: seating }))!;
  const promised = replies.reduce((sum, { status, body }) => (status === 201 ? sum + body.notickets! : sum), 0);
  return { replies, promised, taken: sold + holds.reduce((sum, { tickets }) => sum + tickets, 0), capacity };
}

beforeAll(async () => {
  await compileServers(['contracts', 'service-kit', 'svc-booking']);
  folder = await mkdtemp(path.join(tmpdir(), 'concert-last-seats-'));
  database = await mongoose.createConnection(room.mongoUrl).asPromise();
  await migrate(
    database,
    bookingMigrations('open', () => new Date()),
    bookingServiceIndexes,
    () => undefined,
  );
}, 120_000);

afterEach(async () => {
  await Promise.all(running.splice(0).map((child) => child.stop()));
});

afterAll(async () => {
  await database?.close();
  await room.close();
  await rm(folder, { recursive: true, force: true });
});

it('B1-02 three hundred buyers at two processes get exactly the last hundred seats, in batches of one to six', async () => {
  const { replies, promised, taken, capacity } = await rush(
    'Premium Seating',
    CROWD,
    await Promise.all([launch('first'), launch('second')]),
  );
  expect([promised, taken, capacity]).toEqual([SEATS, SEATS, SEATS]);
  expect([...new Set(replies.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`))]).toEqual([
    '409 booking.seats_unavailable',
  ]);
}, 90_000);

it('the control: the same crowd is promised more than there is when the guard is taken out of the running process', async () => {
  const { promised, taken, capacity } = await rush('VIP Seating', CONTROL_CROWD, [await launch('unguarded', ['--import', WITHOUT_GUARD])]);
  expect(capacity).toBe(SEATS);
  expect(promised).toBeGreaterThan(SEATS);
  expect(taken).toBe(promised);
}, 90_000);

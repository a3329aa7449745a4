import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { moreThan, until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import { processIdOf } from '../dev/system/running-system.ts';
import { makeBuyers, ReservationClient, type Reply } from '@concert/test-kit/buyers';
import { pay, reservationOf, type Buyer, type Order } from '@concert/test-kit/site-client';
import { SystemInspector } from './system-under-test.ts';

const behind = new SystemInspector();
const { system } = behind;
const GENERAL: Order = { seating: 'General Seating', notickets: 1 };
const CROWD = 300;
const SEATS = 100;
/** A whole booking costs the same however many tickets it has, so any batch size is a valid order. */
const PRICES: Record<string, number> = { 'Premium Seating': 100_000, 'VIP Seating': 250_000 };
let auth: mongoose.Connection;
let booking: mongoose.Connection;

interface StockRow {
  _id: string;
  capacity: number;
  sold: number;
  held: number;
}

const stockOf = async (seating: string) => (await booking.collection<StockRow>('stock').findOne({ _id: seating }))!;
const taken = ({ sold, held }: StockRow) => sold + held;
interface HoldRow {
  _id: string;
  seating: string;
  status: string;
  notickets: number;
  keptUntil?: Date;
}
const bookingRows = () => booking.collection<HoldRow>('reserve-your-seat');
beforeAll(async () => {
  const options = { serverSelectionTimeoutMS: 10_000 };
  [auth, booking] = await Promise.all([
    mongoose.createConnection(system.mongo['svc-auth'], options).asPromise(),
    mongoose.createConnection(system.mongo['svc-booking'], options).asPromise(),
  ]);
});

afterAll(async () => {
  await Promise.all([auth?.close(), booking?.close(), behind.close()]);
});

/** Leaves exactly the wanted number of seats in a category, whatever other journeys took before. */
async function leaveSeats(seating: string, seats: number): Promise<void> {
  const stock = await stockOf(seating);
  await booking
    .collection<StockRow>('stock')
    .updateOne({ _id: seating }, { $set: { capacity: taken(stock) + seats }, $inc: { version: 1 } });
}

/** One buyer who presses until there is an answer, always with the same key, as a browser does after a lost answer. */
async function press(
  client: ReservationClient,
  buyer: Buyer,
  order: { seating: string; notickets: number; amount: number },
  patienceMs: number,
): Promise<Reply> {
  const key = randomUUID();
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const reply = await client.reserve(buyer, { ...order, key }).catch(() => undefined);
    if (reply && reply.status < 500 && reply.status !== 429) return reply;
    if (Date.now() > deadline)
      throw new Error(`${buyer.email} got no answer, last ${reply ? `${reply.status} ${reply.body.code}` : 'nothing'}`);
    await pause(200 + Math.random() * 300);
  }
}

async function rush(seating: string, patienceMs: number, meanwhile: () => Promise<void>): Promise<Reply[]> {
  const buyers = await makeBuyers(auth, CROWD);
  const client = new ReservationClient(system.site, CROWD);
  try {
    const replies = Promise.all(
      buyers.map((buyer, index) => press(client, buyer, { seating, notickets: (index % 6) + 1, amount: PRICES[seating]! }, patienceMs)),
    );
    await meanwhile();
    return await replies;
  } finally {
    client.close();
  }
}

/** What must be true of the seats and bookings after any rush. */
async function verdict(seating: string, replies: readonly Reply[]): Promise<void> {
  const stock = await stockOf(seating);
  expect(taken(stock)).toBe(stock.capacity);
  const held = replies.filter(({ status }) => status === 201);
  expect(held.reduce((sum, { body }) => sum + body.notickets!, 0)).toBe(SEATS);
  expect(new Set(held.map(({ body }) => body.id)).size).toBe(held.length);
  expect([...new Set(replies.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`))]).toEqual([
    '409 booking.seats_unavailable',
  ]);
  // Every hold has a booking, and every booking a hold.
  const ids = held.map(({ body }) => body.id!);
  expect(
    await booking.collection<{ _id: string; status: string }>('reserve-your-seat').countDocuments({ _id: { $in: ids }, status: 'pending' }),
  ).toBe(ids.length);
  const holds = await bookingRows()
    .find({ seating, keptUntil: { $exists: true } })
    .toArray();
  expect(holds.filter(({ _id }) => ids.includes(_id))).toHaveLength(ids.length);
  expect(holds.reduce((sum, { notickets }) => sum + notickets, 0)).toBe(stock.held);
}

describe('three hundred buyers for the last hundred seats', () => {
  it.each([
    ['F01 the gateway', 'gateway'],
    ['F26 F27 the database', 'mongodb'],
  ])(
    'take exactly a hundred, in batches of one to six, although %s is killed in the middle',
    async (_, name) => {
      await leaveSeats('VIP Seating', SEATS);
      const before = taken(await stockOf('VIP Seating'));
      // Whatever starts again beside other tests may take long on a full machine.
      const replies = await rush('VIP Seating', 120_000, async () => {
        await until('the rush has begun', async () => taken(await stockOf('VIP Seating')), moreThan(before), {
          withinMs: 20_000,
          everyMs: 2,
        });
        process.kill(await processIdOf(name), 'SIGKILL');
      });
      await until('the site answers again', () => fetch(`${system.site}/health/ready`).then(({ status }) => status), 200, {
        withinMs: 120_000,
      });
      await verdict('VIP Seating', replies);
    },
    300_000,
  );
});

/** Reserves one seat and pays for it at the provider, which tells the site by itself. */
async function buySeat(buyer: Buyer): Promise<string> {
  const client = new ReservationClient(system.site, 1);
  const { status, body } = await press(client, buyer, { ...GENERAL, amount: 2_500 }, 30_000);
  client.close();
  expect(status).toBe(201);
  await pay(system, buyer, body.id!, GENERAL);
  return body.id!;
}

describe('one buyer', () => {
  it('F05 is mailed once although svc-booking was killed between telling a fact and noting that it had', async () => {
    const [buyer] = await makeBuyers(auth, 1);
    const id = await buySeat(buyer!);
    const outbox = booking.collection<{ publishedAt: Date | null }>('outbox');
    const fact = { 'envelope.type': 'booking.booking.paid.v1', 'envelope.subject': id };
    await until(
      'the fact is out',
      () => outbox.findOne(fact),
      (row) => row !== null && row.publishedAt !== null,
      { withinMs: 30_000 },
    );
    const mails = async () => (await behind.mailsTo(buyer!.email)).length;
    await until('the mail is there', mails, 1, { withinMs: 30_000, everyMs: 250 });
    const repeats = async (): Promise<number> => {
      const text = await (await fetch(system.metrics['svc-notify'])).text();
      return Number(
        /^message_handling_duration_seconds_count\{(?=[^}]*type="booking\.booking\.paid\.v1")(?=[^}]*outcome="repeat")[^}]*\} (\d+)$/m.exec(
          text,
        )?.[1] ?? 0,
      );
    };
    const before = await repeats();
    // What a kill can leave behind: the broker has the fact, and the note of it is missing.
    process.kill(await processIdOf('svc-booking'), 'SIGKILL');
    await outbox.updateOne(fact, { $set: { publishedAt: null } });
    await until(
      'it was told again',
      () => outbox.findOne(fact),
      (row) => row !== null && row.publishedAt !== null,
      { withinMs: 60_000, everyMs: 250 },
    );
    await until('the repeat was seen for what it is', repeats, (count) => count > before, { withinMs: 30_000, everyMs: 250 });
    expect(await mails()).toBe(1);
  });
});

/**
 * Listens on a port without ever answering, so that what was killed there cannot come back. A process that was restarted meanwhile is
 * killed again.
 */
async function keepAway(name: string, port: number): Promise<Server> {
  const nobody = createServer((socket) => socket.destroy());
  await until(
    `${name} is away`,
    async () => {
      await processIdOf(name)
        .then((pid) => process.kill(pid, 'SIGKILL'))
        .catch(() => undefined);
      return new Promise<boolean>((resolve) => {
        nobody.once('error', () => resolve(false));
        nobody.listen(port, '127.0.0.1', () => resolve(true));
      });
    },
    Boolean,
    { withinMs: 20_000, everyMs: 20 },
  );
  return nobody;
}

/** Memory a process holds, in megabytes. */
async function memoryOf(name: string): Promise<number> {
  return Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${await processIdOf(name)}/status`, 'utf8'))![1]) / 1_024;
}

/** What one call of a crowd met. */
interface Met {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly ms: number;
}

const timed = async (work: () => Promise<Response>): Promise<Met> => {
  const began = performance.now();
  const answer = await work();
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ms: performance.now() - began };
};

/**
 * Six seconds stand for the minute of the fault: what is refused, how soon, what is held meanwhile and how the system recovers are the same
 * from the first failed heartbeat (one second) on, and nothing counts or grows with the time.
 */
const AWAY_MS = 6_000;
const CALLERS = 20;

describe('while the database is away', () => {
  it('F28 every write fails within a second, nobody is ready, memory stays flat, and all goes on within five seconds of its return', async () => {
    const parts = ['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify'];
    const services = ['svc-auth', 'svc-booking', 'svc-payment', 'svc-notify'] as const;
    const [late, ...buyers] = await makeBuyers(auth, CALLERS + 1);
    const reserve = (buyer: Buyer) =>
      timed(() =>
        fetch(`${system.site}/api/reserve-your-seat`, {
          method: 'POST',
          headers: { cookie: buyer.cookie, origin: system.site, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
          body: JSON.stringify(reservationOf(buyer, GENERAL)),
        }),
      );
    // Everybody has been here before: the gateway remembers them while svc-auth cannot look them up.
    expect(new Set((await Promise.all(buyers.map(reserve))).map(({ status }) => status))).toEqual(new Set([201]));
    const before = await Promise.all(parts.map(memoryOf));

    const port = Number(new URL(system.mongo['svc-booking'].replace('mongodb:', 'http:')).port);
    const nobody = await keepAway('mongodb', port);
    const refused: Met[] = [];
    const alive: Met[] = [];
    try {
      await Promise.all(
        services.map((name) =>
          until(`${name} is not ready`, () => fetch(`${system.services[name]}/health/ready`).then(({ status }) => status), 503, {
            withinMs: 20_000,
          }),
        ),
      );
      const end = Date.now() + AWAY_MS;
      await Promise.all([
        ...buyers.map(async (buyer) => {
          // Slower than the gateway's own limit, whose refusals would hide the database's.
          while (Date.now() < end) {
            refused.push(await reserve(buyer));
            await pause(200);
          }
        }),
        (async () => {
          while (Date.now() < end) {
            alive.push(await timed(() => fetch(`${system.site}/health/live`)));
            await pause(20);
          }
        })(),
      ]);
    } finally {
      await new Promise((resolve) => nobody.close(resolve));
    }
    const after = await Promise.all(parts.map(memoryOf));

    await until(
      'the database is back',
      async () => {
        const probe = await mongoose.createConnection(system.mongo['svc-booking'], { serverSelectionTimeoutMS: 500 }).asPromise();
        return probe.close().then(() => true);
      },
      Boolean,
      { withinMs: 60_000, everyMs: 100 },
    );
    const back = performance.now();
    const lag: number[] = [];
    await until(
      'a seat can be reserved again',
      async () => {
        lag.push((await timed(() => fetch(`${system.site}/health/live`))).ms);
        return (await reserve(late!)).status;
      },
      201,
      { withinMs: 60_000, everyMs: 100 },
    );
    const tookMs = performance.now() - back;
    await until(
      'the site is whole again',
      () => Promise.all(services.map((name) => fetch(`${system.services[name]}/health/ready`).then(({ status }) => status))),
      (seen) => seen.every((status) => status === 200),
      { withinMs: 60_000 },
    );
    // Checked only now, so that a failing claim leaves a whole system to the journeys that follow.
    expect(tookMs).toBeLessThanOrEqual(5_000 + 10 * Math.max(...lag));
    expect([...new Set(refused.map(({ status, retryAfter }) => `${status} ${/^[1-4]$/.test(retryAfter ?? '')}`))]).toEqual(['503 true']);
    const middle = (met: readonly Met[]) => met.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(met.length / 2)]!;
    // Calls that need no database show how slow the machine itself is; only what goes beyond that is the database's fault.
    expect(middle(refused)).toBeLessThanOrEqual(1_000 + middle(alive));
    expect(after.map((megabytes, index) => [parts[index], Math.round(Math.max(0, megabytes - before[index]! - 80))])).toEqual(
      parts.map((name) => [name, 0]),
    );
  });
});

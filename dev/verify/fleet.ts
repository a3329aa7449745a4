import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import { makeBuyers, ReservationClient } from '@concert/test-kit/buyers';
import type { ServiceName } from '@concert/machine-kit/rooms';
import { standInTotals } from '../system/invariants/stand-in-totals.ts';
import { isSound, lookUntilSound, tableOf } from '../system/invariants/invariants.ts';
import { Fleet } from '../system/fleet/fleet.ts';
import { Verdict } from './fleet/verdict.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { Progress } from '../system/progress.ts';
import { endOnSignals } from '../system/stop-on-signals.ts';

/*
 * Two copies of everything side by side: a sell-out, a frozen holder of leases, and a rolling restart under load. Prints what was sent and
 * what failed.
 */

const CROWD = 200;
const SEATS = 60;
/** Longer than svc-booking's longest lease, with the beat of its task. */
const FROZEN_MS = 25_000;
/** What is under way is done within this time (invariant I14). */
const SETTLED_MS = 60_000;
const SEATING = 'Premium Seating';
const PRICE = 100_000;

interface StockRow {
  _id: string;
  capacity: number;
  sold: number;
  held: number;
}
interface LeaseRow {
  _id: string;
  holder: string;
  term: number;
  until: Date;
}

const verdict = new Verdict();
const atEnd = endOnSignals();

async function sellOut(fleet: Fleet, booking: mongoose.Connection, auth: mongoose.Connection): Promise<void> {
  const stocks = booking.collection<StockRow>('stock');
  const taken = ({ sold, held }: StockRow) => sold + held;
  const before = (await stocks.findOne({ _id: SEATING }))!;
  await stocks.updateOne({ _id: SEATING }, { $set: { capacity: taken(before) + SEATS }, $inc: { version: 1 } });
  const client = new ReservationClient(fleet.site, CROWD);
  const buyers = await makeBuyers(auth, CROWD);
  let most = 0;
  let watching = true;
  const watcher = (async () => {
    while (watching) {
      most = Math.max(most, taken((await stocks.findOne({ _id: SEATING }))!) - taken(before));
      await pause(50);
    }
  })();
  const replies = await Promise.all(
    buyers.map(async (buyer, index) => {
      const order = { seating: SEATING, notickets: 1 + (index % 3), amount: PRICE, key: `sell-out-${index}` };
      for (let attempt = 0; ; attempt += 1) {
        const reply = await client.reserve(buyer, order).catch(() => undefined);
        if ((reply && reply.status < 500) || attempt > 40) return reply;
        await pause(500);
      }
    }),
  );
  client.close();
  watching = false;
  await watcher;
  const after = (await stocks.findOne({ _id: SEATING }))!;
  const sold = replies.filter((reply) => reply?.status === 201).reduce((sum, reply) => sum + (reply!.body.notickets ?? 0), 0);
  verdict.assertThat(
    taken(after) - taken(before) <= SEATS && most <= SEATS,
    `two copies of each sold ${sold} of ${SEATS} seats to a crowd of ${CROWD}, never more (${most} at most)`,
  );
  verdict.assertThat(taken(after) - taken(before) === sold, `what buyers were told (${sold}) is what is held`);
  verdict.assertThat(
    replies.every((reply) => reply !== undefined && reply.status < 500),
    'every buyer had an answer',
  );
}

/**
 * Freezes a process of svc-booking that holds leases for longer than they last. Which of the two holds them cannot be seen from outside: if
 * no lease changed hands, it was the other.
 */
async function freeze(fleet: Fleet, booking: mongoose.Connection): Promise<void> {
  const leases = async () => new Map((await booking.collection<LeaseRow>('leases').find().toArray()).map((row) => [row._id, row]));
  const copies = fleet.copies.filter(({ part }) => part === 'svc-booking');
  let moved: string[] = [];
  for (const copy of copies) {
    const before = await leases();
    const frozen = copy.pid()!;
    process.kill(frozen, 'SIGSTOP');
    const wentOver = (seen: Map<string, LeaseRow>) =>
      [...seen].filter(([name, { term }]) => term > (before.get(name)?.term ?? 0)).map(([name]) => name);
    const meanwhile = await until('a lease went over', leases, (seen) => wentOver(seen).length > 0, {
      withinMs: FROZEN_MS,
      everyMs: 500,
    }).catch(leases);
    process.kill(frozen, 'SIGCONT');
    await until(
      'both copies are ready',
      async () =>
        (
          await Promise.all(
            copies.map(({ port }) =>
              fetch(`http://127.0.0.1:${port}/health/ready`).then(
                ({ ok }) => ok,
                () => false,
              ),
            ),
          )
        ).every(Boolean),
      Boolean,
      { withinMs: 60_000 },
    );
    await pause(3_000);
    const after = await leases();
    moved = wentOver(meanwhile);
    verdict.assertThat(
      moved.every((name) => after.get(name)?.holder === meanwhile.get(name)!.holder || after.get(name)!.term > meanwhile.get(name)!.term),
      'who woke up took nothing back that had gone to another',
    );
    verdict.assertThat(
      [...before].every(([name, { term }]) => term <= (after.get(name)?.term ?? 0)),
      'terms only grow',
    );
    if (moved.length > 0) break;
  }
  verdict.assertThat(moved.length > 0, `leases went to the other copy while one was frozen: ${moved.join(', ') || 'none'}`);
  await until('the outbox is empty', () => booking.collection('outbox').countDocuments({ publishedAt: null }), 0, { withinMs: 60_000 });
  verdict.assertThat(true, 'every fact left the outbox');
}

async function verify(): Promise<void> {
  const progress = new Progress(false);
  const fleet = await Fleet.start({ progress });
  atEnd(() => fleet.stop());
  const connections: mongoose.Connection[] = [];
  try {
    const open = async (service: ServiceName) => {
      const connection = await mongoose.createConnection(fleet.system.mongo[service], { serverSelectionTimeoutMS: 10_000 }).asPromise();
      connections.push(connection);
      return connection;
    };
    const [auth, booking, payment, notify] = [
      await open('svc-auth'),
      await open('svc-booking'),
      await open('svc-payment'),
      await open('svc-notify'),
    ];
    console.log('\nTwo copies of each under a sell-out');
    await sellOut(fleet, booking, auth);
    console.log('\nA holder of leases that freezes and wakes');
    await freeze(fleet, booking);
    console.log('\nRolling restart of everything under load');
    await verdict.underLoad(fleet, auth, 'rolling restart', async () => {
      for (const copy of fleet.copies) await fleet.roll(copy);
      return fleet.copies.length;
    });
    console.log('\nThe invariants');
    const provider = () => standInTotals(fleet.system.payments!);
    const findings = await lookUntilSound({ databases: { auth, booking, payment, notify }, provider }, SETTLED_MS);
    console.log(tableOf(findings));
    verdict.assertThat(isSound(findings), 'every invariant holds');
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
    await fleet.stop();
  }
}

await verify().catch(reportAndExit);
verdict.end();

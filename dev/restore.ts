import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '@concert/test-kit/failure';
import { run } from '@concert/test-kit/processes';
import mongoose from 'mongoose';
import { makeBuyers, ReservationClient, type Buyer } from '../e2e/buyers.ts';
import { reportAndExit } from './failure.ts';
import { freePortBase, planPorts } from './ports.ts';
import { Progress } from './progress.ts';
import { ROOT } from './rooms.ts';
import { startSystem } from './system.ts';

/*
 * A system with bookings is backed up while it runs, its MongoDB is destroyed, and the backup is put into a new one: every
 * buyer is signed in as before and finds every booking.
 */

const BUYERS = 12;
const EACH = 2;

async function verify(): Promise<void> {
  const progress = new Progress(false);
  const folder = await mkdtemp(path.join(tmpdir(), 'concert-restore-'));
  const dataFolder = path.join(folder, 'data');
  const base = String(await freePortBase());
  const ports = planPorts({ PORT_BASE: base });
  const { PORT: _port, ...env } = process.env;
  const ops = async (...words: string[]) => {
    const { code, output } = await run(process.execPath, [path.join(ROOT, 'dev/ops.ts'), ...words, '--data', dataFolder, '--yes'], { cwd: ROOT, env: { ...env, PORT_BASE: base }, withinMs: 300_000 });
    progress.line(output.trimEnd());
    if (code !== 0) throw new Failure(`${words[0]} failed.`, 'read what it said above.');
  };
  const start = () => startSystem({ dataFolder, ports, env, progress });
  let system = await start();
  try {
    const auth = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
    const buyers = await makeBuyers(auth, BUYERS);
    await auth.close();
    const client = new ReservationClient(system.site, 6);
    for (const [index, buyer] of buyers.entries()) {
      for (const [nth, seating] of ['General Seating', 'Premium Seating'].slice(0, EACH).entries()) {
        const reply = await client.reserve(buyer, { seating, notickets: seating === 'General Seating' ? 1 : 6, amount: seating === 'General Seating' ? 2_500 : 100_000, key: `restore-${index}-${nth}` });
        // Premium seats run out; who gets none has one booking.
        if (reply.status !== 201 && reply.status !== 409) throw new Failure(`A reservation was answered with ${reply.status}.`, 'read the logs.');
      }
    }
    client.close();
    const before = await Promise.all(buyers.map((buyer) => bookingsOf(system.site, buyer)));
    await ops('backup', path.join(folder, 'backup'));
    await system.stop();
    await rm(path.join(dataFolder, 'mongodb'), { recursive: true });
    await ops('restore', path.join(folder, 'backup'));
    system = await start();
    const after = await Promise.all(buyers.map((buyer) => bookingsOf(system.site, buyer)));
    const count = before.reduce((sum, list) => sum + list.length, 0);
    if (count < BUYERS || JSON.stringify(after) !== JSON.stringify(before)) throw new Failure(`Of ${count} bookings ${after.reduce((sum, list) => sum + list.length, 0)} came back, or not as they were.`, 'look into dev/ops/backup.ts.');
    progress.line(`\n${count} bookings of ${BUYERS} buyers came back after MongoDB was destroyed, and everybody is signed in as before.`);
  } finally {
    await system.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a signed-in buyer sees under /bookings. */
async function bookingsOf(site: string, { cookie }: Buyer): Promise<unknown[]> {
  const response = await fetch(`${site}/api/ticket-bookings`, { headers: { cookie }, signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Failure(`Bookings were answered with ${response.status}.`, 'read the logs.');
  return (await response.json()) as unknown[];
}

await verify().then(() => process.exit(0), reportAndExit);

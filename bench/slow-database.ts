import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MAX_SEATS } from '@concert/contracts/booking/settings';
import { SlowWire } from '@concert/test-kit/slow-wire';
import mongoose from 'mongoose';
import { DATABASES } from '../dev/system/databases.ts';
import { freePortBase, planPorts } from '../dev/system/ports.ts';
import { Progress } from '../dev/system/progress.ts';
import { SERVICES } from '../dev/system/rooms.ts';
import { keepSecrets } from '../dev/system/secrets.ts';
import { startSystem } from '../dev/system/system.ts';
import { makeBuyers, ReservationClient } from '../e2e/buyers.ts';
import { line, milliseconds, percentile } from './figures.ts';
import { resize } from './shop.ts';

const LATE_MS = 500;
const BUYERS = 300;
/** Before the database is slow. */
const WARM_UP = 2_000;
const RUSH = { RATE_LIMIT_PER_MINUTE: '10000000', RATE_LIMIT_AUTH_PER_MINUTE: '10000000' };

/** Reservations while everything that any service says to its database is half a second late, in a system of their own. */
export async function benchSlowDatabase(): Promise<void> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'concert-slow-'));
  const { PORT: _, ...env } = process.env;
  const ports = planPorts({ PORT_BASE: String(await freePortBase()) });
  const wire = await SlowWire.to(ports.mongodb);
  try {
    const { mongo } = await keepSecrets(dataFolder);
    const throughWire = SERVICES.map((name) => {
      // The set would name its own address, past the wire.
      const url = `mongodb://${name}:${mongo[name]}@127.0.0.1:${wire.port}/${DATABASES[name]}?directConnection=true&authSource=${DATABASES[name]}`;
      return [name, { MONGO_URL: url }] as const;
    });
    const settings = { gateway: RUSH, ...Object.fromEntries(throughWire) };
    const system = await startSystem({ dataFolder, env, ports, settings, progress: new Progress(false) });
    try {
      await resize(system, 'General Seating', () => MAX_SEATS);
      const accounts = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
      const buyers = await makeBuyers(accounts, WARM_UP + BUYERS).finally(() => accounts.close());
      const client = new ReservationClient(system.site, BUYERS);
      const press = async (index: number) => {
        const begun = performance.now();
        const order = { seating: 'General Seating', notickets: 1, amount: 2_500, key: randomUUID() };
        const { status } = await client.reserve(buyers[index]!, order);
        return { status, ms: performance.now() - begun };
      };
      for (let first = 0; first < WARM_UP; first += 100)
        await Promise.all(Array.from({ length: 100 }, (_unused, index) => press(first + index)));
      wire.delayMs = LATE_MS;
      const answers = await Promise.all(Array.from({ length: BUYERS }, (_unused, index) => press(WARM_UP + index)));
      wire.delayMs = 0;
      client.close();
      const accepted = answers.filter(({ status }) => status === 201).map(({ ms }) => ms);
      const refused = answers.filter(({ status }) => status !== 201);
      line(
        `database ${LATE_MS} ms slower, ${BUYERS} reservations at once`,
        `${accepted.length} accepted`,
        `at the first press, p50 ${milliseconds(percentile(accepted, 0.5))}, p99 ${milliseconds(percentile(accepted, 0.99))}; ${refused.length} others${
          refused.length > 0
            ? ` (${[...new Set(refused.map(({ status }) => status))].join(', ')}), p99 ${milliseconds(
                percentile(
                  refused.map(({ ms }) => ms),
                  0.99,
                ),
              )}`
            : ''
        }`,
      );
    } finally {
      await system.stop();
    }
  } finally {
    await wire.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

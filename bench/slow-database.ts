import { randomUUID } from 'node:crypto';
import { MAX_SEATS } from '@concert/contracts/booking/settings';
import { SlowWire } from '@concert/test-kit/slow-wire';
import mongoose from 'mongoose';
import { DATABASES } from '../dev/system/database-accounts.ts';
import { SERVICES, type ServiceName } from '../dev/system/rooms.ts';
import { keepSecrets } from '../dev/system/secrets.ts';
import { startSystem, type System } from '../dev/system/system.ts';
import { makeBuyers, ReservationClient } from '../e2e/buyers.ts';
import { withOwnSystem } from './own-system.ts';
import { line, milliseconds, percentile } from './figures.ts';
import { resize } from './shop.ts';

const LATE_MS = 500;
const BUYERS = 300;
/** Before the database is slow. */
const WARM_UP = 2_000;
const RUSH = { RATE_LIMIT_PER_MINUTE: '10000000', RATE_LIMIT_AUTH_PER_MINUTE: '10000000', HTTP_MOST_UNDER_WAY_PER_NETWORK: '100000' };

/** Reservations while everything that any service says to its database is half a second late, in a system of their own. */
export async function benchSlowDatabase(): Promise<void> {
  let wire: SlowWire | undefined;
  try {
    await withOwnSystem(
      async (place) => {
        wire = await SlowWire.to(place.ports.mongodb);
        return startSystem({ ...place, settings: { gateway: RUSH, ...(await throughWire(wire.port, place.dataFolder)) } });
      },
      (system) => press(system, wire!),
    );
  } finally {
    await wire?.close();
  }
}

async function throughWire(port: number, dataFolder: string): Promise<Partial<Record<ServiceName, { MONGO_URL: string }>>> {
  const { mongo } = await keepSecrets(dataFolder);
  return Object.fromEntries(
    SERVICES.map((name) => {
      // The set would name its own address, past the wire.
      const url = `mongodb://${name}:${mongo[name]}@127.0.0.1:${port}/${DATABASES[name]}?directConnection=true&authSource=${DATABASES[name]}`;
      return [name, { MONGO_URL: url }] as const;
    }),
  );
}

async function press(system: System, wire: SlowWire): Promise<void> {
  await resize(system, 'General Seating', () => MAX_SEATS);
  const accounts = await mongoose.createConnection(system.mongo['svc-auth']).asPromise();
  const buyers = await makeBuyers(accounts, WARM_UP + BUYERS).finally(() => accounts.close());
  const client = new ReservationClient(system.site, BUYERS);
  const reserve = async (index: number) => {
    const begun = performance.now();
    const order = { seating: 'General Seating', notickets: 1, amount: 2_500, key: randomUUID() };
    const { status } = await client.reserve(buyers[index]!, order);
    return { status, ms: performance.now() - begun };
  };
  for (let first = 0; first < WARM_UP; first += 100)
    await Promise.all(Array.from({ length: 100 }, (_unused, index) => reserve(first + index)));
  wire.delayMs = LATE_MS;
  const answers = await Promise.all(Array.from({ length: BUYERS }, (_unused, index) => reserve(WARM_UP + index)));
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
}

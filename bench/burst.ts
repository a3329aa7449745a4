import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import type { SystemAddress } from '../dev/system/address.ts';
import { makeBuyers, ReservationClient, type Reply } from '@concert/test-kit/buyers';
import type { Buyer } from '@concert/test-kit/site-client';
import { printFigure, milliseconds, percentile } from './figures.ts';
import { usageBetween, Meters } from './meters.ts';
import { categoriesOf, openSystemUnderTest, resize, type SystemUnderTest } from './system-under-test.ts';

/** Buyers who all come at one moment. */
interface Burst {
  readonly seating: Seating;
  readonly buyers: number;
  readonly seats: number;
  /** Seats each buyer wants. */
  readonly wants: (index: number) => number;
}

/** Who wants up to six seats may find too few when others, who come later, still find some. */
const LAST: Burst = { seating: 'VIP Seating', buyers: 300, seats: 100, wants: (index) => (index % 6) + 1 };
const FEW: Burst = { seating: 'Preferred Seating', buyers: 5_000, seats: 500, wants: () => 1 };
const WARM_UP: Burst = { seating: 'General Seating', buyers: 2_000, seats: 2_000, wants: () => 1 };
/** Repeats of everybody who is refused because of overload; each waits as long as `Retry-After` says. */
const MAX_REPEATS = 20;

/** Many buyers for few seats, each with a connection of their own: how long until the seats are sold, and until everybody knows. */
export async function benchBursts(system: SystemAddress & { readonly dataFolder: string }): Promise<void> {
  const underTest = await openSystemUnderTest(system);
  try {
    for (const burst of [WARM_UP, LAST, FEW]) await sellOut(underTest, burst);
  } finally {
    await underTest.close();
  }
}

/** What became of the buyers of a burst. */
class Outcomes {
  readonly times: number[] = [];
  /** How long each refusal because of overload took. */
  readonly busyMs: number[] = [];
  readonly faults: string[] = [];
  taken = 0;
  soldOut = 0;
  soldMs = 0;
  readonly #seats: number;
  readonly #began = performance.now();

  constructor(seats: number) {
    this.#seats = seats;
  }

  note({ status, body: { code, notickets = 0 } }: Reply): void {
    const ms = performance.now() - this.#began;
    this.times.push(ms);
    if (status === 201) this.taken += notickets;
    else if (status === 409 && code === 'booking.seats_unavailable') this.soldOut += 1;
    else this.faults.push(`${status} ${code}`);
    if (this.taken === this.#seats) this.soldMs ||= ms;
  }
}

async function sellOut(underTest: SystemUnderTest, { seating, buyers: count, seats, wants }: Burst): Promise<void> {
  const { system, root } = underTest;
  await resize(system, seating, ({ sold, held }) => sold + held + seats);
  const buyers = await makeBuyers(underTest.connections.get('svc-auth')!, count);
  const client = new ReservationClient(system.site, count, true);
  const meters = new Meters(root, system.dataFolder);
  const before = await meters.read();
  const outcomes = new Outcomes(seats);
  await Promise.all(
    buyers.map((buyer, index) =>
      reserve(client, buyer, { seating, notickets: wants(index) }, outcomes).catch((error: unknown) =>
        outcomes.faults.push((error as Error).message),
      ),
    ),
  );
  const spent = usageBetween(before, await meters.read());
  client.close();
  const { times, busyMs, faults, taken, soldOut, soldMs } = outcomes;
  printFigure(
    `the last ${seats} seats, ${count} buyers at once`,
    milliseconds(Math.max(...times)),
    `until everybody has an answer (p50 ${milliseconds(percentile(times, 0.5))}); ${soldMs > 0 ? `${milliseconds(soldMs)} until they are sold; ` : ''}${taken} sold, ${soldOut} told there are none, ${faults.length} errors ${[...new Set(faults)].slice(0, 3).join('; ')}`,
  );
  if (busyMs.length > 0)
    printFigure(
      '  answers 503 or 429',
      String(busyMs.length),
      `p50 ${milliseconds(percentile(busyMs, 0.5))}, p99 ${milliseconds(percentile(busyMs, 0.99))}`,
    );
  const costs = [...spent.cpuMs].filter(([, ms]) => ms >= count / 100).sort(([, a], [, b]) => b - a);
  printFigure(
    '  processor per buyer',
    `${(costs.reduce((sum, [, ms]) => sum + ms, 0) / count).toFixed(2)} ms`,
    costs.map(([name, ms]) => `${name} ${(ms / count).toFixed(2)}`).join(', '),
  );
  // Who had no answer may have seats.
  const { capacity, sold, held } = (await categoriesOf(system)).find((category) => category.seating === seating)!;
  if (sold + held > capacity) throw new Error(`${sold + held - capacity} seats were oversold`);
  if (faults.length === 0 && taken !== seats) throw new Error(`${seats} seats were left and ${taken} were taken`);
}

/** One buyer's reservation, sent again when the answer is that there is no room. */
async function reserve(
  client: ReservationClient,
  buyer: Buyer,
  { seating, notickets }: { seating: Seating; notickets: number },
  outcomes: Outcomes,
): Promise<void> {
  const key = randomUUID();
  for (let repeats = 1; ; repeats += 1) {
    const from = performance.now();
    const reply = await client.reserve(buyer, { seating, notickets, amount: priceMinor(seating, notickets), key });
    if ((reply.status !== 503 && reply.status !== 429) || repeats === MAX_REPEATS) return outcomes.note(reply);
    outcomes.busyMs.push(performance.now() - from);
    await pause(reply.retryAfterMs ?? 1_000);
  }
}

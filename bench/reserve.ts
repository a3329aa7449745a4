import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { priceMinor, SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import { MAX_SEATS } from '@concert/contracts/booking/settings';
import type mongoose from 'mongoose';
import type { SystemAddress } from '../dev/system/address.ts';
import { makeBuyers, ReservationClient, type Reply } from '@concert/test-kit/buyers';
import { openPayment, type Buyer } from '@concert/test-kit/site-client';
import { printFigure, load, median, milliseconds, percentile, perSecond, ratio, type Load } from './figures.ts';
import { usageBetween, Meters } from './meters.ts';
import { pidOf } from './process-figures.ts';
import { fillBookings } from './report-bookings.ts';
import { makeOrganiser, type OrganiserClient } from './organiser-client.ts';
import { openSystemUnderTest, resize, type SystemUnderTest } from './system-under-test.ts';

const BUYERS = 6_000;
const WARM_UP = 3_000;
const IN_FLIGHT = 200;
const LONE = 60;
const EXPORTS_AT_ONCE = 2;
/**
 * With and without exports in turns: one pair compares which of the two met a checkpoint of the database. A round lasts a quarter of a minute,
 * because in a rush an export begins to write after seven seconds.
 */
const ROUNDS = 4;
const ROUND_BUYERS = 24_000;

/**
 * Seats reserved by many at once through the gateway and everything behind it, against the same conditional write sent by the
 * bare driver to the same server: at full rate, and alone.
 */
export async function benchReserve(system: SystemAddress & { readonly dataFolder: string }): Promise<void> {
  const underTest = await openSystemUnderTest(system);
  try {
    const booking = underTest.connections.get('svc-booking')!;
    await resize(system, 'General Seating', () => MAX_SEATS);
    const bare = await bareWrites(booking);
    printFigure(
      'conditional writes to one document, bare driver',
      perSecond(bare.perSecond),
      `p99 ${milliseconds(bare.p99Ms)}, ${IN_FLIGHT} at once`,
    );
    await alone(underTest, 'a lone order, before the rush');
    const whole = await rush(underTest);
    printFigure('reservations against bare writes', ratio(whole.perSecond / bare.perSecond));
    await alone(underTest, 'a lone order, once warm');
  } finally {
    await underTest.close();
  }
}

async function bareWrites(connection: mongoose.Connection): Promise<Load> {
  const scratch = connection.collection<{ _id: string; capacity: number; taken: number }>('bench-counter');
  await scratch.replaceOne({ _id: 'one' }, { capacity: 1_000_000, taken: 0 }, { upsert: true });
  const write = async () => {
    const { matchedCount } = await scratch.updateOne(
      { _id: 'one', $expr: { $lt: ['$taken', '$capacity'] } },
      { $inc: { taken: 1 } },
      { writeConcern: { w: 'majority', journal: true } },
    );
    if (matchedCount !== 1) throw new Error('the bare write found no seat');
  };
  await load(Array.from({ length: WARM_UP }), IN_FLIGHT, write);
  const result = await load(Array.from({ length: BUYERS }), IN_FLIGHT, write);
  await scratch.drop();
  return result;
}

const buyersFor = (underTest: SystemUnderTest, count: number): Promise<Buyer[]> =>
  makeBuyers(underTest.connections.get('svc-auth')!, count);

/** One person's reservation, sent again as long as the answer is 503. @returns the last answer and how many were 503 */
async function reserve(
  client: ReservationClient,
  buyer: Buyer,
  seating: Seating,
  notickets: number,
): Promise<{ reply: Reply; refused: number }> {
  const key = randomUUID();
  for (let refused = 0; ; refused += 1) {
    const reply = await client.reserve(buyer, { seating, notickets, amount: priceMinor(seating, notickets), key });
    if (reply.status !== 503) return { reply, refused };
    await pause(reply.retryAfterMs ?? 1_000);
  }
}

interface Reserved extends Load {
  /** How many answers were 503. */
  readonly refused: number;
}

/** Everybody has seats at the end. */
async function reserveAll(site: string, buyers: readonly Buyer[], seating: Seating = 'General Seating'): Promise<Reserved> {
  const client = new ReservationClient(site, IN_FLIGHT, true);
  let refusedAnswers = 0;
  const result = await load(buyers, IN_FLIGHT, async (buyer) => {
    const { reply, refused } = await reserve(client, buyer, seating, 1);
    refusedAnswers += refused;
    if (reply.status !== 201) throw new Error(`a reservation was answered ${reply.status} ${reply.body.code}`);
  });
  client.close();
  return { ...result, refused: refusedAnswers };
}

async function rush(underTest: SystemUnderTest): Promise<Load> {
  const { system, root, connections } = underTest;
  await reserveAll(system.site, await buyersFor(underTest, WARM_UP));
  const buyers = await buyersFor(underTest, BUYERS);
  const meters = new Meters(root, system.dataFolder);
  const before = await meters.read();
  const whole = await reserveAll(system.site, buyers);
  const { cpuMs, transactions } = usageBetween(before, await meters.read());
  const stored = await connections
    .get('svc-booking')!
    .collection('reserve-your-seat')
    .countDocuments({ email: { $in: buyers.map(({ email }) => email) } });
  if (stored !== BUYERS) throw new Error(`${BUYERS} buyers reserved and ${stored} bookings are there`);
  printFigure(
    'reservations through the gateway',
    perSecond(whole.perSecond),
    `p50 ${milliseconds(whole.p50Ms)}, p99 ${milliseconds(whole.p99Ms)}, ${IN_FLIGHT} buyers at once, ${whole.refused} answers of 503`,
  );
  const ours = [...cpuMs].filter(([name, ms]) => name !== 'load' && ms >= BUYERS / 100).sort(([, a], [, b]) => b - a);
  printFigure(
    'processor per reservation, everything of ours',
    `${(ours.reduce((sum, [, ms]) => sum + ms, 0) / BUYERS).toFixed(2)} ms`,
    `${ours.map(([name, ms]) => `${name} ${(ms / BUYERS).toFixed(2)}`).join(', ')}; load ${((cpuMs.get('load') ?? 0) / BUYERS).toFixed(2)}`,
  );
  printFigure('transactions per reservation', (transactions.committed / BUYERS).toFixed(3), `${transactions.aborted} given up in all`);
  return whole;
}

/** One buyer after the other: what a request takes when nobody else is there. */
async function alone(underTest: SystemUnderTest, title: string): Promise<void> {
  const { system } = underTest;
  const client = new ReservationClient(system.site, 1);
  const [reserving, opening]: [number[], number[]] = [[], []];
  for (const buyer of await buyersFor(underTest, LONE)) {
    const begun = performance.now();
    const { reply } = await reserve(client, buyer, 'General Seating', 1);
    const reserved = performance.now();
    await openPayment(system.site, buyer, reply.body.id!, { seating: 'General Seating', notickets: 1 });
    reserving.push(reserved - begun);
    opening.push(performance.now() - reserved);
  }
  client.close();
  printFigure(
    title,
    milliseconds(median(reserving)),
    `p50 of the reservation; of its payment page ${milliseconds(median(opening))}; ${LONE} one by one`,
  );
}

/**
 * Reservations while organisers take the whole list of a hundred thousand bookings away, against the same without them. Both are taken warm,
 * also where nothing was measured before: the first thousands of a cold system are slow, which would flatter what comes after them.
 */
export async function benchBesideExports(system: SystemAddress & { readonly dataFolder: string }): Promise<void> {
  const underTest = await openSystemUnderTest(system);
  const { connections } = underTest;
  // Nobody paid for the bookings that are only written here, and the comparison of the money would say so of each.
  const payment = await pidOf(system, 'svc-payment');
  process.kill(payment, 'SIGSTOP');
  try {
    for (const seating of SEATINGS) await resize(system, seating, () => MAX_SEATS);
    await fillBookings(connections.get('svc-booking')!);
    const desk = await makeOrganiser(system.site, connections.get('svc-auth')!);
    await reserveAll(system.site, await buyersFor(underTest, WARM_UP));
    const [without, beside]: [Reserved[], Reserved[]] = [[], []];
    let exports = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // One category has too few seats for all rounds.
      const seating = SEATINGS[round % SEATINGS.length]!;
      without.push(await reserveAll(system.site, await buyersFor(underTest, ROUND_BUYERS), seating));
      const buyers = await buyersFor(underTest, ROUND_BUYERS);
      const going = new AbortController();
      const exporting = Array.from({ length: EXPORTS_AT_ONCE }, () => exportAgainAndAgain(desk, going.signal));
      beside.push(await reserveAll(system.site, buyers, seating));
      going.abort();
      exports += (await Promise.all(exporting)).reduce((sum, count) => sum + count, 0);
    }
    const p99 = (rounds: readonly Reserved[]) =>
      percentile(
        rounds.flatMap(({ times }) => times),
        0.99,
      );
    const rate = (rounds: readonly Reserved[]) => perSecond(median(rounds.map((round) => round.perSecond)));
    const refused = (rounds: readonly Reserved[]) => rounds.reduce((sum, round) => sum + round.refused, 0);
    printFigure(
      `reservations beside ${EXPORTS_AT_ONCE} exports`,
      `p99 ${milliseconds(p99(beside))}`,
      `without ${milliseconds(p99(without))}: ${ratio(p99(beside) / p99(without))} over ${ROUNDS} rounds in turns; ${rate(beside)} and ${rate(without)}; ${exports} exports; ${refused(beside)} and ${refused(without)} answers of 503`,
    );
    printFigure(
      'each round, p99',
      '',
      beside.map(({ p99Ms }, round) => `${milliseconds(p99Ms)} / ${milliseconds(without[round]!.p99Ms)}`).join(', '),
    );
  } finally {
    process.kill(payment, 'SIGCONT');
    await underTest.close();
  }
}

/** @returns how many exports came whole */
async function exportAgainAndAgain(desk: OrganiserClient, going: AbortSignal): Promise<number> {
  for (let exported = 0; ;) {
    const response = await desk.raw('POST', '/api/export-bookings', {});
    await response.arrayBuffer();
    if (response.ok) exported += 1;
    else if (response.status !== 503) throw new Error(`an export was answered ${response.status}`);
    if (going.aborted) return exported;
    if (!response.ok) await pause(Number(response.headers.get('retry-after') ?? 1) * 1_000);
  }
}

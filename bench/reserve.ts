import { makeBuyers } from '@concert/test-kit/buyers';
import { paymentOf, reservationOf, type Buyer, type Order } from '@concert/test-kit/site-client';
import { Customers, served } from './customers.ts';
import { median, milliseconds, percentile, printCosts, printFigure } from './figures.ts';
import { readMeters, ours, usageBetween } from './meters.ts';
import type { SystemUnderTest } from './system-under-test.ts';

const ORDER: Order = { seating: 'General Seating', notickets: 1 };
const BUYERS = 6_000;
const WARM_UP = 3_000;
const IN_FLIGHT = 200;
const LONE = 60;
/** Reservations at full rate, and a lone order with its payment page. */
export async function benchReserve(underTest: SystemUnderTest): Promise<void> {
  const customers = new Customers(underTest.system, IN_FLIGHT);
  try {
    await reserveAll(customers, await buyersFor(underTest, WARM_UP));
    await rush(underTest, customers);
    await alone(underTest, customers);
  } finally {
    customers.close();
  }
}

const buyersFor = (underTest: SystemUnderTest, count: number): Promise<Buyer[]> => makeBuyers(underTest.databases.auth, count);

/** @returns the booking's id */
async function reserve(customers: Customers, buyer: Buyer, order: Order): Promise<string> {
  return served<{ id: string }>('reserve', await customers.post(buyer, '/api/reserve-your-seat', reservationOf(buyer, order))).id;
}

/** Everybody has seats at the end. @returns what each reservation took, in milliseconds */
async function reserveAll(customers: Customers, buyers: readonly Buyer[]): Promise<number[]> {
  const times: number[] = [];
  const queue = [...buyers];
  const oneByOne = async () => {
    for (let buyer = queue.pop(); buyer !== undefined; buyer = queue.pop()) {
      const from = performance.now();
      await reserve(customers, buyer, ORDER);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, oneByOne));
  return times;
}

async function rush(underTest: SystemUnderTest, customers: Customers): Promise<void> {
  const buyers = await buyersFor(underTest, BUYERS);
  const refused = customers.refusals.length;
  const before = await readMeters(underTest);
  const times = await reserveAll(customers, buyers);
  const { cpuMs, seconds } = usageBetween(before, await readMeters(underTest));
  printFigure(
    'reservations through the gateway',
    `${(BUYERS / seconds).toFixed(0)} /s`,
    `p50 ${milliseconds(median(times))}, p99 ${milliseconds(percentile(times, 0.99))}, ${IN_FLIGHT} buyers at once, ${customers.refusals.length - refused} answers of 503`,
  );
  printCosts('processor per reservation, everything of ours', ours(cpuMs), BUYERS);
}

/** One buyer after the other: what a request takes when nobody else is there. */
async function alone(underTest: SystemUnderTest, customers: Customers): Promise<void> {
  const [reserving, opening]: [number[], number[]] = [[], []];
  for (const buyer of await buyersFor(underTest, LONE)) {
    const begun = performance.now();
    const id = await reserve(customers, buyer, ORDER);
    const reserved = performance.now();
    served('open page', await customers.post(buyer, '/api/create-payment', paymentOf(customers.site, buyer, ORDER, id)));
    reserving.push(reserved - begun);
    opening.push(performance.now() - reserved);
  }
  printFigure(
    'a lone reservation, once warm',
    milliseconds(median(reserving)),
    `p50; of its payment page ${milliseconds(median(opening))}; ${LONE} one by one`,
  );
}

import type { Seating } from '@concert/contracts/booking/seating';
import { problemCodeOf } from '@concert/test-kit/caller';
import { makeBuyers } from '@concert/test-kit/buyers';
import { paymentOf, reservationOf, type Buyer, type Order } from '@concert/test-kit/site-client';
import { Customers, served } from './customers.ts';
import { median, milliseconds, percentile, printCosts, printFigure } from './figures.ts';
import { readMeters, ours, usageBetween } from './meters.ts';
import { categoriesOf, resize, type SystemUnderTest } from './system-under-test.ts';

const ORDER: Order = { seating: 'General Seating', notickets: 1 };
const BUYERS = 6_000;
const WARM_UP = 3_000;
const IN_FLIGHT = 200;
const LONE = 60;
/** More people than seats, at one moment. */
const LAST: { readonly seating: Seating; readonly seats: number; readonly buyers: number } = {
  seating: 'VIP Seating',
  seats: 100,
  buyers: 300,
};

/** Reservations at full rate, a lone order with its payment page, and the last seats for more people than there are seats. */
export async function benchReserve(underTest: SystemUnderTest): Promise<void> {
  const customers = new Customers(underTest.system, LAST.buyers);
  try {
    await reserveAll(customers, await buyersFor(underTest, WARM_UP));
    await rush(underTest, customers);
    await alone(underTest, customers);
    await lastSeats(underTest, customers);
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

/** Who wants up to six seats may find too few while others, who come later, still find some. */
async function lastSeats(underTest: SystemUnderTest, customers: Customers): Promise<void> {
  const { system } = underTest;
  const { seating, seats, buyers: count } = LAST;
  await resize(system, seating, ({ sold, held }) => sold + held + seats);
  const buyers = await buyersFor(underTest, count);
  const began = performance.now();
  let taken = 0;
  const answers = buyers.map(async (buyer, index) => {
    const order = { seating, notickets: (index % 6) + 1 };
    const answer = await customers.post(buyer, '/api/reserve-your-seat', reservationOf(buyer, order));
    if (answer.status === 201) taken += order.notickets;
    else if (problemCodeOf(answer) !== 'booking.seats_unavailable') served('the last seats', answer);
    return performance.now() - began;
  });
  const times = await Promise.all(answers);
  printFigure(
    `the last ${seats} seats, ${count} buyers at once`,
    milliseconds(Math.max(...times)),
    `until everyone has an answer (p50 ${milliseconds(median(times))}); ${taken} sold`,
  );
  const { capacity, sold, held } = (await categoriesOf(system)).find((category) => category.seating === seating)!;
  if (sold + held > capacity || taken !== seats)
    throw new Error(`${seats} seats were left, ${taken} were taken, ${sold + held} of ${capacity}`);
}

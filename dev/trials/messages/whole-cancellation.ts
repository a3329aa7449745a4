import { randomUUID } from 'node:crypto';
import type { BookingId, MessageRunId } from '@concert/contracts/core/ids';
import { until } from '@concert/test-kit/until';
import { makeBuyers } from '../../../e2e/buyers.ts';
import { pay, reserve, valueOf, type Buyer, type Order } from '../../../e2e/site-client.ts';
import type { Verdict } from '../fleet/verdict.ts';
import type { ToldPeople } from './told-people.ts';

const BOOKINGS = 500;
/** Of the bookings, those whose money went back before the concert was cancelled. */
const REFUNDED = 40;
const GUESTS = { h: 45, v: 30, f: 45 } as const;
const LISTED = 80;
const GENERAL: Order = { seating: 'General Seating', notickets: 1 };
const AT_A_TIME = 8;
const STEP_MS = 300_000;
/** What nobody reads who has no money to get back. */
const OF_MONEY = /refund|money|payment|card|\$/i;

/** Does each of many things, so many at a time. */
async function each<T>(all: readonly T[], does: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await does(next);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

async function sell(told: ToldPeople): Promise<{ paid: readonly Buyer[]; refunded: readonly Buyer[] }> {
  await told.booking
    .collection<{ _id: string; capacity: number; version: number }>('stock')
    .updateOne({ _id: GENERAL.seating }, { $set: { capacity: 2 * BOOKINGS }, $inc: { version: 1 } });
  const buyers = await makeBuyers(told.auth, BOOKINGS, 'guest');
  const bookings = new Map<Buyer, string>();
  await each(buyers, async (buyer) => {
    const id = await reserve(told.system, buyer, GENERAL);
    await pay(told.system, buyer, id, GENERAL);
    bookings.set(buyer, id);
  });
  const inState = (status: string, count: number) =>
    until(
      `${count} bookings are ${status}`,
      () => told.rows(told.booking, 'reserve-your-seat').countDocuments({ status }),
      (found) => found >= count,
      {
        withinMs: STEP_MS,
        everyMs: 500,
      },
    );
  await inState('paid', BOOKINGS);
  const refunded = buyers.slice(0, REFUNDED);
  await each(refunded, async (buyer) => {
    const body = { id: bookings.get(buyer)! as BookingId, email: told.adminEmail };
    valueOf('A refund', await told.desk.payment.triggerRefund({ body }, { timeoutMs: 60_000 }));
  });
  await inState('refunded', REFUNDED);
  return { paid: buyers.slice(REFUNDED), refunded };
}

/** Free entries of each group. @returns the addresses of their guests */
async function invite(told: ToldPeople): Promise<string[]> {
  const { addFamilyMember, addVip, addFriendOrFamily } = told.desk.booking;
  const groups = [
    ['h', addFamilyMember],
    ['v', addVip],
    ['f', addFriendOrFamily],
  ] as const;
  const entries = groups.flatMap(([group, add]) =>
    Array.from({ length: GUESTS[group] }, (_, index) => ({ add, name: `Guest ${index}`, email2: `invited-${group}-${index}@example.org` })),
  );
  await each(entries, async ({ add, name, email2 }) => {
    const body = { email: told.adminEmail, name, email2, phoneno: '', notickets: 1 };
    valueOf('An entry', await add({ body }, { idempotencyKey: randomUUID(), timeoutMs: 60_000 }));
  });
  return entries.map(({ email2 }) => email2);
}

async function cancel(told: ToldPeople): Promise<void> {
  const { desk } = told;
  valueOf(
    'The cancellation',
    await desk.booking.changeConcertState({ body: { state: 'cancelled', reason: 'Storm' } }, { timeoutMs: 60_000 }),
  );
  const counted = await until(
    'the sums agree',
    () => desk.payment.dryRunCancellation({}, { timeoutMs: 60_000 }),
    (answer) => answer.ok && answer.value.equal,
    {
      withinMs: STEP_MS,
      everyMs: 1_000,
    },
  );
  const { confirmation } = valueOf('The count of the money', counted);
  valueOf('The run of the money', await desk.payment.startCancellationRun({ body: { confirmation } }, { timeoutMs: 60_000 }));
}

/** What the ready-made words of a cancellation are, and for whom. */
async function readyMade(told: ToldPeople) {
  const { items } = valueOf('The ready-made words', await told.desk.notify.listReadyMadeRuns({}));
  return items.find(({ purpose }) => purpose === 'cancellation')!;
}

const over = (told: ToldPeople, id: MessageRunId) =>
  until(
    'the message run is over',
    () => told.shown(id),
    ({ state }) => state === 'everyone_reached',
    { withinMs: STEP_MS, everyMs: 1_000 },
  );

/**
 * Cancels a concert with bookings, guests and a next-date list as an organiser in a hurry does: the money first, and the message while the
 * money is still on its way.
 */
export async function cancelEverything(told: ToldPeople, verdict: Verdict): Promise<void> {
  const { paid, refunded } = await sell(told);
  const guests = await invite(told);
  const listed = await told.listed(LISTED, 'listed');
  // Mails of before belong to nobody's cancellation; the facts that ask for them may still be on their way.
  for (const [kind, count] of [
    ['ticket', BOOKINGS],
    ['complimentary-ticket', guests.length],
    ['refund-started', REFUNDED],
  ] as const)
    await until(
      `${count} mails are sent: ${kind}`,
      () => told.mails.countDocuments({ kind, state: 'accepted' }),
      (found) => found >= count,
      {
        withinMs: STEP_MS,
        everyMs: 500,
      },
    );
  await told.forgetArrivals();

  await cancel(told);
  const { id } = await told.begin(await readyMade(told));
  await over(told, id);
  const finished = await until(
    'all money is back',
    () => told.desk.payment.showCancellation({}),
    (answer) => answer.ok && answer.value.run?.state === 'finished',
    {
      withinMs: STEP_MS,
      everyMs: 1_000,
    },
  );
  const { run } = valueOf('The run of the money', finished);
  await told.allSent(STEP_MS);

  const mails = await told.mailsByAddress();
  const [withMoney, without] = [paid.map(({ email }) => email), [...refunded.map(({ email }) => email), ...guests, ...listed]];
  const everybody = [...withMoney, ...without];
  const wrong = everybody.filter((email) => mails.get(email)?.size !== 1);
  const total = [...mails].filter(([email]) => everybody.includes(email)).reduce((sum, [, ids]) => sum + ids.size, 0);
  verdict.demand(
    wrong.length === 0 && total === everybody.length,
    `${BOOKINGS} bookings, ${guests.length} guests and ${LISTED} people of the list are told by ${total} mails, one each${wrong.length > 0 ? `; not so: ${wrong.slice(0, 5).join(', ')} (${wrong.length})` : ''}`,
  );
  const texts = await told.textsByAddress('cancelled');
  const silent = without.filter((email) => !texts.has(email));
  const misled = without.filter((email) => OF_MONEY.test(texts.get(email) ?? ''));
  verdict.demand(silent.length === 0, `the mails of ${without.length} people without money say that the concert is cancelled`);
  verdict.demand(
    misled.length === 0,
    `no guest, nobody of the list and none of the ${REFUNDED} refunded before reads of money${misled.length > 0 ? `: ${misled[0]} does` : ''}`,
  );
  verdict.demand(
    withMoney.every((email) => OF_MONEY.test(texts.get(email) ?? '')),
    `each of the ${paid.length} others reads of the money that goes back`,
  );
  verdict.demand(
    run !== null && run.rows.settled === run.count,
    `the money of ${run?.rows.settled} of ${run?.count} bookings went back beside the mails`,
  );

  await told.forgetArrivals();
  const words = await readyMade(told);
  const alone = await told.begin({ ...words, audience: { guests: ['h', 'v', 'f'] } });
  await over(told, alone.id);
  const again = await told.mailsByAddress();
  verdict.demand(
    alone.count === guests.length && guests.every((email) => again.get(email)?.size === 1) && again.size === guests.length,
    `a cancellation for guests alone tells the ${again.size} guests, and nobody else`,
  );
}

import { disputed, disputedFor, late, openPage, paid, PRICE, refunded, state, type Story, type World } from './schedules.harness.ts';

/*
 * A program for `npm run prove notices`: plays the schedules of a range and says what differed. Each story sends six notices about one
 * booking, a refund and a dispute among them; a schedule is any row of up to six deliveries, so it loses, repeats and reorders them.
 */

const NOTICES = 6;
const LONGEST = 6;
/** Rows of no, one, two … deliveries. */
const SCHEDULES = Array.from({ length: LONGEST + 1 }, (_, length) => NOTICES ** length).reduce((sum, rows) => sum + rows, 0);
const PART = 2_000;
const TELL_EVERY = 500;

const refundEnds = (as: 'succeeded' | 'failed') => (world: World) => world.provider.endRefund(state.refund, as);
const disputeEnds = (as: 'won' | 'lost') => (world: World) => world.provider.disputeBecomes(state.dispute, as);
const STORIES: readonly Story[] = [
  [openPage, paid, refunded(PART, 'pending'), refundEnds('succeeded'), disputedFor(PRICE - PART), disputeEnds('won')],
  [openPage, paid, refunded(PART, 'pending'), refundEnds('succeeded'), disputedFor(PRICE - PART), disputeEnds('lost')],
  [openPage, paid, disputed, disputeEnds('won'), refunded(PRICE, 'pending'), refundEnds('succeeded')],
];

/** The row of deliveries with this number. */
function schedule(number: number): number[] {
  let [length, left] = [0, number];
  while (left >= NOTICES ** length) left -= NOTICES ** length++;
  return Array.from({ length }, (_, place) => Math.floor(left / NOTICES ** place) % NOTICES);
}

const [from = 0, count = STORIES.length * SCHEDULES] = process.argv.slice(2).map(Number);
let faults: string[] = [];
const last = Math.min(from + count, STORIES.length * SCHEDULES);
for (let number = from; number < last; number += 1) {
  const [story, row] = [Math.floor(number / SCHEDULES), schedule(number % SCHEDULES)];
  const difference = await late(STORIES[story]!, row);
  if (difference) faults.push(`story ${story}, notices ${row.join(' ')}: ${difference}`);
  if ((number + 1 - from) % TELL_EVERY !== 0 && number + 1 < last) continue;
  process.stdout.write(`${JSON.stringify({ done: ((number - from) % TELL_EVERY) + 1, faults })}\n`);
  faults = [];
}

import { booksInOrders, playAccounts, type Guard } from './account-life.harness.ts';

/* A program for `npm run prove books`: plays the accounts of a range of seeds, without a guard where one is named, and says what was wrong. */

const TELL_EVERY = 50;
const ORDERS = 1_000;

const [from = '1', count = '1000', without] = process.argv.slice(2);
const say = (done: number, faults: readonly string[], figures: object) =>
  process.stdout.write(`${JSON.stringify({ done, faults, figures })}\n`);
if (!without) {
  const different = await booksInOrders(Number(from), ORDERS);
  say(0, different === 1 ? [] : [`${different} different books came of ${ORDERS} orders of the same movements`], {
    'orders of the same movements': ORDERS,
  });
}
for (let done = 0; done < Number(count); done += TELL_EVERY) {
  const some = Math.min(TELL_EVERY, Number(count) - done);
  const { faults, met } = await playAccounts(Number(from) + done, some, without as Guard | undefined);
  say(some, faults, Object.fromEntries(met));
}

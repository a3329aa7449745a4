import { describe, expect, it } from '@jest/globals';
import {
  disputed,
  late,
  openPage,
  paid,
  paidAndCharged,
  paidLoudly,
  refunded,
  PRICE,
  state,
  World,
  type Story,
} from './schedules.harness.ts';

/** Long, because a busy machine is many times slower than an idle one. */
const PATIENCE_MS = 120_000;

const STORIES: Readonly<Record<string, Story>> = {
  'paid at once': [openPage, paidLoudly],
  'paid after a while': [
    openPage,
    (w) => w.provider.become(state.page, 'processing', 'checkout.session.completed'),
    (w) => w.provider.become(state.page, 'paid', 'checkout.session.async_payment_succeeded'),
  ],
  'completed, and the money never comes': [
    openPage,
    (w) => w.provider.become(state.page, 'processing', 'checkout.session.completed'),
    (w) => w.provider.become(state.page, 'failed', 'checkout.session.async_payment_failed'),
  ],
  'never paid': [openPage, (w) => w.provider.become(state.page, 'expired', 'checkout.session.expired')],
  'said to be complete and expired together': [
    openPage,
    (w) => w.provider.become(state.page, 'paid', 'checkout.session.expired', 'checkout.session.completed'),
  ],
  'refunded at the provider': [openPage, paid, refunded(PRICE, 'succeeded')],
  'refunded at the provider, and that fails later': [
    openPage,
    paid,
    refunded(PRICE, 'succeeded'),
    (w) => w.provider.endRefund(state.refund, 'failed'),
  ],
  'refunded slowly': [openPage, paid, refunded(PRICE, 'pending'), (w) => w.provider.endRefund(state.refund, 'succeeded')],
  'refunded in two parts': [openPage, paid, refunded(2_000, 'succeeded'), refunded(3_000, 'succeeded')],
  'disputed and won': [openPage, paid, disputed, (w) => w.provider.disputeBecomes(state.dispute, 'won')],
  'disputed and lost': [openPage, paid, disputed, (w) => w.provider.disputeBecomes(state.dispute, 'lost')],
  'disputed, won, and lost after all': [
    openPage,
    paid,
    disputed,
    (w) => w.provider.disputeBecomes(state.dispute, 'won'),
    (w) => w.provider.disputeBecomes(state.dispute, 'open'),
    (w) => w.provider.disputeBecomes(state.dispute, 'lost'),
  ],
  'disputed, lost, and won after all': [
    openPage,
    paid,
    disputed,
    (w) => w.provider.disputeBecomes(state.dispute, 'lost'),
    (w) => w.provider.disputeBecomes(state.dispute, 'won'),
  ],
  'disputed, won, then refunded': [
    openPage,
    paidAndCharged,
    disputed,
    (w) => w.provider.disputeBecomes(state.dispute, 'won'),
    refunded(PRICE, 'succeeded'),
  ],
  'paid twice': [
    openPage,
    async (w) => {
      state.second = await w.page();
    },
    paid,
    (w) => w.provider.become(state.second, 'paid', 'checkout.session.completed'),
  ],
};

/** All sequences of at most `most` out of `count` messages: every order, loss and repeat of that length. */
function sequences(count: number, most: number): number[][] {
  const all: number[][] = [[]];
  for (let from = 0, length = 1; length <= most; length += 1) {
    const longest = all.slice(from);
    from = all.length;
    for (const sequence of longest) for (let next = 0; next < count; next += 1) all.push([...sequence, next]);
  }
  return all;
}

/** Every order of every subset of the messages: all losses, no repeats. */
function arrangements(count: number): number[][] {
  const all: number[][] = [];
  const extend = (taken: number[]) => {
    all.push(taken);
    for (let next = 0; next < count; next += 1) if (!taken.includes(next)) extend([...taken, next]);
  };
  extend([]);
  return all;
}

/** How many messages a story has. */
async function countOf(story: Story): Promise<number> {
  const world = new World();
  for (const step of story) await step(world);
  return world.provider.messages.length;
}

/** The next step of a schedule: the provider goes on, or message n is delivered (again). */
type Move = 'go on' | number;

/** All ways to mix a story's steps with `most` deliveries of messages that were sent before. */
async function mixed(story: Story, most: number): Promise<Move[][]> {
  const sentAfter: number[] = [];
  const world = new World();
  for (const step of story) {
    await step(world);
    sentAfter.push(world.provider.messages.length);
  }
  const all: Move[][] = [];
  const extend = (moves: Move[], steps: number, left: number) => {
    if (steps === story.length && left === 0) all.push(moves);
    if (steps < story.length) extend([...moves, 'go on'], steps + 1, left);
    if (left > 0) for (let index = 0; index < (sentAfter[steps - 1] ?? 0); index += 1) extend([...moves, index], steps, left - 1);
  };
  extend([], 0, most);
  return all;
}

async function asItHappens(story: Story, moves: readonly Move[]): Promise<string | undefined> {
  const world = new World();
  let step = 0;
  for (const move of moves) {
    if (move === 'go on') await story[step++]!(world);
    else await world.deliver(world.provider.messages[move]!, false);
  }
  await world.later();
  return world.difference();
}

let schedules = 0;
async function expectEqual<T>(all: readonly T[], run: (one: T) => Promise<string | undefined>): Promise<void> {
  for (const one of all) {
    const difference = await run(one);
    if (difference) throw new Error(`after ${JSON.stringify(one)}: ${difference}`);
  }
  schedules += all.length;
}

describe('webhooks in any order, lost, repeated, with kills in between, end in what the provider has', () => {
  it.each(Object.entries(STORIES))(
    '%s, messages after the fact',
    async (_, story) => {
      const count = await countOf(story);
      const orders = count <= 3 ? sequences(count, 6) : [...arrangements(count), ...sequences(count, 3)];
      await expectEqual(orders, (order) => late(story, order));
    },
    PATIENCE_MS,
  );

  it.each(Object.entries(STORIES))(
    '%s, messages while it happens',
    async (_, story) => {
      await expectEqual(await mixed(story, story.length > 4 ? 2 : 3), (moves) => asItHappens(story, moves));
    },
    PATIENCE_MS,
  );

  it('counts thousands of schedules', () => {
    process.stdout.write(`${schedules} schedules of webhooks\n`);
    expect(schedules).toBeGreaterThan(8_000);
  });
});

describe('without its guards the same schedules fail', () => {
  it.each(['disputed and lost', 'disputed and won', 'completed, and the money never comes'])(
    '%s: when a message is believed instead of being a reason to read',
    async (name) => {
      const story = STORIES[name]!;
      const differences: (string | undefined)[] = [];
      for (const order of sequences(2, 3)) differences.push(await late(story, order, { believing: true }));
      expect(differences.some((difference) => difference !== undefined)).toBe(true);
    },
  );

  it('when nobody looks for messages that never came', async () => {
    expect(await late(STORIES['paid at once']!, [], { reconciled: false })).toBe('page paid is pending');
  });
});

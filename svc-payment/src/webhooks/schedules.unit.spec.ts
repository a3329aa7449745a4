import { describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import { FakeProvider, type Message } from '../fake-provider.harness.ts';
import { InMemoryDatabase, partialFake, silent } from '../in-memory.harness.ts';
import { FollowDispute } from '../disputes/follow-dispute.ts';
import type { BookingLedger } from '../booking-money/booking-money.ts';
import { Reconcile } from '../reconciler/reconcile.ts';
import type { CreatePayment } from '../checkout/create-payment.ts';
import { newPaymentSession } from '../sessions/payment-session.ts';
import { SettlePayment } from '../settlement/settle-payment.ts';
import { FollowNotices } from './follow-notices.ts';

const BOOKING = idFromBytes('booking', new Uint8Array(17).fill(1));
const BUYER = idFromBytes('user', new Uint8Array(17).fill(2));
const PRICE = 5_000;
/** Long, because a busy machine is many times slower than an idle one. */
const PATIENCE_MS = 120_000;

/** svc-payment with everything real except its database and its provider. */
class World {
  readonly memory = new InMemoryDatabase();
  readonly provider = new FakeProvider(() => this.memory.clock.now());
  readonly back = this.memory.sendingBack(this.provider.port);
  readonly settle = new SettlePayment(
    this.provider.port,
    this.memory.sessionsRepository,
    this.memory.noticesRepository,
    this.back.returnMoney,
    this.memory.ledger,
    partialFake<BookingLedger>({}),
    this.memory.transactions,
    this.memory.outbox,
    this.memory.clock,
    'http://localhost',
    silent,
  );
  readonly follow = new FollowNotices(
    this.provider.port,
    this.memory.noticesRepository,
    this.memory.sessionsRepository,
    this.settle,
    this.back.returnMoney,
    new FollowDispute(this.memory.disputesRepository, this.memory.ledger, this.memory.outbox, this.memory.clock, silent),
    this.memory.transactions,
    this.memory.clock,
    silent,
  );
  readonly reconcile = new Reconcile(
    this.provider.port,
    this.memory.sessionsRepository,
    this.settle,
    partialFake<CreatePayment>({}),
    this.memory.noticesRepository,
    this.follow,
    this.memory.checkpointsRepository,
    this.memory.clock,
    silent,
  );
  private pages = 0;

  /** Opens a page for the booking and stores it. */
  async page(): Promise<string> {
    this.pages += 1;
    const reference = { bookingId: BOOKING, userId: BUYER, attempt: this.pages };
    await this.memory.sessionsRepository.add(
      newPaymentSession(
        {
          reference,
          email: 'buyer@example.org',
          host: 'http://localhost',
          item: '',
          price: { amountMinor: PRICE, currency: 'USD' },
          keptUntil: this.memory.clock.now(),
        },
        this.memory.clock.now(),
      ),
    );
    const seen = this.provider.open(BOOKING, BUYER, this.pages, PRICE);
    await this.settle.take(seen, 'created');
    return seen.checkoutSessionId;
  }

  /** Delivers a webhook. `killed`: the process dies right after its 2xx, so only what was stored remains. */
  async deliver(message: Message, killed: boolean): Promise<void> {
    this.provider.receive(message);
    const owed = await this.memory.noticesRepository.keep([message], 'webhook');
    if (killed) return;
    this.follow.begin(owed);
    await this.follow.run();
  }

  /** Advances the clock until every beat has run. */
  async later(reconciled = true): Promise<void> {
    this.memory.clock.advance({ minutes: 2 });
    await this.follow.run();
    if (reconciled) await this.reconcile.catchUp();
    await this.back.sender.run();
    this.memory.clock.advance({ minutes: 2 });
    if (reconciled) await this.reconcile.catchUp();
  }

  /** Compares our state with the provider's; they must be equal in every schedule. */
  difference(): string | undefined {
    const { memory, provider } = this;
    for (const { id, state } of provider.pages.values()) {
      const status = [...memory.sessions.values()].find(({ page }) => page?.checkoutSessionId === id)?.status;
      const expected = { open: 'pending', processing: 'processing', paid: 'settled', failed: 'failed', expired: 'expired' }[state];
      if (status !== expected) return `page ${state} is ${status}`;
    }
    for (const id of provider.pages.keys()) {
      const intent = id.replace('cs_', 'pi_');
      const ours = memory.held(intent);
      if (ours !== provider.held(intent)) return `the ledger holds ${ours}, the provider ${provider.held(intent)}`;
    }
    for (const seen of provider.refunds.values()) {
      const status = [...memory.refunds.values()].find(({ providerRefundId }) => providerRefundId === seen.providerRefundId)?.status;
      if (status !== seen.state) return `refund ${seen.state} is ${status}`;
    }
    for (const seen of provider.disputes.values()) {
      const state = memory.disputes.get(seen.disputeId)?.state;
      if (state !== seen.state) return `dispute ${seen.state} is ${state}`;
    }
    const paid = [...provider.pages.values()].filter(({ state }) => state === 'paid').length;
    const told = memory.facts.filter(({ type }) => type === sessionSettledV1.type).length;
    if (told !== Math.min(1, paid)) return `told ${told} times that the booking is paid`;
    const ended = memory.facts.filter(({ type }) => type === sessionEndedV1.type).length;
    if (paid === 0 && ended > 1) return `told ${ended} times that a page ended`;
    const owed = [...memory.notices.values()].filter(({ done }) => !done).length;
    return owed === 0 ? undefined : `${owed} notices are owed`;
  }
}

/** What happens at the provider, step by step; each step may send messages. */
type Story = readonly ((world: World) => void | Promise<void>)[];
const state = { page: '', second: '', refund: '', dispute: '' };
const intent = () => state.page.replace('cs_', 'pi_');
const openPage = async (world: World) => {
  state.page = await world.page();
};
const paid = (world: World) => world.provider.become(state.page, 'paid', 'checkout.session.completed');
const paidAndCharged = (world: World) => world.provider.become(state.page, 'paid', 'checkout.session.completed', 'charge.succeeded');
const paidLoudly = (world: World) =>
  world.provider.become(state.page, 'paid', 'payment_intent.succeeded', 'checkout.session.completed', 'charge.succeeded');

const refunded = (amountMinor: number, outcome: 'succeeded' | 'pending') => (world: World) => {
  state.refund = world.provider.refund(intent(), amountMinor, outcome).providerRefundId;
};
const disputed = (world: World) => {
  state.dispute = world.provider.dispute(intent(), PRICE);
};

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
  'disputed and won': [openPage, paid, disputed, (w) => w.provider.closeDispute(state.dispute, 'won')],
  'disputed and lost': [openPage, paid, disputed, (w) => w.provider.closeDispute(state.dispute, 'lost')],
  'disputed, won, then refunded': [
    openPage,
    paidAndCharged,
    disputed,
    (w) => w.provider.closeDispute(state.dispute, 'won'),
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

interface Run {
  readonly believing?: boolean;
  readonly reconciled?: boolean;
}

/** All messages arrive at the end, in one order; every second one right before a kill. */
async function late(
  story: Story,
  order: readonly number[],
  { believing = false, reconciled = true }: Run = {},
): Promise<string | undefined> {
  const world = new World();
  world.provider.believing = believing;
  for (const step of story) await step(world);
  const messages = [...world.provider.messages];
  for (const [place, index] of order.entries()) await world.deliver(messages[index]!, place % 2 === 1);
  await world.later(reconciled);
  return world.difference();
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

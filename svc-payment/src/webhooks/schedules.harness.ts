import { idFromBytes } from '@concert/contracts/core/ids';
import { sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import { FakeProvider, type Message } from '../fake-provider.harness.ts';
import { InMemoryDatabase, partialFake, silent } from '../in-memory.harness.ts';
import { FollowDispute } from '../disputes/follow-dispute.ts';
import type { HttpBookingMoney } from '../booking-money/http-booking-money.ts';
import { Reconcile } from '../reconciler/reconcile.ts';
import type { CreatePayment } from '../checkout/create-payment.ts';
import { newPaymentSession } from '../sessions/payment-session.ts';
import { SettlePayment } from '../settlement/settle-payment.ts';
import { FollowNotices } from './follow-notices.ts';

const BOOKING = idFromBytes('booking', new Uint8Array(17).fill(1));
const BUYER = idFromBytes('user', new Uint8Array(17).fill(2));
export const PRICE = 5_000;

/** svc-payment with everything real except its database and its provider. */
export class World {
  readonly memory = new InMemoryDatabase();
  readonly provider = new FakeProvider(() => this.memory.clock.now());
  readonly back = this.memory.sendingBack(this.provider.port);
  readonly settle = new SettlePayment(
    this.provider.port,
    this.memory.sessionsRepository,
    this.memory.noticesRepository,
    this.back.returnMoney,
    this.memory.ledger,
    partialFake<HttpBookingMoney>({}),
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
export type Story = readonly ((world: World) => void | Promise<void>)[];
export const state = { page: '', second: '', refund: '', dispute: '' };
const intent = () => state.page.replace('cs_', 'pi_');
export const openPage = async (world: World) => {
  state.page = await world.page();
};
export const paid = (world: World) => world.provider.become(state.page, 'paid', 'checkout.session.completed');
export const paidAndCharged = (world: World) => world.provider.become(state.page, 'paid', 'checkout.session.completed', 'charge.succeeded');
export const paidLoudly = (world: World) =>
  world.provider.become(state.page, 'paid', 'payment_intent.succeeded', 'checkout.session.completed', 'charge.succeeded');

export const refunded = (amountMinor: number, outcome: 'succeeded' | 'pending') => (world: World) => {
  state.refund = world.provider.refund(intent(), amountMinor, outcome).providerRefundId;
};
export const disputedFor = (amountMinor: number) => (world: World) => {
  state.dispute = world.provider.dispute(intent(), amountMinor);
};
export const disputed = disputedFor(PRICE);

interface Run {
  readonly believing?: boolean;
  readonly reconciled?: boolean;
}

/** All messages arrive at the end, in one order; every second one right before a kill. */
export async function late(
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

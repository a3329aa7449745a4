import { SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import { DAY_MS, MINUTE_MS } from '@concert/contracts/core/durations';
import { fraudWarnedV1 } from '@concert/contracts/payment/fraud';
import { Account } from '@concert/stand-ins/stripe/account';
import { ALL_PAYMENT_METHODS } from '@concert/stand-ins/stripe/account-options';
import { TEST_CARDS } from '@concert/stand-ins/stripe/cards';
import { StripeFault } from '@concert/stand-ins/stripe/errors';
import { expandAll } from '@concert/stand-ins/stripe/expansion';
import { faultsSchema } from '@concert/stand-ins/stripe/faults';
import {
  DISPUTE_STATUSES,
  PAYOUT_STATUSES,
  type BalanceTransaction,
  type Charge,
  type EarlyFraudWarning,
} from '@concert/stand-ins/stripe/objects';
import { Store } from '@concert/stand-ins/stripe/store';
import { numberedId } from '@concert/test-kit/numbered';
import { numbersFrom } from '@concert/test-kit/numbers';
import type Stripe from 'stripe';
import type { Met } from '../failing-provider.harness.ts';
import { InMemoryDatabase, partialFake, silent } from '../in-memory.harness.ts';
import { ProviderUnavailableError, type PaymentProvider, type ProviderFraudWarning } from '../provider/payment-provider.ts';
import { balanceOf, movementOf, payoutOf, warningOf } from '../provider/stripe-objects.ts';
import { booksOf, sumOfLines } from './books.ts';
import { FollowAccount } from './follow-account.ts';

/*
 * The account of a shop over some weeks, on the rules of the stand-in itself and with everything of ours real but the database. A seed draws
 * what buyers, banks and organisers do, in which currency the account is kept, what becomes visible late, and where a reading dies.
 */

const MAX_STEPS = 40;
const LATE_MS = 55 * MINUTE_MS;
const KEPT_IN = ['usd', 'eur', 'inr'];

/** What makes the books close: with any of it left out, some have to stay open. */
export type Guard = 'reading the last hour again' | 'finding out later whose a payment is' | 'comparing the balance before and after';

/** A movement that can be seen for so long, and is not kept, is lost. */
const LOOK_BACK_MS = 10 * MINUTE_MS;
/** Lines by the provider's reporting category, as its own report of the balance adds them up. */
const REPORTED: readonly (readonly [line: 'charged' | 'refunded' | 'lost' | 'paid out', category: RegExp])[] = [
  ['charged', /^charge$/],
  ['refunded', /^refund/],
  ['lost', /^dispute/],
  ['paid out', /^payout/],
];

/** A process dies. */
class Killed extends Error {}

class AccountLife {
  private readonly memory = new InMemoryDatabase();
  private readonly store = new Store(undefined, () => this.now());
  private readonly roll: () => number;
  private readonly account: Account;
  /** When each movement was made, and from when it can be seen. */
  private readonly times = new Map<string, { readonly madeAt: number; readonly visibleFrom: number }>();
  private readonly found: string[] = [];
  private follower: FollowAccount;
  private trouble = true;
  private sold = 0;

  constructor(
    seed: number,
    private readonly met: Met,
    private readonly without: Guard | undefined,
  ) {
    this.roll = numbersFrom(seed);
    this.account = new Account({
      ...{ store: this.store, now: () => this.now(), lateMs: DAY_MS, dashboard: ALL_PAYMENT_METHODS },
      emit: () => '',
      faults: () => faultsSchema.parse({}),
      publicUrl: () => 'http://localhost',
    });
    this.follower = this.process();
  }

  async play(): Promise<string[]> {
    const steps = 3 + Math.floor(this.roll() * MAX_STEPS);
    for (let step = 0; step < steps; step += 1) {
      this.happen();
      this.memory.clock.advance({ milliseconds: Math.floor(this.roll() ** 4 * 3 * DAY_MS) });
      this.account.runDue();
      this.hideSome();
      if (this.roll() < 0.5) await this.beat();
    }
    this.trouble = false;
    for (const minutes of [55, 11]) {
      this.memory.clock.advance({ minutes });
      await this.beat();
    }
    await this.compare();
    return this.found;
  }

  /** Reads all that moved in another order and in other groups, into an empty database. @returns the books, as text */
  async booksIn(order: () => number): Promise<string> {
    const memory = new InMemoryDatabase();
    memory.clock.advance({ milliseconds: this.now() - memory.clock.now().getTime() });
    const places = new Map(this.rows().map(({ id }) => [id, order()]));
    const rows = this.rows().toSorted((a, b) => places.get(a.id)! - places.get(b.id)!);
    let seen: BalanceTransaction[] = [];
    const follower = followerOf(
      memory,
      this.port(() => seen),
    );
    for (let from = 0; from < rows.length;) {
      const to = from + 1 + Math.floor(order() * 5);
      seen = rows.slice(order() < 0.3 ? 0 : from, to);
      // As if nothing had been read: every order is a first reading.
      memory.checkpoints.clear();
      await follower.follow();
      from = to;
    }
    const cells = await memory.booksRepository.cells('UTC', memory.clock.now());
    return JSON.stringify(booksOf(cells, memory.reading?.balance ?? []));
  }

  private now(): number {
    return this.memory.clock.now().getTime();
  }

  private count(what: string): void {
    this.met.set(what, (this.met.get(what) ?? 0) + 1);
  }

  /** A whole number from 1 on. */
  private upTo(most: number): string {
    return String(1 + Math.floor(this.roll() * most));
  }

  private rows(): BalanceTransaction[] {
    return this.store.list('transactions');
  }

  /** One thing that buyers, banks or organisers do. */
  private happen(): void {
    const of = <T>(some: readonly T[]) => some[Math.floor(this.roll() * some.length)];
    const charge = of(this.store.list('charges').filter(({ status }) => status === 'succeeded'));
    const payout = of(this.store.list('payouts'));
    const { account } = this;
    const isDisputed = this.store.list('disputes').some((dispute) => dispute.charge === charge?.id);
    const acts: readonly (readonly [weight: number, what: string, act: () => unknown])[] = [
      [8, 'a sale', () => this.sell(of(SEATINGS))],
      [1, 'a sale of another shop', () => this.sell(undefined)],
      [3, 'a part sent back', () => charge && account.refund({ charge: charge.id, amount: this.upTo(charge.amount) })],
      [1, 'all that is left sent back', () => charge && account.refund({ charge: charge.id })],
      [2, 'a dispute', () => charge && !isDisputed && account.disputes.open(charge.id, { inquiry: this.roll() < 0.3 })],
      [4, 'another word of a bank', () => charge && isDisputed && account.disputes.become(charge.id, of(DISPUTE_STATUSES)!)],
      [2, 'a payout', () => account.balance.payOut({})],
      [3, 'a payout that changes', () => payout && account.balance.endPayout(payout.id, of(PAYOUT_STATUSES)!)],
      [1, 'another currency', () => account.balance.settleIn({ currency: of(KEPT_IN)!, rate: 0.5 + this.roll() * 90 })],
      [1, 'a warning', () => charge && account.balance.warn(charge.id)],
    ];
    let left = this.roll() * acts.reduce((sum, [weight]) => sum + weight, 0);
    const [, what, act] = acts.find(([weight]) => (left -= weight) < 0)!;
    try {
      if (act()) this.count(what);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      this.count('refused by the provider');
    }
    this.hideSome();
  }

  private sell(seating: Seating | undefined): unknown {
    this.sold += 1;
    const tickets = this.upTo(6);
    const reference = { bookingId: numberedId('booking', this.sold), userId: numberedId('user', 1), attempt: '1' };
    const price = { currency: 'usd', unit_amount: String(100 + Math.floor(this.roll() * 25_000)), product_data: { name: 'Seats' } };
    const page = this.account.sessions.create({
      ...{ mode: 'payment', success_url: 'http://localhost/', line_items: [{ quantity: tickets, price_data: price }] },
      ...(seating ? { payment_intent_data: { metadata: { ...reference, seating, tickets } } } : {}),
    });
    const card = TEST_CARDS[Math.floor(this.roll() * TEST_CARDS.length)]!;
    return this.account.payments.pay(page, { card, email: null });
  }

  /** Some of what is new becomes visible late, in any order. */
  private hideSome(): void {
    for (const { id } of this.rows()) {
      if (this.times.has(id)) continue;
      const isLate = this.trouble && this.roll() < 0.3;
      if (isLate) this.count('visible late');
      this.times.set(id, { madeAt: this.now(), visibleFrom: this.now() + (isLate ? this.roll() * LATE_MS : 0) });
    }
  }

  /** One beat of a process, which may be a new one, or of two at once. */
  private async beat(): Promise<void> {
    if (this.trouble && this.roll() < 0.2) this.follower = this.process();
    const beats = this.trouble && this.roll() < 0.2 ? [this.follower, this.process()] : [this.follower];
    const before = this.memory.reading;
    for (const ended of await Promise.allSettled(beats.map((follower) => follower.follow()))) {
      if (ended.status === 'fulfilled') continue;
      if (!(ended.reason instanceof Killed || ended.reason instanceof ProviderUnavailableError)) throw ended.reason;
    }
    if (this.memory.reading !== before) await this.judgeReading();
  }

  /** A balance is told with the movements that it is made of, but for those that cannot be seen yet. */
  private async judgeReading(): Promise<void> {
    const { at, balance } = this.memory.reading!;
    const unread = this.rows().filter(({ id }) => {
      const readAt = this.memory.movements.get(id)?.readAt;
      return this.times.get(id)!.madeAt <= at.getTime() && !(readAt && readAt <= at);
    });
    if (unread.some(({ id }) => this.times.get(id)!.visibleFrom <= at.getTime() - LOOK_BACK_MS))
      this.found.push('a movement that could be seen for ten minutes is lost');
    for (const { currency, differenceMinor } of booksOf(await this.memory.booksRepository.cells('UTC', at), balance)) {
      const missing = unread.reduce((sum, { net, currency: its }) => sum + (its.toUpperCase() === currency ? net : 0), 0);
      if (differenceMinor !== missing) this.found.push(`a difference of ${differenceMinor} ${currency}, where ${missing} is to come`);
    }
  }

  private process(): FollowAccount {
    const { memory } = this;
    const { booksRepository: kept } = memory;
    const blind: Partial<typeof kept> = {
      unknownOf: (movements) => Promise.resolve(movements.filter(({ id }) => !memory.movements.has(id))),
      keep: async (movements, owners, readAt) => {
        const before = new Map(memory.movements);
        await kept.keep(movements, owners, readAt);
        for (const [id, row] of before) memory.movements.set(id, row);
      },
    };
    const books = this.without === 'finding out later whose a payment is' ? partialFake<typeof kept>({ ...kept, ...blind }) : kept;
    const port = this.port(() => this.rows().filter(({ id }) => this.times.get(id)!.visibleFrom <= this.now()));
    return followerOf(memory, port, books);
  }

  /** The provider, on the stand-in's own rules. @param seen the movements that it lists */
  private port(seen: () => readonly BalanceTransaction[]): PaymentProvider {
    let stale: Stripe.Balance | undefined;
    return partialFake<PaymentProvider>({
      balance: async () => {
        await this.meet();
        const now = this.account.balance.read() as unknown as Stripe.Balance;
        const said = this.without === 'comparing the balance before and after' && stale ? stale : now;
        stale = stale ? undefined : now;
        return balanceOf(said);
      },
      movementsSince: (since) => this.list(seen(), since),
      payouts: () => Promise.resolve(this.store.list('payouts').map((payout) => payoutOf(payout as unknown as Stripe.Payout))),
      fraudWarningsSince: (since) => listed(this.store.list('warnings').filter(({ created }) => created >= secondOf(since))),
    });
  }

  private async *list(rows: readonly BalanceTransaction[], since: Date): AsyncIterable<ReturnType<typeof movementOf>> {
    const mark = this.without === 'reading the last hour again' ? this.memory.checkpoints.get('account') : undefined;
    for (const row of rows) {
      if (row.created < secondOf(mark ?? since)) continue;
      await this.meet();
      if (this.trouble && this.roll() < 0.02) this.happen();
      const expanded = expandAll(this.store, row, ['source']) as Stripe.BalanceTransaction;
      yield movementOf(expanded);
      if (this.trouble && this.roll() < 0.1) yield movementOf(expanded);
    }
  }

  /** A call takes its time, and may be the last of its process, or find the provider away. */
  private async meet(): Promise<void> {
    await Promise.resolve();
    this.memory.clock.advance({ milliseconds: 1 });
    if (!this.trouble || this.roll() > 0.02) return;
    if (this.roll() < 0.5) throw new ProviderUnavailableError('away');
    this.count('killed while it read');
    throw new Killed();
  }

  private chargeOf({ source }: BalanceTransaction): Charge | undefined {
    const about = this.store.get('refunds', source) ?? this.store.get('disputes', source);
    return this.store.get('charges', about?.charge ?? source);
  }

  /** At the end the books say what the provider's own report of its balance says, to the cent. */
  private async compare(): Promise<void> {
    const { memory } = this;
    const note = (what: string, is: unknown, should: unknown) => {
      if (JSON.stringify(is) !== JSON.stringify(should)) this.found.push(`${what}: ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
    };
    const cells = await memory.booksRepository.cells('UTC', memory.reading!.at);
    const books = booksOf(cells, memory.reading!.balance);
    for (const { currency, lines, days, categories, balance, differenceMinor } of books) {
      const rows = this.rows().filter((row) => row.currency.toUpperCase() === currency);
      const { available, pending } = this.account.balance.read();
      const there = (of: typeof pending) => of.find((row) => row.currency.toUpperCase() === currency)?.amount;
      note('balance', [balance.availableMinor, balance.pendingMinor, differenceMinor], [there(available), there(pending), 0]);
      note('lines', lines, this.report(rows));
      for (const { day, lines: own } of days)
        note(day, own, this.report(rows.filter(({ created }) => new Date(created * 1_000).toISOString().startsWith(day))));
      for (const { category, lines: own } of categories)
        note(`${category}`, own, this.report(rows.filter((row) => (this.chargeOf(row)?.metadata['seating'] ?? null) === category)));
      const nets = rows.reduce((sum, { net }) => sum + net, 0);
      note('sum', sumOfLines(lines), nets);
    }
    if (books.length > 1) this.count('several currencies');
    const held = new Map((await memory.booksRepository.held()).map((row) => [row.paymentIntentId, row.heldMinor]));
    const ours = this.store.list('charges').filter(({ status, metadata }) => status === 'succeeded' && metadata['bookingId']);
    for (const { id, payment_intent: intent, amount, amount_refunded: refunded } of ours) {
      const taken = this.store.list('disputes').filter(({ charge }) => charge === id);
      const lost = taken.flatMap((dispute) => dispute.balance_transactions.map((row) => Math.sign(row.amount) * dispute.amount));
      note('held of a payment', held.get(intent), amount - refunded + lost.reduce((sum, minor) => sum + minor, 0));
    }
    const warned = this.store.list('warnings').filter(({ charge }) => ours.some(({ id }) => id === charge));
    note('warnings', [...memory.warnings.keys()].sort(), warned.map(({ id }) => id).sort());
    const told = memory.facts.filter(({ type }) => type === fraudWarnedV1.type).length;
    note('told at most once', told <= warned.length, true);
  }

  /** What the provider's report says of some movements, by its categories, in the words of the books. */
  private report(rows: readonly BalanceTransaction[]): Record<string, number> {
    const lines = { charged: 0, refunded: 0, lost: 0, 'dispute fees': 0, 'provider fees': 0, 'paid out': 0, other: 0 };
    for (const row of rows) {
      const line = REPORTED.find(([, category]) => category.test(row.reporting_category))![0];
      if (line !== 'paid out' && !this.chargeOf(row)?.metadata['bookingId']) {
        lines.other += row.net;
        continue;
      }
      lines[line] += row.amount;
      lines[line === 'lost' ? 'dispute fees' : 'provider fees'] -= row.fee;
    }
    return lines;
  }
}

function followerOf(memory: InMemoryDatabase, port: PaymentProvider, books = memory.booksRepository): FollowAccount {
  const { checkpointsRepository, transactions, outbox, clock } = memory;
  return new FollowAccount(port, books, checkpointsRepository, transactions, outbox, clock, silent);
}

const secondOf = (at: Date) => Math.floor(at.getTime() / 1_000);

async function* listed(warnings: readonly EarlyFraudWarning[]): AsyncIterable<ProviderFraudWarning> {
  for (const warning of warnings) yield warningOf(warning as unknown as Stripe.Radar.EarlyFraudWarning);
}

/**
 * Plays accounts one after the other.
 * @param without a guard that is left out, as a control
 * @returns what was wrong, with the seed, and what happened how often
 */
export async function playAccounts(
  from: number,
  count: number,
  without?: Guard,
): Promise<{ readonly faults: string[]; readonly met: Met }> {
  const met: Met = new Map();
  const faults: string[] = [];
  for (let seed = from; seed < from + count; seed += 1)
    faults.push(...(await new AccountLife(seed, met, without).play()).map((fault) => `seed ${seed}: ${fault}`));
  return { faults, met };
}

/** Reads the movements of one account in many orders. @returns how many different books came of it: 1 */
export async function booksInOrders(seed: number, orders: number): Promise<number> {
  const life = new AccountLife(seed, new Map(), undefined);
  await life.play();
  const books = new Set<string>();
  for (let order = 0; order < orders; order += 1) books.add(await life.booksIn(numbersFrom(seed + order)));
  return books.size;
}

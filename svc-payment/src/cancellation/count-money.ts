import type { DryRun, MoneyDifference } from '@concert/contracts/payment/cancellation';
import { money } from '@concert/contracts/core/money';
import type { Clock } from '@concert/service-kit/process/clock';
import type { FollowAccount } from '../books/follow-account.ts';
import type { MongoBooks } from '../books/mongo-books.ts';
import { lostToBank, takenByBank } from '../disputes/dispute.ts';
import type { MongoDisputes } from '../disputes/mongo-disputes.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { MongoCheckpoints } from '../reconciler/mongo-checkpoints.ts';
import { CANCELLED_CHECKPOINT } from '../reconciler/reconcile.ts';
import type { MongoRefunds } from '../refunds/rules/mongo-refunds.ts';
import { refundedMinor, isGift, isLive } from '../refunds/rules/refund.ts';
import { refundableMinor, refundsOfSession } from '../refunds/rules/refundable.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import { confirmationOf } from './run.ts';

const DIFFERENCES_NAMED = 100;

interface Owed {
  readonly bookingId: MoneyDifference['bookingId'];
  readonly minor: number;
}

interface Sum {
  count: number;
  minor: number;
}

/** Our payments by what can be done with them. */
interface Ours {
  readonly owed: Map<string, Owed>;
  readonly disputed: Sum;
  readonly lost: Sum;
  /** By payment: what of it was given to the welfare work. */
  readonly given: Map<string, number>;
  arriving: number;
}

/** Counts what a run would send back, and what the provider holds. It moves no money. */
export class CountMoney {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly refunds: MongoRefunds,
    private readonly disputes: MongoDisputes,
    private readonly provider: Pick<PaymentProvider, 'balance'>,
    private readonly account: Pick<FollowAccount, 'follow'>,
    private readonly books: Pick<MongoBooks, 'held'>,
    private readonly checkpoints: MongoCheckpoints,
    private readonly clock: Clock,
  ) {}

  /** Whether the concert is cancelled, as far as svc-payment has heard. */
  async isCancelled(): Promise<boolean> {
    return (await this.checkpoints.read(CANCELLED_CHECKPOINT)) !== undefined;
  }

  /** @throws ProviderUnavailableError when the provider cannot be read */
  async count(): Promise<DryRun> {
    const { owed, disputed, lost, given, arriving } = await this.ours();
    const held = await this.theirs(given);
    const differences = differencesOf(owed, held);
    const total = sumOf(owed);
    return {
      at: this.clock.now().toISOString(),
      concertCancelled: await this.isCancelled(),
      count: owed.size,
      total: money(total),
      provider: { count: held.size, total: money(sumOf(held)) },
      equal: differences.length === 0,
      differences: differences.slice(0, DIFFERENCES_NAMED),
      differenceCount: differences.length,
      disputed: viewOf(disputed),
      lost: viewOf(lost),
      given: viewOf({ count: given.size, minor: [...given.values()].reduce((sum, minor) => sum + minor, 0) }),
      arriving,
      balance: [...(await this.provider.balance())],
      confirmation: confirmationOf(owed.size),
    };
  }

  /** What a run would send back by our own records alone, in cents. */
  async owed(): Promise<{ readonly count: number; readonly totalMinor: number }> {
    const { owed } = await this.ours();
    return { count: owed.size, totalMinor: sumOf(owed) };
  }

  private async theirs(given: ReadonlyMap<string, number>): Promise<Map<string, Owed>> {
    await this.account.follow();
    const held = new Map<string, Owed>();
    for (const { paymentIntentId, bookingId, heldMinor } of await this.books.held()) {
      const left = heldMinor - (given.get(paymentIntentId) ?? 0);
      if (left > 0) held.set(paymentIntentId, { bookingId, minor: left });
    }
    return held;
  }

  private async ours(): Promise<Ours> {
    const ours: Ours = { owed: new Map(), disputed: { count: 0, minor: 0 }, lost: { count: 0, minor: 0 }, given: new Map(), arriving: 0 };
    for await (const page of this.sessions.pagesHoldingMoney()) {
      const ids = page.map(({ bookingId }) => bookingId);
      const [refunds, disputes] = await Promise.all([this.refunds.ofBookings(ids), this.disputes.ofBookings(ids)]);
      for (const session of page) {
        if (!session.received) continue;
        const { paymentIntentId } = session.received;
        const lost = lostToBank(paymentIntentId, disputes);
        add(ours.lost, lost);
        add(ours.disputed, takenByBank(paymentIntentId, disputes) - lost);
        const own = refunds.filter(({ bookingId }) => bookingId === session.bookingId);
        const givenMinor = refundedMinor(refundsOfSession(session, own).filter(isGift));
        if (givenMinor > 0) ours.given.set(paymentIntentId, givenMinor);
        const left = refundableMinor(session, own, disputes);
        if (left <= 0 || own.some((refund) => isLive(refund) && refund.checkoutSessionId === session.page?.checkoutSessionId)) continue;
        ours.owed.set(paymentIntentId, { bookingId: session.bookingId, minor: left });
        if (session.standing === 'kept') ours.arriving += 1;
      }
    }
    return ours;
  }
}

function add(sum: Sum, minor: number): void {
  if (minor === 0) return;
  sum.count += 1;
  sum.minor += minor;
}

function viewOf({ count, minor }: Sum): DryRun['lost'] {
  return { count, total: money(minor) };
}

function sumOf(rows: ReadonlyMap<string, Owed>): number {
  let sum = 0;
  for (const { minor } of rows.values()) sum += minor;
  return sum;
}

/** The payments that only one side has, or that differ between the sides. */
export function differencesOf(ours: ReadonlyMap<string, Owed>, theirs: ReadonlyMap<string, Owed>): MoneyDifference[] {
  const found: MoneyDifference[] = [];
  for (const [paymentIntentId, { bookingId, minor }] of ours) {
    const there = theirs.get(paymentIntentId);
    if (there?.minor !== minor)
      found.push({
        bookingId,
        paymentIntentId,
        kind: there ? 'another amount' : 'only with us',
        oursMinor: minor,
        providerMinor: there?.minor ?? 0,
      });
  }
  for (const [paymentIntentId, { bookingId, minor }] of theirs) {
    if (!ours.has(paymentIntentId))
      found.push({ bookingId, paymentIntentId, kind: 'only at the provider', oursMinor: 0, providerMinor: minor });
  }
  return found;
}

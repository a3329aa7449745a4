import type { DryRun, MoneyDifference } from '@concert/contracts/payment/cancellation';
import { money } from '@concert/contracts/core/money';
import type { Clock } from '@concert/service-kit/clock';
import type { DisputesRepository } from '../disputes/disputes.repository.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { MarksRepository } from '../reconciler/marks.repository.ts';
import { CANCELLED_MARK } from '../reconciler/reconcile.ts';
import type { RefundsRepository } from '../refunds/refunds.repository.ts';
import { isLive } from '../refunds/refund.ts';
import { leftOf } from '../refunds/return-money.ts';
import { sessionKey } from '../sessions/payment-session.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import { confirmationOf, type GatherMark } from './run.ts';

const PAGE = 200;
const DIFFERENCES_NAMED = 100;

interface Owed {
  readonly bookingId: MoneyDifference['bookingId'];
  readonly minor: number;
}

/** Counts what a run would send back, and what the provider holds. Moves nothing. */
export class CountMoney {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly refunds: RefundsRepository,
    private readonly disputes: DisputesRepository,
    private readonly provider: PaymentProvider,
    private readonly marks: MarksRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws ProviderUnavailableError when the provider cannot be read */
  async count(): Promise<DryRun> {
    const { owed, disputed, arriving } = await this.ours();
    const held = new Map<string, Owed>();
    for await (const payment of this.provider.payments()) {
      const left = payment.captured.amountMinor - payment.returnedMinor;
      if (payment.bookingId !== undefined && left > 0) held.set(payment.paymentIntentId, { bookingId: payment.bookingId, minor: left });
    }
    const differences = differencesOf(owed, held);
    const total = sumOf(owed);
    return {
      at: this.clock.now().toISOString(),
      concertCancelled: (await this.marks.read(CANCELLED_MARK)) !== undefined,
      count: owed.size,
      total: money(total),
      provider: { count: held.size, total: money(sumOf(held)) },
      equal: differences.length === 0,
      differences: differences.slice(0, DIFFERENCES_NAMED),
      differenceCount: differences.length,
      disputed,
      arriving,
      confirmation: confirmationOf(owed.size),
    };
  }

  private async ours(): Promise<{ owed: Map<string, Owed>; disputed: number; arriving: number }> {
    const owed = new Map<string, Owed>();
    let disputed = 0;
    let arriving = 0;
    let after: GatherMark | undefined;
    for (;;) {
      const page = await this.sessions.holdingMoney(after, PAGE);
      const ids = page.map(({ bookingId }) => bookingId);
      const [refunds, inDispute] = await Promise.all([this.refunds.ofBookings(ids), this.disputes.openAmong(ids)]);
      for (const session of page) {
        after = { openedAt: session.openedAt, key: sessionKey(session.bookingId, session.attempt) };
        const own = refunds.filter(({ bookingId }) => bookingId === session.bookingId);
        const left = leftOf(session, own);
        if (left <= 0 || !session.received || own.some((refund) => isLive(refund) && refund.checkoutSessionId === session.page?.checkoutSessionId)) continue;
        owed.set(session.received.paymentIntentId, { bookingId: session.bookingId, minor: left });
        if (session.standing === 'kept') arriving += 1;
        if (inDispute.has(session.bookingId)) disputed += 1;
      }
      if (page.length < PAGE) return { owed, disputed, arriving };
    }
  }
}

function sumOf(rows: ReadonlyMap<string, Owed>): number {
  let sum = 0;
  for (const { minor } of rows.values()) sum += minor;
  return sum;
}

/** What one side has and the other has not, or has otherwise. */
export function differencesOf(ours: ReadonlyMap<string, Owed>, theirs: ReadonlyMap<string, Owed>): MoneyDifference[] {
  const found: MoneyDifference[] = [];
  for (const [paymentIntentId, { bookingId, minor }] of ours) {
    const there = theirs.get(paymentIntentId);
    if (there?.minor !== minor) found.push({ bookingId, paymentIntentId, kind: there ? 'another amount' : 'only with us', oursMinor: minor, providerMinor: there?.minor ?? 0 });
  }
  for (const [paymentIntentId, { bookingId, minor }] of theirs) {
    if (!ours.has(paymentIntentId)) found.push({ bookingId, paymentIntentId, kind: 'only at the provider', oursMinor: 0, providerMinor: minor });
  }
  return found;
}

import { HOUR_MS, MINUTE_MS } from '@concert/contracts/core/durations';
import { money } from '@concert/contracts/core/money';
import { fraudWarnedV1 } from '@concert/contracts/payment/fraud';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { Clock } from '@concert/service-kit/process/clock';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import {
  ProviderUnavailableError,
  type BalanceMovement,
  type PaymentProvider,
  type ProviderBalance,
  type ProviderFraudWarning,
} from '../provider/payment-provider.ts';
import type { MongoCheckpoints } from '../reconciler/mongo-checkpoints.ts';
import { oursSince } from '../reconciler/reconcile.ts';
import type { HeldPayment, MongoBooks, PaymentOwner } from './mongo-books.ts';

const MARK = 'account';
const EVER = new Date(0);
/** So often the last hour is read again, as a movement may become visible so late; in between a few minutes, because in a rush an hour has thousands. */
const LOOK_BACK_EVERY_MS = 10 * MINUTE_MS;
const LOOK_BACK_MS = HOUR_MS + LOOK_BACK_EVERY_MS;
const MOSTLY_LATE_MS = 5 * MINUTE_MS;
/** Movements kept in one write. */
const TOGETHER = 100;
/** In a rush the balance changes while it is read: then the next beat tries again. */
const TRIES = 3;

/** Reads what moved on the account at the provider, and what lies on it. Every step may be repeated. */
export class FollowAccount {
  private lookedBackAt = -Infinity;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly books: MongoBooks,
    private readonly checkpoints: Pick<MongoCheckpoints, 'read' | 'write'>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** One beat. While the provider is away there is nothing to follow. */
  async run(): Promise<void> {
    try {
      await this.follow();
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError)) throw error;
      this.log.warn('the account cannot be read, it is read later', { dependency: 'stripe' });
    }
  }

  /**
   * Keeps every movement that is new, and the balance where none came while it was read: only then both can be compared.
   * @throws ProviderUnavailableError when the provider cannot be read
   */
  async follow(): Promise<void> {
    const startedAt = this.clock.now();
    const since = await this.readFrom(startedAt);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await this.provider.balance();
      await this.keepMovements(since);
      const at = this.clock.now();
      const balance = await this.provider.balance();
      if (totals(before) !== totals(balance)) continue;
      await this.books.noteReading({ at, balance, payouts: await this.provider.payouts() });
      break;
    }
    await this.tellWarnings(since);
    await this.checkpoints.write(MARK, startedAt);
    if (since.getTime() <= startedAt.getTime() - LOOK_BACK_MS) this.lookedBackAt = startedAt.getTime();
  }

  private async readFrom(now: Date): Promise<Date> {
    const mark = await this.checkpoints.read(MARK);
    if (!mark) return EVER;
    // Without its sign, because a clock may be set back.
    const late = Math.abs(now.getTime() - this.lookedBackAt) >= LOOK_BACK_EVERY_MS ? LOOK_BACK_MS : MOSTLY_LATE_MS;
    return new Date(Math.min(mark.getTime(), now.getTime()) - late);
  }

  private async keepMovements(since: Date): Promise<void> {
    const ours = await oursSince(this.checkpoints);
    const some: BalanceMovement[] = [];
    const keep = async () => {
      const fresh = await this.books.unknownOf(some.splice(0));
      await this.books.keep(fresh, await this.ownersIn(fresh, ours), this.clock.now());
    };
    for await (const movement of this.provider.movementsSince(since)) {
      some.push(movement);
      if (some.length >= TOGETHER) await keep();
    }
    await keep();
  }

  private async ownersIn(movements: readonly BalanceMovement[], ours: Date): Promise<Map<string, PaymentOwner>> {
    const owners = await this.books.ownersOf([...new Set(movements.flatMap(({ paymentIntentId }) => paymentIntentId ?? []))]);
    for (const { paymentIntentId, bookingId, category, createdAt } of movements)
      if (paymentIntentId && bookingId && createdAt >= ours) owners.set(paymentIntentId, { bookingId, category: category ?? null });
    return owners;
  }

  private async tellWarnings(since: Date): Promise<void> {
    const seen: ProviderFraudWarning[] = [];
    for await (const warning of this.provider.fraudWarningsSince(since)) seen.push(warning);
    const unknown = await this.books.unknownWarnings(seen);
    if (unknown.length === 0) return;
    const held = await this.books.held(unknown.map(({ paymentIntentId }) => paymentIntentId));
    for (const warning of unknown) {
      const payment = held.find(({ paymentIntentId }) => paymentIntentId === warning.paymentIntentId);
      if (payment) await this.tell(warning, payment);
    }
  }

  private async tell({ id, warnedAt, isActionable }: ProviderFraudWarning, payment: HeldPayment): Promise<void> {
    const { bookingId, paymentIntentId, heldMinor } = payment;
    try {
      await this.transactions.run(async (transaction) => {
        await this.books.addWarning({ _id: id, bookingId, paymentIntentId, warnedAt }, transaction);
        if (!isActionable || heldMinor <= 0) return;
        const fact = { bookingId, warningId: id, amount: money(heldMinor), warnedAt: warnedAt.toISOString() };
        await this.outbox.record(transaction, [this.outbox.fact(fraudWarnedV1, id, 1, fact)]);
      });
      this.log.error('a bank warns of a fraud', { bookingId });
    } catch (error) {
      // Another process has just told it.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** What lies there by currency, in one text: what only became available is no movement. */
function totals(balance: readonly ProviderBalance[]): string {
  return balance.map(({ currency, availableMinor, pendingMinor }) => `${currency} ${availableMinor + pendingMinor}`).join(', ');
}

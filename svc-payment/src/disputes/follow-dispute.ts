import { money } from '@concert/contracts/core/money';
import { disputeClosedV1, disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { LedgerEntry } from '../ledger/ledger.ts';
import type { MongoLedger } from '../ledger/mongo-ledger.ts';
import type { ProviderDispute } from '../provider/payment-provider.ts';
import type { PaymentSession } from '../sessions/payment-session.ts';
import { disputeAsProviderSays, newDispute, type DisputeUpdate } from './dispute.ts';
import type { MongoDisputes } from './mongo-disputes.ts';

/** Stores what a bank does with a disputed payment, and publishes it. */
export class FollowDispute {
  constructor(
    private readonly disputes: MongoDisputes,
    private readonly ledger: MongoLedger,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** What was known of a dispute before the provider is asked; see {@link apply}. */
  async versionOf(disputeId: string): Promise<number | undefined> {
    return (await this.disputes.byId(disputeId))?.version;
  }

  /**
   * Stores what the provider says of a dispute now, in the caller's transaction. Safe to repeat.
   * @param versionBefore from {@link versionOf}, before the provider was asked
   * @throws OvertakenError when others stored an answer since then: it may be newer than this one, so the provider has to be asked again
   */
  async apply(
    seen: ProviderDispute,
    versionBefore: number | undefined,
    { bookingId, page }: PaymentSession,
    transaction: ClientSession,
  ): Promise<void> {
    if (!page) throw new Error('a disputed session has a page');
    const known = await this.disputes.byId(seen.disputeId, transaction);
    if (known?.version !== versionBefore) throw new OvertakenError('a dispute was changed since the provider was asked for it');
    const news = known
      ? disputeAsProviderSays(known, seen, this.clock.now())
      : newDispute(seen, { bookingId, checkoutSessionId: page.checkoutSessionId }, this.clock.now());
    if (!news) return;
    if (known) await this.disputes.replace(known, news.dispute, transaction);
    else await this.disputes.add(news.dispute, transaction);
    await this.ledger.add(this.entriesOf(news), transaction);
    await this.publish(news, transaction);
  }

  private entriesOf({ dispute: { bookingId, checkoutSessionId, paymentIntentId, amount }, moved }: DisputeUpdate): LedgerEntry[] {
    const at = this.clock.now();
    return moved.map(({ id, takenMinor }) => ({
      kind: takenMinor < 0 ? 'dispute_reversed' : 'disputed',
      movement: id,
      ...{ bookingId, checkoutSessionId, paymentIntentId, at },
      amount: { ...amount, amountMinor: Math.abs(takenMinor) },
    }));
  }

  private async publish({ dispute, isAsked, isDecided }: DisputeUpdate, transaction: ClientSession): Promise<void> {
    const { id, bookingId, checkoutSessionId, amount, state, version, reason, answerBy, openedAt } = dispute;
    if (!isAsked && !isDecided) return;
    this.log.error('the payment of a booking is disputed', { bookingId, state });
    const fact = { bookingId, checkoutSessionId, disputeId: id, amount: money(amount.amountMinor) };
    const asked = { ...fact, reason, ...(answerBy ? { answerBy: answerBy.toISOString() } : {}), openedAt: openedAt.toISOString() };
    const facts = [];
    if (isAsked) facts.push(this.outbox.fact(disputeOpenedV1, id, isDecided ? version - 1 : version, asked));
    if (isDecided && state !== 'open')
      facts.push(this.outbox.fact(disputeClosedV1, id, version, { ...fact, outcome: state, closedAt: this.clock.now().toISOString() }));
    await this.outbox.record(transaction, facts);
  }
}

/** What the provider said may be older than what is stored. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

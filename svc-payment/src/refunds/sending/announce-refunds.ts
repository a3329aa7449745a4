import type { Identity } from '@concert/contracts/core/identity';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MongoRefunds } from '../rules/mongo-refunds.ts';
import type { PublishRefunds } from './publish-refunds.ts';

const AT_ONCE = 100;

/** Tells buyers by mail that their money was sent back: once each, however often this is called. */
export class AnnounceRefunds {
  constructor(
    private readonly refunds: MongoRefunds,
    private readonly publish: PublishRefunds,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @returns how many mails this call requested */
  async announce(who: Identity): Promise<number> {
    let told = 0;
    for (;;) {
      const untold = await this.refunds.untold(AT_ONCE);
      if (untold.length === 0) return told;
      told += await this.transactions.run(async (transaction) => {
        const now = this.clock.now();
        let count = 0;
        for (const { id } of untold) {
          const refund = await this.refunds.byId(id, transaction);
          if (refund?.status !== 'succeeded' || refund.issueToldAt) continue;
          const after = { ...refund, issueToldAt: now, version: refund.version + 1 };
          await this.refunds.replace(refund, after, transaction);
          await this.outbox.recordAct(transaction, paymentActRecordedV1, refund.id, after.version, who.userId, {
            act: 'refund-mail.requested',
            subject: { kind: 'booking', id: refund.bookingId },
            bookingId: refund.bookingId,
          });
          await this.publish.requestMail('refund-issued', after, transaction);
          count += 1;
        }
        return count;
      });
    }
  }
}

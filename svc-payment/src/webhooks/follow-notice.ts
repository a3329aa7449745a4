import type { Inbox } from '@concert/service-kit/inbox';
import type { PaymentProvider, ProviderNotice } from '../provider/payment-provider.ts';
import type { ReturnMoney } from '../refunds/return-money.ts';
import { onceMore, type SettlePayment } from '../sessions/settle-payment.ts';

/** Purpose under which the provider's notices are remembered. */
export const NOTICES = 'provider-notice';

/**
 * Carries out a notice of the provider: reads what it is about, and stores the effect together with the notice's id, so
 * that a repeat changes nothing and a crash in between is as if it had never come.
 */
export class FollowNotice {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly inbox: Inbox,
    private readonly settle: SettlePayment,
    private readonly returnMoney: ReturnMoney,
  ) {}

  /** @throws ProviderUnavailableError when the object could not be read; the notice is owed then */
  async follow(notice: ProviderNotice, cause: 'webhook' | 'reconciler'): Promise<'done' | 'repeat' | 'ignored'> {
    switch (notice.about) {
      case 'session': {
        const seen = await this.provider.readSession(notice.objectId);
        if (!seen) return 'ignored';
        return onceMore(() => this.inbox.once(NOTICES, notice, async (transaction) => void (await this.settle.apply(seen, cause, transaction))));
      }
      case 'refund': {
        const seen = await this.provider.readRefund(notice.objectId);
        if (!seen) return 'ignored';
        return this.inbox.once(NOTICES, notice, (transaction) => this.returnMoney.apply(seen, transaction));
      }
      case 'other':
        return 'ignored';
    }
  }
}

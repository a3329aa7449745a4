import { authActRecordedV1 } from '@concert/contracts/auth/events';
import type { AuditEntry } from '@concert/contracts/core/audit-entry';
import type { Fact, Envelope } from '@concert/contracts/core/envelope';
import type { Caller } from '@concert/contracts/core/route';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import { paymentActRecordedV1 } from '@concert/contracts/payment/events';
import { Inbox } from '@concert/service-kit/messages/inbox';
import { OnFact } from '@concert/service-kit/messages/on-fact';
import { Controller } from '@nestjs/common';
import { AuditLog } from './audit-log.ts';

const PURPOSE = 'keep-acts';

/** Stores what organisers did in the other services in the same audit log. */
@Controller()
export class AuditFactsHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly audit: AuditLog,
  ) {}

  @OnFact(authActRecordedV1, PURPOSE)
  ofAuth(fact: Fact<typeof authActRecordedV1>): Promise<void> {
    return this.keep(fact, 'svc-auth');
  }

  @OnFact(paymentActRecordedV1, PURPOSE)
  ofPayment(fact: Fact<typeof paymentActRecordedV1>): Promise<void> {
    return this.keep(fact, 'svc-payment');
  }

  @OnFact(notifyActRecordedV1, PURPOSE)
  ofNotify(fact: Fact<typeof notifyActRecordedV1>): Promise<void> {
    return this.keep(fact, 'svc-notify');
  }

  private async keep(fact: Envelope<AuditEntry>, owner: Caller): Promise<void> {
    await this.inbox.once(PURPOSE, fact, (transaction) => this.audit.append(transaction, fact.data, owner));
  }
}

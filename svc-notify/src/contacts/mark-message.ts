import type { Id } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import { newAuditEntry } from '@concert/service-kit/identity/audit-entries';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { ContactMessage } from './contact-message.ts';
import type { MongoContacts } from './mongo-contacts.ts';

/** Notes for all organisers which messages were answered, so that no visitor is answered twice or not at all. */
export class MarkMessage {
  constructor(
    private readonly contacts: MongoContacts,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * The first organiser who says so counts; saying it again changes nothing and is not audited.
   * @param answered false: it was not answered after all
   * @throws DomainError `notify.message_not_found`
   */
  async mark(id: Id<'contact'>, answered: boolean, who: Identity): Promise<ContactMessage> {
    return this.transactions.run(async (transaction) => {
      const message = await this.contacts.byId(id, transaction);
      if (!message) throw new DomainError('notify.message_not_found');
      if ((message.answeredAt !== null) === answered) return message;
      const now = this.clock.now();
      const marked: ContactMessage = { ...message, answeredAt: answered ? now : null, answeredBy: answered ? who.userId : null };
      await this.contacts.mark(marked, transaction);
      const act = newAuditEntry(who.userId, now, {
        act: answered ? 'contact-message.answered' : 'contact-message.reopened',
        subject: { kind: 'contact-message', id },
      });
      await this.outbox.record(transaction, [this.outbox.fact(notifyActRecordedV1, id, now.getTime(), act)]);
      return marked;
    });
  }
}

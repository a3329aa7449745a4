import type { AnswerOf } from '@concert/contracts/core/route';
import type { ContactFields } from '@concert/contracts/notify/contact';
import type { notifyRoutes } from '@concert/contracts/notify/http';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import type { Idempotency } from '@concert/service-kit/store/idempotency';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Id } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import { notifyActRecordedV1 } from '@concert/contracts/notify/events';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { MailCause } from '../mails/mail.ts';
import type { MailBudget } from '../mails/mail-budget.ts';
import type { PostMail } from '../mails/post-mail.ts';
import type { ContactMessage } from './contact-message.ts';
import type { MongoContacts } from './mongo-contacts.ts';

/** The one mail that brings the organisers all further messages of a day, when it is over. */
function digestOf(dueAt: Date): MailCause {
  const id = dueAt.toISOString();
  return { kind: 'contact-digest', factId: id, subjectId: id, dueAt };
}

/** Takes what visitors write, and notes for all organisers what was answered, so that nobody is answered twice or not at all. */
export class VisitorMessages {
  constructor(
    private readonly contacts: MongoContacts,
    private readonly postMail: PostMail,
    private readonly budget: MailBudget,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly ids: Ids,
    /** Messages that are mailed to the organisers one by one in a day. */
    private readonly mailsPerDay: number,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param key the request's idempotency key
   * @param source the sender's network address
   * @throws DomainError `request.key_reused`, `notify.too_many_mails`
   */
  async take(body: ContactFields, key: string | undefined, source: string): Promise<AnswerOf<typeof notifyRoutes.sendContactMessage>> {
    // Nobody has to be signed in, so keys are of anybody: whoever knew another's random key and sent the same words would get an id and a time,
    // which open nothing; with other words it is refused.
    const attempt = key === undefined ? undefined : this.idempotency.attempt('anybody', 'sendContactMessage', key, body);
    return this.idempotency.onceIn(this.transactions, attempt, async (transaction) => {
      const digestAt = await this.budget.spendOfDay('contact-received', this.mailsPerDay, transaction);
      const message: ContactMessage = {
        id: this.ids.next('contact'),
        ...body,
        receivedAt: this.clock.now(),
        answeredAt: null,
        answeredBy: null,
        ...(digestAt ? { digestAt } : {}),
      };
      const receipt = { id: message.id, receivedAt: message.receivedAt.toISOString() };
      await this.contacts.add(message, transaction);
      await this.postMail.post(
        digestAt ? digestOf(digestAt) : { kind: 'contact-received', factId: message.id, subjectId: message.id },
        transaction,
      );
      const acknowledge = await this.budget.spend('contact-acknowledged', body.email, transaction);
      await this.budget.spendOnForm(acknowledge ? 2 : 1, source, transaction);
      if (acknowledge) await this.postMail.post({ kind: 'contact-acknowledged', factId: message.id, subjectId: message.id }, transaction);
      return receipt;
    });
  }

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
      await this.outbox.recordAct(transaction, notifyActRecordedV1, id, now.getTime(), who.userId, {
        act: answered ? 'contact-message.answered' : 'contact-message.reopened',
        subject: { kind: 'contact-message', id },
      });
      return marked;
    });
  }
}

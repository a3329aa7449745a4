import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { currentContext } from '@concert/service-kit/process/context';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { newMail, type Mail, type MailCause } from './mail.ts';
import type { CauseOfMail, MongoMails } from './mongo-mails.ts';

const keyOf = ({ kind, factId }: CauseOfMail) => `${kind} ${factId}`;

/** Stores mails to be sent, in the transaction of their cause. */
export class PostMail {
  constructor(
    private readonly mails: MongoMails,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Stores one mail, unless its cause has a mail of this kind. @returns the mail, or undefined when there was one */
  async post(cause: MailCause, transaction: ClientSession): Promise<Mail | undefined> {
    const mail = this.mailOf(cause);
    return (await this.postAll([mail], transaction)).has(mail) ? mail : undefined;
  }

  /** Stores the mails of several causes together. @returns those that were stored: one of a kind for each cause */
  async postAll(mails: readonly Mail[], transaction: ClientSession): Promise<ReadonlySet<Mail>> {
    const posted = new Set((await this.mails.posted(mails, transaction)).map(keyOf));
    const fresh = new Set<Mail>();
    for (const mail of mails) {
      if (posted.has(keyOf(mail))) continue;
      posted.add(keyOf(mail));
      fresh.add(mail);
    }
    if (fresh.size > 0) await this.mails.add([...fresh], transaction);
    return fresh;
  }

  /** A new mail for a cause, not stored yet. It carries the correlation of the current context. */
  mailOf(cause: MailCause): Mail {
    const context = currentContext();
    return newMail(
      {
        id: this.ids.next('mail'),
        ...cause,
        correlationId: context?.correlationId ?? cause.factId,
        traceparent: context?.traceparent ?? '',
      },
      this.clock.now(),
    );
  }
}

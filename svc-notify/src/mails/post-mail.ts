import type { Clock, Ids } from '@concert/service-kit/clock';
import { currentContext } from '@concert/service-kit/context';
import type { ClientSession } from '@concert/service-kit/mongo';
import { newMail, type Mail, type MailCause } from './mail.ts';
import type { MailsRepository } from './mails.repository.ts';

/** Puts mails on the list of those to be sent, in the transaction of what causes them. */
export class PostMail {
  constructor(
    private readonly mails: MailsRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** One mail of a kind for each cause: a second is left out. @returns the mail, or undefined when there was one */
  async post(cause: MailCause, transaction: ClientSession): Promise<Mail | undefined> {
    if (await this.mails.has(cause.kind, cause.factId, transaction)) return undefined;
    const context = currentContext();
    const mail = newMail(
      {
        id: this.ids.next('mail'),
        ...cause,
        correlationId: context?.correlationId ?? cause.factId,
        traceparent: context?.traceparent ?? '',
      },
      this.clock.now(),
    );
    await this.mails.add(mail, transaction);
    return mail;
  }
}

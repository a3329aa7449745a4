import type { Envelope } from '@concert/contracts/core/envelope';
import type { Inbox } from '@concert/service-kit/inbox';
import type { Handled } from '@concert/service-kit/outcome';
import type { MailCause } from './mail.ts';
import type { NewMailSignal } from './new-mail-signal.ts';
import type { PostMail } from './post-mail.ts';

/** Stores the mails that facts cause. Facts that arrive together are handled together, with one insert for all their mails. */
export class PostForFacts {
  constructor(
    private readonly inbox: Inbox,
    private readonly postMail: PostMail,
    private readonly newMail: NewMailSignal,
  ) {}

  /**
   * @param purpose of the queue
   * @param causeOf returns the reason for the fact's mail
   * @returns handles one fact; it is done when its mail is stored, not when it is sent
   */
  by<F extends Envelope>(purpose: string, causeOf: (fact: F) => MailCause): (fact: F) => Promise<Handled> {
    const post = this.inbox.together<F>(purpose, async (group, transaction) => {
      const mails = group.map(({ message, inContext }) => inContext(() => this.postMail.mailOf(causeOf(message))));
      await this.postMail.postAll(mails, transaction);
    });
    return async (fact) => {
      const handled = await post(fact);
      this.newMail.raise();
      return handled;
    };
  }
}

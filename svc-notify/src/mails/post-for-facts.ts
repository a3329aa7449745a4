import type { Inbox } from '@concert/service-kit/messages/inbox';
import type { InboxResult } from '@concert/service-kit/store/outcome';
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
   * @returns handles one fact, by its id and the reason for its mail; it is done when its mail is stored, not when it is sent
   */
  by(purpose: string): (id: string, cause: MailCause) => Promise<InboxResult> {
    const post = this.inbox.together<{ readonly id: string; readonly cause: MailCause }>(purpose, async (group, transaction) => {
      const mails = group.map(({ message, inContext }) => inContext(() => this.postMail.mailOf(message.cause)));
      await this.postMail.postAll(mails, transaction);
    });
    return async (id, cause) => {
      const handled = await post({ id, cause });
      this.newMail.raise();
      return handled;
    };
  }
}

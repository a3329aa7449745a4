import type { Inbox } from '@concert/service-kit/messages/inbox';
import type { InboxResult } from '@concert/service-kit/store/outcome';
import { claimedMail, type Mail, type MailCause } from './mail.ts';
import type { Claim } from './mongo-mails.ts';
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
    /** By the fact's id. A transaction that starts over claims anew. */
    const claims = new Map<string, Claim>();
    const post = this.inbox.together<{ readonly id: string; readonly cause: MailCause }>(purpose, async (group, transaction) => {
      const { mails, own } = this.claim(group.map(({ message, inContext }) => inContext(() => this.postMail.mailOf(message.cause))));
      const stored = await this.postMail.postAll(mails, transaction, [...own.values()]);
      group.forEach(({ message }, index) => {
        const mail = mails[index]!;
        const claim = stored.has(mail) ? own.get(mail) : undefined;
        if (claim) claims.set(message.id, claim);
        else claims.delete(message.id);
      });
    });
    return async (id, cause) => {
      try {
        const handled = await post({ id, cause });
        const claim = claims.get(id);
        if (claim) this.newMail.handOver(claim);
        else this.newMail.raise();
        return handled;
      } finally {
        // A fact that is delivered twice at a time is handed over once.
        claims.delete(id);
      }
    };
  }

  /** Claims as many as this process would send at once. Facts cause no mails that are due later, and none of message runs. */
  private claim(mails: readonly Mail[]): { mails: Mail[]; own: ReadonlyMap<Mail, Claim> } {
    const offer = this.newMail.offer();
    if (!offer) return { mails: [...mails], own: new Map() };
    const own = new Map<Mail, Claim>();
    const all = mails.map((mail, index) => {
      if (index >= offer.most) return mail;
      const begun = claimedMail(mail, offer.until);
      own.set(begun, { mail: begun, token: offer.token });
      return begun;
    });
    return { mails: all, own };
  }
}

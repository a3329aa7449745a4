import type { AccountMailKind } from '@concert/contracts/auth/account-mails';
import { accountMailRequestedV1 } from '@concert/contracts/auth/events';
import type { Clock } from '@concert/service-kit/process/clock';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { User } from '../users/user.ts';
import type { HmacLinkTokens } from './link-tokens.codec.ts';
import { newLink, MAILS_WITHOUT_LINK, type ExtraLinkField, type Link } from './link.ts';
import type { MongoLinks } from './mongo-links.ts';

const REFERENCE_LENGTH = 24;

/** Makes a link and the fact that asks for its mail, in the caller's transaction. */
export class RequestMail {
  constructor(
    private readonly links: MongoLinks,
    private readonly tokens: HmacLinkTokens,
    private readonly secrets: Secrets,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async request(
    kind: AccountMailKind,
    user: User,
    transaction: ClientSession,
    carried: Partial<Pick<Link, ExtraLinkField>> = {},
  ): Promise<void> {
    const id = this.secrets.next().slice(0, REFERENCE_LENGTH);
    const tokenHash = MAILS_WITHOUT_LINK.has(kind) ? null : this.secrets.hash(this.tokens.tokenOf(kind, id));
    await this.links.add(newLink(id, kind, user.id, tokenHash, this.clock.now(), carried), transaction);
    await this.outbox.record(transaction, [
      this.outbox.fact(accountMailRequestedV1, user.id, user.version, {
        ...{ mailRef: id, userId: user.id, kind },
        ...(carried.requestHash ? { askedBy: carried.requestHash } : {}),
      }),
    ]);
  }
}

import { authActRecordedV1 } from '@concert/contracts/auth/events';
import { MAX_HELPERS, MAX_LINKS_A_DAY } from '@concert/contracts/auth/helper-links';
import { DAY_MS } from '@concert/contracts/core/durations';
import type { Identity } from '@concert/contracts/core/identity';
import type { UserId } from '@concert/contracts/core/ids';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { WindowCounts } from '@concert/service-kit/store/window-counts';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import { identityOf, newHelperLink, type HelperLink } from '../helper-links/helper-link.ts';
import type { MongoHelperLinks } from '../helper-links/mongo-helper-links.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import { currentDevice } from '../sessions/devices.ts';
import type { OpenedSession } from '../sessions/open-session.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';

const TOO_MANY_TODAY = `You have made ${MAX_LINKS_A_DAY} links for helpers today. Another organiser can make more`;

/** Makes, opens and takes back the links of helpers who have no account. Each step is an entry of the audit log. */
export class DoorAccess {
  constructor(
    private readonly helpers: MongoHelperLinks,
    private readonly sessions: MongoSessions,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly counts: WindowCounts,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * @returns the helper, and the link's secret: the only time it is seen
   * @throws DomainError `auth.too_many_helpers`
   */
  async make(name: string, who: Identity): Promise<{ readonly helper: HelperLink; readonly token: string }> {
    const token = this.secrets.next();
    const now = this.clock.now();
    const helper = newHelperLink(this.ids.next('user'), name, who.userId, this.secrets.hash(token), now);
    await this.transactions.run(async (transaction) => {
      if ((await this.helpers.countLive(now, transaction)) >= MAX_HELPERS) throw new DomainError('auth.too_many_helpers');
      const { count } = await this.counts.add(`helper links ${who.userId}`, DAY_MS, transaction);
      if (count > MAX_LINKS_A_DAY) throw new DomainError('auth.too_many_helpers', { detail: TOO_MANY_TODAY });
      await this.helpers.add(helper, transaction);
      await this.record('helper-link.made', helper.id, who.userId, transaction);
    });
    return { helper, token };
  }

  /** Those that can still be opened, and those whose session counts. */
  list(): Promise<HelperLink[]> {
    return this.helpers.live(this.clock.now());
  }

  /**
   * Opens a session that is good for the door and nothing else, until the helper's time is over.
   * @param before the session the browser came with: it ends, so that a helper's phone does not go on as somebody else
   * @throws DomainError `auth.link_expired`
   */
  async open(token: string, before: Identity | undefined): Promise<OpenedSession> {
    const secret = this.secrets.next();
    const now = this.clock.now();
    const helper = await this.transactions.run(async (transaction) => {
      const opened = {
        sessionId: this.ids.next('session'),
        secretHash: this.secrets.hash(secret),
        at: now,
        device: currentDevice(),
      };
      const found = await this.helpers.open(this.secrets.hash(token), opened, transaction);
      if (!found) throw new DomainError('auth.link_expired');
      if (before) await this.sessions.end(before.sessionId, transaction);
      await this.record('helper-link.opened', found.id, found.id, transaction);
      return found;
    });
    const { userId, email, name, role } = identityOf(helper, now)!;
    return {
      secret,
      lifetimeSeconds: Math.floor((helper.endsAt.getTime() - now.getTime()) / 1_000),
      view: { userId, email, name, role },
      awaits: undefined,
    };
  }

  /** Takes a link back, and the session it was opened for; harmless when it has ended. */
  async end(id: UserId, who: Identity): Promise<void> {
    await this.transactions.run(async (transaction) => {
      if (await this.helpers.end(id, transaction)) await this.record('helper-link.ended', id, who.userId, transaction);
    });
  }

  private record(act: (typeof STEPS)[number], id: UserId, actor: UserId, transaction: ClientSession): Promise<void> {
    const subject = { kind: 'helper', id };
    return this.outbox.recordAct(transaction, authActRecordedV1, id, STEPS.indexOf(act) + 1, actor, { act, subject });
  }
}

/** What happens to a link, in this order. */
const STEPS = ['helper-link.made', 'helper-link.opened', 'helper-link.ended'] as const;

import type { Clock } from '@concert/service-kit/process/clock';
import { NeighbourUnavailableError } from '@concert/service-kit/http/internal-client';
import type { Log } from '@concert/service-kit/process/log';
import { DAY_MS } from '@concert/contracts/core/durations';
import {
  ProviderUnavailableError,
  type PaymentProvider,
  type ProviderNotice,
  type ProviderSession,
  type NoticeFilter,
} from '../provider/payment-provider.ts';
import type { CreatePayment } from '../checkout/create-payment.ts';
import { sessionKey, type PaymentSession } from '../sessions/payment-session.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import type { SettlePayment } from '../settlement/settle-payment.ts';
import type { FollowNotices } from '../webhooks/follow-notices.ts';
import type { MongoNotices } from '../notices/mongo-notices.ts';
import type { MongoCheckpoints } from './mongo-checkpoints.ts';

const AT_ONCE = 100;
/** Notices stored in one write. */
const TOGETHER = 500;
/** Pages of the provider compared with ours at a time. */
const COMPARED_TOGETHER = 100;
/** The provider keeps its notices for 30 days. */
const NOTICES_KEPT_MS = 30 * DAY_MS;
/** Notices may become visible out of order, at most this much later. So each is read when it is this old. */
const VISIBLE_AFTER_MS = 5 * 60_000;
/** A page is open for a day at most, so an older page cannot be both unknown and open. */
const PAGES_LIVE_MS = 2 * DAY_MS;
/** The answer to an order for a page may take this long. */
const ANSWER_WAIT_MS = 20_000;
/** So often orders without an answer are looked for: in a rush this look passes over all sessions of the last minutes. */
const UNANSWERED_EVERY_MS = 12_000;
/** Pages younger than this are left for the next sweep of recent ones. */
const YOUNGEST_SWEPT_MS = 20_000;
const PAGES_MARK = 'provider-pages';
const NOTICES_MARK = 'provider-notices';
/** Present while the concert is cancelled. Then no page may stay payable, not even one that was ordered a moment too late. */
export const CANCELLED_CHECKPOINT = 'concert-cancelled';
/** When a rehearsal with a test key was forgotten (npm run ops -- forget-rehearsal). */
const REHEARSAL_FORGOTTEN = 'rehearsal-forgotten';
const FAR_AHEAD = new Date(8_640_000_000_000_000);

/** Since when what the payment provider has may be ours: what a forgotten rehearsal left there is not. */
export async function oursSince(checkpoints: Pick<MongoCheckpoints, 'read'>): Promise<Date> {
  return (await checkpoints.read(REHEARSAL_FORGOTTEN)) ?? new Date(0);
}

/** Finds what webhook and return page missed. Every step may be repeated; a step that fails is done by a later run. */
export class Reconcile {
  /** When orders without an answer were looked for. */
  private lookedForUnanswered = -Infinity;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly sessions: MongoSessions,
    private readonly settle: SettlePayment,
    private readonly createPayment: CreatePayment,
    private readonly notices: MongoNotices,
    private readonly follow: FollowNotices,
    private readonly checkpoints: MongoCheckpoints,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Ends sessions that are over or whose end was asked for, and resolves those whose order was never answered. */
  async endSessions(): Promise<void> {
    const now = this.clock.now();
    const until = (await this.checkpoints.read(CANCELLED_CHECKPOINT)) ? FAR_AHEAD : now;
    for (const session of await this.sessions.toEnd(until, AT_ONCE)) await this.unlessAway(() => this.endOne(session, now));
    // Without its sign, because a clock may be set back.
    if (Math.abs(now.getTime() - this.lookedForUnanswered) < UNANSWERED_EVERY_MS) return;
    const unanswered = await this.sessions.unanswered(new Date(now.getTime() - ANSWER_WAIT_MS), AT_ONCE);
    for (const session of unanswered) await this.unlessAway(() => this.clearUp(session));
    // Where there may be more, the next run goes on.
    if (unanswered.length < AT_ONCE) this.lookedForUnanswered = now.getTime();
  }

  /** The concert was cancelled or reinstated, in this version of it. A fact of an older version changes nothing. */
  async concertCancelled(cancelled: boolean, version: number): Promise<void> {
    await this.checkpoints.follow(CANCELLED_CHECKPOINT, version, cancelled ? this.clock.now() : undefined);
  }

  /**
   * Follows notices whose webhook is lost or late, and all others when they are five minutes old, because their webhook may have gone to
   * another program. In a rush there are tens of thousands of those, so each is read once, and few at a time.
   */
  async catchUp(): Promise<void> {
    const now = this.clock.now().getTime();
    // All notices made before this were read.
    const since = (await this.checkpoints.read(NOTICES_MARK)) ?? new Date(now - NOTICES_KEPT_MS);
    const until = new Date(now - VISIBLE_AFTER_MS);
    await this.readNotices(since, { undeliveredOnly: true });
    // What was read is stored, so it is followed even if this process dies.
    if (await this.readNotices(since, { until })) await this.checkpoints.write(NOTICES_MARK, until);
  }

  /** @returns whether all were read and stored */
  private readNotices(since: Date, which: NoticeFilter): Promise<boolean> {
    return this.unlessAway(async () => {
      const some: ProviderNotice[] = [];
      const keep = async () => this.follow.begin(await this.notices.keep(some.splice(0), 'reconciler'));
      for await (const notice of this.provider.noticesSince(since, which)) {
        if (notice.about !== 'other') some.push(notice);
        if (some.length >= TOGETHER) await keep();
      }
      await keep();
      await this.follow.run();
    });
  }

  /** Compares the provider's pages of the last two days with ours and stores the differences, including pages we did not know. */
  async sweep(): Promise<void> {
    await this.sweepPages(new Date(Math.max(this.clock.now().getTime() - PAGES_LIVE_MS, (await oursSince(this.checkpoints)).getTime())));
  }

  /**
   * Compares pages once soon after they were made: all since the last such sweep that met no failure. The youngest are left for the
   * next one, because in a rush most of them are just being settled.
   */
  async sweepRecent(): Promise<void> {
    const until = new Date(this.clock.now().getTime() - YOUNGEST_SWEPT_MS);
    const mark = await this.checkpoints.read(PAGES_MARK);
    const oldest = until.getTime() - PAGES_LIVE_MS;
    const isWhole = await this.sweepPages(new Date(Math.max(mark?.getTime() ?? oldest, oldest)), until);
    if (isWhole) await this.checkpoints.write(PAGES_MARK, until);
  }

  private async sweepPages(since: Date, until?: Date): Promise<boolean> {
    let isWhole = true;
    const isRead = await this.unlessAway(async () => {
      const some: ProviderSession[] = [];
      const compare = async () => {
        isWhole = (await this.compare(some.splice(0))) && isWhole;
      };
      for await (const seen of this.provider.sessionsSince(since, until)) {
        if (seen.reference) some.push(seen);
        if (some.length >= COMPARED_TOGETHER) await compare();
      }
      await compare();
    });
    return isRead && isWhole;
  }

  private async compare(pages: readonly ProviderSession[]): Promise<boolean> {
    const differ = await Promise.all(pages.map((seen) => this.differs(seen)));
    let isWhole = true;
    for (const [index, seen] of pages.entries())
      if (differ[index]) isWhole = (await this.unlessAway(() => this.settle.storeSnapshot(seen, 'reconciler'))) && isWhole;
    return isWhole;
  }

  private async differs(seen: ProviderSession): Promise<boolean> {
    const known = await this.sessions.byCheckoutSession(seen.checkoutSessionId);
    // The second page of an attempt was closed and is not stored, so it is no difference.
    if (!known)
      return (
        seen.state !== 'expired' ||
        !seen.reference ||
        !(await this.sessions.byKey(sessionKey(seen.reference.bookingId, seen.reference.attempt)))?.page
      );
    const agreed: Readonly<Record<ProviderSession['state'], readonly PaymentSession['status'][]>> = {
      open: ['pending'],
      processing: ['processing'],
      paid: ['settled'],
      failed: ['failed'],
      expired: ['expired', 'cancelled', 'failed'],
    };
    return !agreed[seen.state].includes(known.status);
  }

  private async endOne(session: PaymentSession, now: Date): Promise<void> {
    const ended = await this.settle.end(session, 'expired', 'reconciler');
    const { page } = ended;
    // The provider does not know this page, and its time is over: nobody can pay it any more.
    if (ended.status === 'pending' && page && page.expiresAt <= now && !(await this.provider.readSession(page.checkoutSessionId))) {
      this.log.error('the payment provider does not know a page it opened', { bookingId: session.bookingId });
      await this.settle.storeSnapshot(
        {
          checkoutSessionId: page.checkoutSessionId,
          reference: undefined,
          email: '',
          href: '',
          createdAt: page.createdAt,
          expiresAt: page.expiresAt,
          state: 'expired',
          amount: { amountMinor: 0, currency: '' },
          paymentIntentId: undefined,
        },
        'reconciler',
      );
    }
  }

  /** A page was ordered and no answer came: the same order again shows what happened. Ends the page if a newer attempt replaced it. */
  private async clearUp(session: PaymentSession): Promise<void> {
    const opened = await this.createPayment.open(session);
    if (opened.page && opened.status === 'pending') {
      const [newest] = await this.sessions.ofBooking(session.bookingId);
      const replaced = newest && sessionKey(newest.bookingId, newest.attempt) !== sessionKey(session.bookingId, session.attempt);
      const current = await this.settle.settle(opened.page.checkoutSessionId, 'reconciler');
      if (replaced && current) await this.settle.end(current, 'expired', 'reconciler');
    }
  }

  /** @returns whether all it needs was there */
  private async unlessAway(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const neighbour = error instanceof NeighbourUnavailableError;
      if (!neighbour && !(error instanceof ProviderUnavailableError)) throw error;
      this.log.warn('what reconciling needs is away, it goes on later', { dependency: neighbour ? 'svc-booking' : 'stripe' });
      return false;
    }
  }
}

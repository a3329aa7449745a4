import { AsyncLocalStorage } from 'node:async_hooks';
import { backoff } from '@concert/service-kit/process/backoff';
import type { Clock } from '@concert/service-kit/process/clock';
import { isUnavailable } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import pLimit from 'p-limit';
import { OvertakenError, type FollowDispute } from '../disputes/follow-dispute.ts';
import type { MongoNotices, PendingNotice } from '../notices/mongo-notices.ts';
import type { NoticeSource } from '../notices/notice.schema.ts';
import {
  ProviderUnavailableError,
  type NoticeSubject,
  type PaymentProvider,
  type ProviderDispute,
  type ProviderRefund,
  type ProviderSession,
} from '../provider/payment-provider.ts';
import type { ReturnMoney } from '../refunds/sending/return-money.ts';
import type { PaymentSession } from '../sessions/payment-session.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import { retryOnDuplicate } from '../settlement/retry-on-duplicate.ts';
import type { SettlePayment } from '../settlement/settle-payment.ts';

/** Notices followed in one round. */
const ROUND = 200;
const AT_ONCE = 8;
const RETRIES = { firstMs: 1_000, maxMs: 60_000 };
/** The most owed notices that one look returns. */
const LOOK = 2_000;

/** A notice to follow, and how to run work in the context of whoever asked for that. */
interface Asked extends PendingNotice {
  readonly inContext: <T>(work: () => T) => T;
}

/** One object of the provider, with the notices that are a reason to read it. */
interface Subject {
  readonly about: NoticeSubject;
  readonly objectId: string;
  readonly madeAt: Date | undefined;
  readonly noticeIds: readonly string[];
  readonly via: NoticeSource;
  readonly tries: number;
  readonly inContext: <T>(work: () => T) => T;
}

/**
 * Follows stored notices: reads the objects they are about, and stores the effect together with the mark that they are done. One read
 * serves all notices about an object. A notice that cannot be followed now stays owed.
 */
export class FollowNotices {
  /** The next batch: notices that arrived while the current one was followed, and those found in the database. */
  private next: Asked[] = [];
  private working: Promise<void> | undefined;
  private stopping = false;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly notices: MongoNotices,
    private readonly sessions: MongoSessions,
    private readonly settle: SettlePayment,
    private readonly returnMoney: ReturnMoney,
    private readonly disputes: FollowDispute,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Starts to follow notices that were just stored. The caller does not wait for it. */
  begin(owed: readonly PendingNotice[]): void {
    this.add(owed);
    void this.work();
  }

  /** Follows every owed notice, for whatever reason it was left. Resolves when each was tried. */
  async run(): Promise<void> {
    const owed = await this.notices.owed(this.clock.now(), LOOK);
    const waiting = new Set(this.next.map(({ notice }) => notice.id));
    this.add(owed.filter(({ notice }) => !waiting.has(notice.id)));
    await this.work();
  }

  /** Finishes the current round; the rest stays owed for another process. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.working;
  }

  private add(owed: readonly PendingNotice[]): void {
    const inContext = AsyncLocalStorage.snapshot();
    this.next.push(...owed.map((one) => ({ ...one, inContext })));
  }

  private work(): Promise<void> {
    this.working ??= this.rounds().finally(() => {
      this.working = undefined;
    });
    return this.working;
  }

  private async rounds(): Promise<void> {
    while (this.next.length > 0 && !this.stopping) await this.round(subjectsOf(this.next.splice(0, ROUND)));
  }

  private async round(subjects: readonly Subject[]): Promise<void> {
    let pages: ReadonlyMap<string, ProviderSession>;
    try {
      pages = await this.provider.readSessions(
        subjects.filter(({ about }) => about === 'session').map(({ objectId, madeAt }) => ({ checkoutSessionId: objectId, madeAt })),
      );
    } catch (error) {
      // The provider is away, so the other notices would fail too.
      return this.defer([...subjects, ...subjectsOf(this.next.splice(0))], error);
    }
    const limit = pLimit(AT_ONCE);
    await Promise.all(
      subjects.map((subject) =>
        // Pages were read together; other objects are read one by one.
        subject.about === 'session' ? this.followOne(subject, pages) : limit(() => this.followOne(subject, pages)),
      ),
    );
  }

  private async followOne(subject: Subject, pages: ReadonlyMap<string, ProviderSession>): Promise<void> {
    try {
      const isDone = await this.carryOut(subject, pages);
      if (isDone && subject.via === 'reconciler')
        this.log.info('a notice without a webhook was carried out', { provider: 'stripe', kind: subject.about });
    } catch (error) {
      await this.defer([subject], error);
    }
  }

  /** Reads the provider first, then stores: nothing is locked during the call. @returns whether it was about something of ours, and new */
  private async carryOut(subject: Subject, pages: ReadonlyMap<string, ProviderSession>): Promise<boolean> {
    switch (subject.about) {
      case 'session': {
        const seen = pages.get(subject.objectId);
        return seen ? this.settled(subject, seen) : this.ignore(subject);
      }
      case 'refund': {
        const seen = await this.provider.readRefund(subject.objectId);
        return seen ? this.storeRefunds(subject, seen.paymentIntentId, [seen]) : this.ignore(subject);
      }
      case 'payment':
        return this.storeRefunds(subject, subject.objectId, await this.provider.refundsOf(subject.objectId));
      case 'dispute':
        return this.followDispute(subject);
      case 'other':
        return this.ignore(subject);
    }
  }

  private async settled({ via, noticeIds, inContext }: Subject, seen: ProviderSession): Promise<boolean> {
    return (await inContext(() => this.settle.follow(seen, via, noticeIds))) !== undefined;
  }

  private async storeRefunds(subject: Subject, paymentIntentId: string, refunds: readonly ProviderRefund[]): Promise<boolean> {
    const page = await this.pageOf(paymentIntentId);
    return this.store(subject, async (transaction) => {
      if (!(await this.sessionOf(paymentIntentId, page, subject.via, transaction))) return false;
      for (const seen of refunds) await this.returnMoney.apply(seen, transaction);
      return true;
    });
  }

  /** A bank may tell anything after anything, so only what was asked for last counts. */
  private async followDispute(subject: Subject): Promise<boolean> {
    const before = await this.disputes.versionOf(subject.objectId);
    const seen = await this.provider.readDispute(subject.objectId);
    if (!seen) return this.ignore(subject);
    try {
      return await this.storeDispute(subject, seen, before);
    } catch (error) {
      if (error instanceof OvertakenError) return this.followDispute(subject);
      throw error;
    }
  }

  private async storeDispute(subject: Subject, seen: ProviderDispute, before: number | undefined): Promise<boolean> {
    const page = await this.pageOf(seen.paymentIntentId);
    return this.store(subject, async (transaction) => {
      const session = await this.sessionOf(seen.paymentIntentId, page, subject.via, transaction);
      if (session) {
        await this.disputes.apply(seen, before, session, transaction);
        await this.returnMoney.followBank(session, transaction);
      }
      return session !== undefined;
    });
  }

  /** A notice may arrive before the one that its payment was made; then the page is read too. */
  private async pageOf(paymentIntentId: string): Promise<ProviderSession | undefined> {
    if (await this.sessions.byPayment(paymentIntentId)) return undefined;
    const page = await this.provider.sessionOfPayment(paymentIntentId);
    if (page) await this.settle.restoreLostBooking(page);
    return page;
  }

  /** The session of a payment, settled first if its payment was not known. Undefined when it is not ours. */
  private async sessionOf(
    paymentIntentId: string,
    page: ProviderSession | undefined,
    via: NoticeSource,
    transaction: ClientSession,
  ): Promise<PaymentSession | undefined> {
    const known = await this.sessions.byPayment(paymentIntentId, transaction);
    if (known || !page) return known;
    await this.settle.apply(page, via, transaction);
    return this.sessions.byPayment(paymentIntentId, transaction);
  }

  private async store(subject: Subject, effect: (transaction: ClientSession) => Promise<boolean>): Promise<boolean> {
    return retryOnDuplicate(() =>
      this.transactions.run(
        async (transaction) => (await this.notices.done(subject.noticeIds, transaction)) > 0 && (await effect(transaction)),
      ),
    );
  }

  private ignore(subject: Subject): Promise<boolean> {
    return this.store(subject, () => Promise.resolve(false));
  }

  private async defer(subjects: readonly Subject[], error: unknown): Promise<void> {
    const away = error instanceof ProviderUnavailableError || isUnavailable(error);
    if (away) this.log.warn('notices wait until what they need is back', { provider: 'stripe', count: subjects.length });
    else
      this.log.error('a notice could not be carried out', { provider: 'stripe', kind: subjects[0]?.about, count: subjects.length }, error);
    const now = this.clock.now().getTime();
    const byTries = Map.groupBy(subjects, ({ tries }) => tries);
    try {
      for (const [tries, alike] of byTries) {
        const until = new Date(now + backoff(tries, RETRIES));
        await this.notices.defer(
          alike.flatMap(({ noticeIds }) => noticeIds),
          until,
        );
      }
    } catch (fault) {
      // They are still owed, so the next run finds them unchanged.
      this.log.warn('notices could not be deferred', { count: subjects.length }, fault);
    }
  }
}

/** The objects that some notices are about: one read serves all notices about one. */
function subjectsOf(asked: readonly Asked[]): Subject[] {
  const byObject = Map.groupBy(asked, ({ notice: { about, objectId } }) => `${about}:${objectId}`);
  return [...byObject.values()].map((alike) => {
    const [{ notice, inContext }] = alike as [Asked, ...Asked[]];
    return {
      about: notice.about,
      objectId: notice.objectId,
      madeAt: notice.objectMadeAt,
      noticeIds: [...new Set(alike.map((one) => one.notice.id))],
      via: alike.some(({ via }) => via === 'webhook') ? 'webhook' : 'reconciler',
      tries: Math.max(...alike.map(({ tries }) => tries)),
      inContext,
    };
  });
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { backoff } from '@concert/service-kit/backoff';
import type { Clock } from '@concert/service-kit/clock';
import { DueFrom } from '@concert/service-kit/due-from';
import { isUnavailable } from '@concert/service-kit/errors';
import type { Log } from '@concert/service-kit/log';
import { pause } from '@concert/service-kit/pause';
import type { ClientSession, Transactions } from '@concert/service-kit/mongo';
import pLimit from 'p-limit';
import type { FollowDispute } from '../disputes/follow-dispute.ts';
import {
  ProviderUnavailableError,
  type NoticeAbout,
  type PaymentProvider,
  type ProviderDispute,
  type ProviderRefund,
  type ProviderSession,
} from '../provider/payment-provider.ts';
import type { ReturnMoney } from '../refunds/return-money.ts';
import type { PaymentSession } from '../sessions/payment-session.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import { onceMore, type SettlePayment } from '../settlement/settle-payment.ts';
import type { NoticesRepository, NoticeVia, OwedNotice } from './notices.repository.ts';
import { ReadPages, type PageOutcome } from './read-pages.ts';

/** Objects followed in one round. */
const ROUND = 200;
const AT_ONCE = 8;
/**
 * How long notices that arrived during a round wait for more, so that one list call serves them all. A notice that arrives alone does
 * not wait.
 */
const COMPANY_MS = 50;
const RETRIES = { firstMs: 1_000, maxMs: 60_000 };
/** The most owed notices that one query returns. */
const LOOK = 2_000;

/** One object of the provider, with the notices that are a reason to read it. */
interface Subject {
  readonly about: NoticeAbout;
  readonly objectId: string;
  readonly madeAt: Date | undefined;
  readonly noticeIds: Set<string>;
  via: NoticeVia;
  tries: number;
  /** Runs work in the context of the caller who added its first notice. */
  readonly inContext: <T>(work: () => T) => T;
}

/** What became of a subject's notices. */
export type FollowOutcome = PageOutcome | 'put off';

/** Learns what became of notices. */
export type FollowWatch = (about: NoticeAbout, outcome: FollowOutcome, notices: number) => void;

/**
 * Follows stored notices: reads the objects they are about, and stores the effect together with the mark that they are done. One read
 * serves all notices about an object. A notice that cannot be followed now stays owed.
 */
export class FollowNotices {
  private readonly waiting = new Map<string, Subject>();
  private readonly pages: ReadPages;
  private readonly owedFrom = new DueFrom();
  private working: Promise<void> | undefined;
  private stopping = false;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly notices: NoticesRepository,
    private readonly sessions: SessionsRepository,
    private readonly settle: SettlePayment,
    private readonly returnMoney: ReturnMoney,
    private readonly disputes: FollowDispute,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly watch: FollowWatch = () => undefined,
    private readonly waitForMore: () => Promise<void> = () => pause(COMPANY_MS),
  ) {
    this.pages = new ReadPages(notices, settle, transactions);
  }

  /** Starts to follow notices that were just stored. The caller does not wait for it. */
  begin(owed: readonly OwedNotice[]): void {
    this.add(owed);
    void this.work();
  }

  /** Follows every owed notice, for whatever reason it was left. Resolves when each was tried. */
  async run(): Promise<void> {
    const now = this.clock.now();
    const from = this.owedFrom.at(now);
    const owed = await this.notices.owed(now, LOOK, from);
    // With more than one look returns, the next one begins where this one did.
    if (owed.length < LOOK) this.owedFrom.looked(from, now, []);
    this.add(owed);
    await this.work();
  }

  /** Finishes the current round; the rest stays owed for another process. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.working;
  }

  private add(owed: readonly OwedNotice[]): void {
    for (const { notice, via, tries } of owed) {
      const key = `${notice.about}:${notice.objectId}`;
      const subject = this.waiting.get(key) ?? {
        about: notice.about,
        objectId: notice.objectId,
        madeAt: notice.objectMadeAt,
        noticeIds: new Set<string>(),
        via,
        tries,
        inContext: AsyncLocalStorage.snapshot(),
      };
      subject.noticeIds.add(notice.id);
      if (via === 'webhook') subject.via = via;
      subject.tries = Math.max(subject.tries, tries);
      this.waiting.set(key, subject);
    }
  }

  private work(): Promise<void> {
    this.working ??= this.rounds().finally(() => {
      this.working = undefined;
    });
    return this.working;
  }

  private async rounds(): Promise<void> {
    for (let isFirst = true; this.waiting.size > 0 && !this.stopping; isFirst = false) {
      if (!isFirst && this.waiting.size < ROUND) await this.waitForMore();
      const turn = [...this.waiting.entries()].slice(0, ROUND);
      for (const [key] of turn) this.waiting.delete(key);
      await this.round(turn.map(([, subject]) => subject));
    }
  }

  private async round(subjects: readonly Subject[]): Promise<void> {
    let pages: ReadonlyMap<string, ProviderSession>;
    try {
      pages = await this.provider.readSessions(
        subjects.filter(({ about }) => about === 'session').map(({ objectId, madeAt }) => ({ checkoutSessionId: objectId, madeAt })),
      );
    } catch (error) {
      // The provider is away, so the other notices would fail too.
      const rest = [...this.waiting.values()];
      this.waiting.clear();
      return this.putOff([...subjects, ...rest], error);
    }
    const limit = pLimit(AT_ONCE);
    await Promise.all(
      subjects.map((subject) =>
        // Pages were read together and are stored together; other objects are read one by one.
        subject.about === 'session' ? this.followOne(subject, pages) : limit(() => this.followOne(subject, pages)),
      ),
    );
  }

  private async followOne(subject: Subject, pages: ReadonlyMap<string, ProviderSession>): Promise<void> {
    try {
      const outcome = await this.carryOut(subject, pages);
      this.watch(subject.about, outcome, subject.noticeIds.size);
      if (outcome === 'done' && subject.via === 'reconciler')
        this.log.info('a notice without a webhook was carried out', { provider: 'stripe', kind: subject.about });
    } catch (error) {
      await this.putOff([subject], error);
    }
  }

  /** Reads the provider first, then stores: nothing is locked during the call. */
  private async carryOut(subject: Subject, pages: ReadonlyMap<string, ProviderSession>): Promise<FollowOutcome> {
    switch (subject.about) {
      case 'session': {
        const seen = pages.get(subject.objectId);
        return seen
          ? this.pages.store({ noticeIds: [...subject.noticeIds], look: { seen, cause: subject.via, inContext: subject.inContext } })
          : this.ignore(subject);
      }
      case 'refund': {
        const seen = await this.provider.readRefund(subject.objectId);
        return seen ? this.storeRefunds(subject, seen.paymentIntentId, [seen]) : this.ignore(subject);
      }
      case 'payment':
        return this.storeRefunds(subject, subject.objectId, await this.provider.refundsOf(subject.objectId));
      case 'dispute': {
        const seen = await this.provider.readDispute(subject.objectId);
        return seen ? this.storeDispute(subject, seen) : this.ignore(subject);
      }
      case 'other':
        return this.ignore(subject);
    }
  }

  private async storeRefunds(subject: Subject, paymentIntentId: string, refunds: readonly ProviderRefund[]): Promise<FollowOutcome> {
    const page = await this.pageOf(paymentIntentId);
    return this.store(subject, async (transaction) => {
      if (!(await this.sessionOf(paymentIntentId, page, subject.via, transaction))) return false;
      for (const seen of refunds) await this.returnMoney.apply(seen, transaction);
      return true;
    });
  }

  private async storeDispute(subject: Subject, seen: ProviderDispute): Promise<FollowOutcome> {
    const page = await this.pageOf(seen.paymentIntentId);
    return this.store(subject, async (transaction) => {
      const session = await this.sessionOf(seen.paymentIntentId, page, subject.via, transaction);
      if (session) {
        await this.disputes.apply(seen, session, transaction);
        await this.returnMoney.lostToBank(session, transaction);
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
    via: NoticeVia,
    transaction: ClientSession,
  ): Promise<PaymentSession | undefined> {
    const known = await this.sessions.byPayment(paymentIntentId, transaction);
    if (known || !page) return known;
    await this.settle.apply(page, via, transaction);
    return this.sessions.byPayment(paymentIntentId, transaction);
  }

  private async store(subject: Subject, effect: (transaction: ClientSession) => Promise<boolean>): Promise<FollowOutcome> {
    return onceMore(() =>
      this.transactions.run(async (transaction) => {
        if ((await this.notices.done([...subject.noticeIds], transaction)) === 0) return 'repeat';
        return (await effect(transaction)) ? 'done' : 'ignored';
      }),
    );
  }

  private ignore(subject: Subject): Promise<FollowOutcome> {
    return this.store(subject, () => Promise.resolve(false));
  }

  private async putOff(subjects: readonly Subject[], error: unknown): Promise<void> {
    const away = error instanceof ProviderUnavailableError || isUnavailable(error);
    if (away) this.log.warn('notices wait until what they need is back', { provider: 'stripe', count: subjects.length });
    else
      this.log.error('a notice could not be carried out', { provider: 'stripe', kind: subjects[0]?.about, count: subjects.length }, error);
    const now = this.clock.now().getTime();
    const byTries = Map.groupBy(subjects, ({ tries }) => tries);
    try {
      for (const [tries, alike] of byTries) {
        const until = new Date(now + backoff(tries, RETRIES));
        await this.notices.putOff(
          alike.flatMap(({ noticeIds }) => [...noticeIds]),
          until,
        );
        for (const { about, noticeIds } of alike) this.watch(about, 'put off', noticeIds.size);
      }
    } catch (fault) {
      // They are still owed, so the next run finds them unchanged.
      this.log.warn('notices could not be put off', { count: subjects.length }, fault);
    }
  }
}

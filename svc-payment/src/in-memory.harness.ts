import { HOUR_MS, isToCome } from '@concert/contracts/core/durations';
import type { Envelope } from '@concert/contracts/core/envelope';
import { randomIds } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import { StaleWriteError, type ClientSession, type Connection, type Transactions } from '@concert/service-kit/store/mongo';
import { Outbox } from '@concert/service-kit/messages/outbox';
import { FakeClock } from '@concert/test-kit/clock';
import type { AccountReading } from './books/account-reading.schema.ts';
import type { BalanceMovementDocument } from './books/balance-movement.schema.ts';
import type { FraudWarningDocument } from './books/fraud-warning.schema.ts';
import type { MongoBooks } from './books/mongo-books.ts';
import type { Dispute } from './disputes/dispute.ts';
import type { MongoDisputes } from './disputes/mongo-disputes.ts';
import type { LedgerEntry } from './ledger/ledger.ts';
import type { MongoLedger } from './ledger/mongo-ledger.ts';
import type { PaymentProvider } from './provider/payment-provider.ts';
import type { MongoCheckpoints } from './reconciler/mongo-checkpoints.ts';
import { PublishRefunds } from './refunds/sending/publish-refunds.ts';
import { RateLimiter } from './refunds/sending/rate-limiter.ts';
import { isLive, type Refund } from './refunds/rules/refund.ts';
import type { MongoRefunds } from './refunds/rules/mongo-refunds.ts';
import { ReturnMoney } from './refunds/sending/return-money.ts';
import { SendRefunds } from './refunds/sending/send-refunds.ts';
import { sessionKey, type PaymentSession } from './sessions/payment-session.ts';
import type { MongoSessions } from './sessions/mongo-sessions.ts';
import type { MongoNotices, PendingNotice } from './notices/mongo-notices.ts';
import type { NoticeSource } from './notices/notice.schema.ts';

/** A port with only the methods a test needs; calling any other fails the test. */
export function partialFake<T extends object>(methods: Partial<T>): T {
  return new Proxy(methods, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      // `await` looks for a `then` on every value, so that name must not throw.
      if (found === undefined && name !== 'then') throw new Error(`${String(name)} is not kept in memory`);
      return found;
    },
  }) as T;
}

/** A log that nobody reads. */
export const silent = partialFake<Log>({ debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined });
/** A bound on refunds that is never reached. */
const unbounded = new RateLimiter(
  1e9,
  () => 0,
  () => Promise.resolve(),
);

/** The sign with which each kind of entry counts in the money that we hold. */
const SIGN = { captured: 1, refunded: -1, refund_reversed: 1, disputed: -1, dispute_reversed: 1, given: 0, given_reversed: 0 } as const;

/** MongoDB's error for a duplicate key. */
function duplicate(): Error {
  return Object.assign(new Error('duplicate key'), { code: 11_000 });
}

/** Sorts by time, earliest first. */
function byTime<T>(rows: Iterable<T>, at: (row: T) => Date): T[] {
  return [...rows].sort((a, b) => at(a).getTime() - at(b).getTime());
}

interface NoticeRow extends PendingNotice {
  owedFrom: Date | null;
  tries: number;
  done: boolean;
}

/** svc-payment's database in memory. Transactions run one after the other and store nothing when they throw. */
export class InMemoryDatabase {
  readonly clock = new FakeClock();
  sessions = new Map<string, PaymentSession>();
  entries = new Map<string, LedgerEntry>();
  refunds = new Map<string, Refund>();
  disputes = new Map<string, Dispute>();
  notices = new Map<string, NoticeRow>();
  facts: Envelope[] = [];
  checkpoints = new Map<string, Date>();
  movements = new Map<string, BalanceMovementDocument>();
  warnings = new Map<string, FraudWarningDocument>();
  reading: AccountReading | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  readonly transactions = partialFake<Transactions>({
    run: <T>(work: (session: ClientSession) => Promise<T>): Promise<T> => {
      const mine = this.turn.then(() => this.atomically(work));
      this.turn = mine.catch(() => undefined);
      return mine;
    },
  });

  readonly outbox: Outbox = new (class extends Outbox {
    constructor(private readonly memory: InMemoryDatabase) {
      super(undefined as unknown as Connection, 'svc-payment', memory.clock);
    }
    override record(_: ClientSession, facts: readonly { envelope: Envelope }[]): Promise<void> {
      this.memory.facts = [...this.memory.facts, ...facts.map(({ envelope }) => envelope)];
      return Promise.resolve();
    }
  })(this);

  /** What the ledger says that we hold, of all payments or of one. */
  held(paymentIntentId?: string): number {
    const entries = [...this.entries.values()].filter((entry) => entry.paymentIntentId === (paymentIntentId ?? entry.paymentIntentId));
    return entries.reduce((sum, { kind, amount }) => sum + SIGN[kind] * amount.amountMinor, 0);
  }

  readonly sessionsRepository: MongoSessions = partialFake<MongoSessions>({
    byKey: (key) => Promise.resolve(this.sessions.get(key)),
    byCheckoutSession: (id) => Promise.resolve([...this.sessions.values()].find(({ page }) => page?.checkoutSessionId === id)),
    byPayment: (id) => Promise.resolve([...this.sessions.values()].find(({ received }) => received?.paymentIntentId === id)),
    ofBooking: (id) =>
      Promise.resolve([...this.sessions.values()].filter(({ bookingId }) => bookingId === id).sort((a, b) => b.attempt - a.attempt)),
    wanted: ({ bookingIds, checkoutSessionIds }) =>
      Promise.resolve(
        [...this.sessions.values()].filter(
          ({ bookingId, page }) => bookingIds.includes(bookingId) || (page !== null && checkoutSessionIds.includes(page.checkoutSessionId)),
        ),
      ),
    store: async (writes, transaction) => {
      for (const { before, after } of writes) {
        if (before) await this.sessionsRepository.replace(before, after, transaction);
        else await this.sessionsRepository.add(after, transaction);
      }
    },
    add: (session, transaction) => {
      const key = sessionKey(session.bookingId, session.attempt);
      // In MongoDB a duplicate key aborts the transaction; without a transaction the session is only not added.
      if (this.sessions.has(key) || this.takesOfOther(key, session))
        return transaction ? Promise.reject(duplicate()) : Promise.resolve(false);
      this.sessions.set(key, session);
      return Promise.resolve(true);
    },
    replace: (before, after) => {
      const key = sessionKey(before.bookingId, before.attempt);
      if (this.sessions.get(key)?.version !== before.version) return Promise.reject(new StaleWriteError('the session changed in between'));
      if (this.takesOfOther(key, after)) return Promise.reject(duplicate());
      this.sessions.set(key, after);
      return Promise.resolve();
    },
  });

  readonly ledger = partialFake<MongoLedger>({
    add: (entries) => {
      for (const entry of entries) {
        const key = `${entry.kind}:${entry.movement}`;
        if (this.entries.has(key)) return Promise.reject(duplicate());
        this.entries.set(key, entry);
      }
      return Promise.resolve();
    },
    ofBooking: (id) =>
      Promise.resolve(
        byTime(
          [...this.entries.values()].filter(({ bookingId }) => bookingId === id),
          ({ at }) => at,
        ),
      ),
  });

  readonly refundsRepository = partialFake<MongoRefunds>({
    byId: (id) => Promise.resolve(this.refunds.get(id)),
    byProviderRefund: (id) => Promise.resolve([...this.refunds.values()].find(({ providerRefundId }) => providerRefundId === id)),
    ofBookings: (ids) =>
      Promise.resolve([...this.refunds.values()].filter(({ bookingId }) => ids.includes(bookingId)).sort((a, b) => a.attempt - b.attempt)),
    due: (now, most) =>
      Promise.resolve(
        byTime(
          [...this.refunds.values()].filter(({ status, nextTryAt }) => status === 'requested' && !isToCome(nextTryAt, HOUR_MS, now)),
          ({ nextTryAt }) => nextTryAt,
        ).slice(0, most),
      ),
    add: (refunds) => {
      for (const refund of refunds) {
        if (this.refunds.has(refund.id) || this.repeatsOther(refund)) return Promise.reject(duplicate());
        this.refunds.set(refund.id, refund);
      }
      return Promise.resolve();
    },
    replace: (before, after) => {
      if (this.refunds.get(before.id)?.version !== before.version)
        return Promise.reject(new StaleWriteError('the refund changed in between'));
      if (this.repeatsOther(after)) return Promise.reject(duplicate());
      this.refunds.set(before.id, after);
      return Promise.resolve();
    },
  });

  readonly disputesRepository = partialFake<MongoDisputes>({
    byId: (id) => Promise.resolve(this.disputes.get(id)),
    ofBookings: (ids) =>
      Promise.resolve(
        byTime(
          [...this.disputes.values()].filter(({ bookingId }) => ids.includes(bookingId)),
          ({ openedAt }) => openedAt,
        ),
      ),
    add: (dispute) => {
      if (this.disputes.has(dispute.id)) return Promise.reject(duplicate());
      this.disputes.set(dispute.id, dispute);
      return Promise.resolve();
    },
    replace: (before, after) => {
      if (this.disputes.get(before.id)?.version !== before.version)
        return Promise.reject(new StaleWriteError('the dispute changed in between'));
      this.disputes.set(after.id, after);
      return Promise.resolve();
    },
  });

  readonly noticesRepository = partialFake<MongoNotices>({
    keep: (notices, via: NoticeSource) => {
      const fresh = notices.filter(({ id }, at) => !this.notices.has(id) && notices.findIndex((other) => other.id === id) === at);
      for (const notice of fresh) this.notices.set(notice.id, { notice, via, tries: 0, owedFrom: this.clock.now(), done: false });
      return Promise.resolve(fresh.map((notice) => ({ notice, via, tries: 0 })));
    },
    owed: (now, most) =>
      Promise.resolve(
        byTime(
          [...this.notices.values()].flatMap(({ owedFrom, ...row }) =>
            owedFrom !== null && !isToCome(owedFrom, HOUR_MS, now) ? [{ ...row, owedFrom }] : [],
          ),
          ({ owedFrom }) => owedFrom,
        )
          .slice(0, most)
          .map(({ notice, via, tries }) => ({ notice, via, tries })),
      ),
    stillOwed: (ids) => Promise.resolve(new Set(ids.filter((id) => this.notices.get(id)?.done === false))),
    done: (ids) => {
      const open = ids.filter((id) => this.notices.get(id)?.done === false);
      for (const id of open) this.notices.set(id, { ...this.notices.get(id)!, done: true, owedFrom: null });
      return Promise.resolve(open.length);
    },
    defer: (ids, until) => {
      for (const id of ids) {
        const row = this.notices.get(id);
        if (row && !row.done) this.notices.set(id, { ...row, owedFrom: until, tries: row.tries + 1 });
      }
      return Promise.resolve();
    },
  });

  readonly checkpointsRepository = partialFake<MongoCheckpoints>({
    read: (name) => Promise.resolve(this.checkpoints.get(name)),
    write: (name, at) => {
      const known = this.checkpoints.get(name);
      if (!known || known < at) this.checkpoints.set(name, at);
      return Promise.resolve();
    },
  });

  readonly booksRepository = partialFake<MongoBooks>({
    unknownOf: (movements) =>
      Promise.resolve(
        movements.filter(({ id }) => {
          const known = this.movements.get(id);
          return !known || (known.bookingId === null && known.paymentIntentId !== null);
        }),
      ),
    ownersOf: (payments) =>
      Promise.resolve(
        new Map(
          [...this.movements.values()]
            .filter(({ line, bookingId, paymentIntentId }) => line === 'charged' && bookingId && payments.includes(paymentIntentId!))
            .map(({ paymentIntentId, bookingId, category }) => [paymentIntentId!, { bookingId: bookingId!, category }]),
        ),
      ),
    keep: (movements, owners, readAt) => {
      for (const { id, amount, sourceId, paymentIntentId, ...rest } of movements) {
        const fresh = { _id: id, ...rest, ...amount, sourceId: sourceId ?? null, paymentIntentId: paymentIntentId ?? null, readAt };
        this.movements.set(id, this.movements.get(id) ?? { ...fresh, bookingId: null, category: null });
      }
      for (const [id, row] of this.movements) {
        const owner = row.bookingId === null ? owners.get(row.paymentIntentId ?? '') : undefined;
        if (owner) this.movements.set(id, { ...row, ...owner });
      }
      return Promise.resolve();
    },
    reading: () => Promise.resolve(this.reading),
    noteReading: (reading) => {
      if (!this.reading || this.reading.at <= reading.at) this.reading = reading;
      return Promise.resolve();
    },
    cells: (_timeZone, until) =>
      Promise.resolve(
        [...this.movements.values()]
          .filter(({ readAt }) => readAt <= until)
          .map((row) => ({ ...row, isOurs: row.bookingId !== null, day: row.createdAt.toISOString().slice(0, 10) })),
      ),
    held: (payments) => {
      const ours = [...this.movements.values()].filter(
        ({ bookingId, paymentIntentId }) => bookingId !== null && (payments?.includes(paymentIntentId!) ?? true),
      );
      const sum = (rows: typeof ours) => rows.reduce((total, { soldMinor }) => total + soldMinor, 0);
      return Promise.resolve(
        [...Map.groupBy(ours, (row) => row.paymentIntentId!)].map(([paymentIntentId, rows]) => {
          const lostMinor = 0 - sum(rows.filter(({ line }) => line === 'lost'));
          return { paymentIntentId, bookingId: rows[0]!.bookingId!, heldMinor: sum(rows), lostMinor };
        }),
      );
    },
    unknownWarnings: (warnings) => Promise.resolve(warnings.filter(({ id }) => !this.warnings.has(id))),
    addWarning: (warning) => {
      if (this.warnings.has(warning._id)) return Promise.reject(duplicate());
      this.warnings.set(warning._id, warning);
      return Promise.resolve();
    },
    warnings: () => Promise.resolve(byTime(this.warnings.values(), ({ warnedAt }) => warnedAt).toReversed()),
  });

  /** What a process sends money back with. */
  sendingBack(provider: PaymentProvider, transactions = this.transactions) {
    const { refundsRepository, sessionsRepository, disputesRepository, outbox, clock } = this;
    const stores = [refundsRepository, sessionsRepository, disputesRepository] as const;
    const news = new PublishRefunds(this.ledger, outbox, clock, silent);
    const returnMoney = new ReturnMoney(...stores, news, transactions, clock, randomIds, silent);
    const sender = new SendRefunds(...stores, provider, returnMoney, news, transactions, clock, unbounded, silent);
    return { news, returnMoney, sender };
  }

  /** Whether a session has the same page as another one, or holds money where another session of its booking does. */
  private takesOfOther(key: string, session: PaymentSession): boolean {
    const keeps = ({ standing }: PaymentSession) => standing === 'kept' || standing === 'booked';
    return [...this.sessions].some(
      ([otherKey, other]) =>
        otherKey !== key &&
        ((other.page !== null && other.page.checkoutSessionId === session.page?.checkoutSessionId) ||
          (other.bookingId === session.bookingId && keeps(other) && keeps(session))),
    );
  }

  /** Whether another refund has the same attempt or the same id at the provider, or is live for the same session. */
  private repeatsOther(refund: Refund): boolean {
    return [...this.refunds.values()].some(
      (other) =>
        other.id !== refund.id &&
        ((other.bookingId === refund.bookingId && other.attempt === refund.attempt) ||
          (isLive(other) && isLive(refund) && other.checkoutSessionId === refund.checkoutSessionId) ||
          (other.providerRefundId !== null && other.providerRefundId === refund.providerRefundId)),
    );
  }

  private async atomically<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    const before = {
      sessions: new Map(this.sessions),
      entries: new Map(this.entries),
      refunds: new Map(this.refunds),
      disputes: new Map(this.disputes),
      notices: new Map(this.notices),
      warnings: new Map(this.warnings),
      facts: this.facts,
    };
    try {
      return await work({} as ClientSession);
    } catch (error) {
      Object.assign(this, before);
      throw error;
    }
  }
}

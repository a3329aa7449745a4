import { AsyncLocalStorage } from 'node:async_hooks';
import type { BookingId } from '@concert/contracts/core/ids';
import { sessionEndedV1 } from '@concert/contracts/payment/events';
import { Batcher, NEVER_REFUSED } from '@concert/service-kit/store/batcher';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Outcome } from '@concert/service-kit/store/outcome';
import type { Outbox } from '@concert/service-kit/messages/outbox';
import type { LedgerEntry } from '../ledger/ledger.ts';
import type { MongoLedger } from '../ledger/mongo-ledger.ts';
import type { HttpBookingMoney } from './http-booking-money.ts';
import type { MongoNotices } from '../notices/mongo-notices.ts';
import type { PaymentProvider, ProviderMoney, ProviderSession, SessionReference, SoldSeats } from '../provider/payment-provider.ts';
import type { ReturnMoney } from '../refunds/sending/return-money.ts';
import {
  adoptPage,
  asProviderSays,
  hasEndedUnpaid,
  sessionKey,
  withEndRequested,
  withStanding,
  type EndOutcome,
  type PaymentSession,
  type SessionCause,
} from '../sessions/payment-session.ts';
import { LoadedSessions } from '../sessions/loaded-sessions.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import { retryOnDuplicate } from './retry-on-duplicate.ts';
import { settledFact } from './settled-fact.ts';
import {
  snapshotPrecondition,
  freeReference,
  isReplaced,
  isDuplicatePage,
  sessionOf,
  type SessionSnapshot,
  type SnapshotOutcome,
} from './session-snapshot.ts';

/** Snapshots stored together. A larger group makes the transaction longer and saves little. */
const MAX_SNAPSHOTS = 100;

/** What several snapshots change in one transaction: gathered in memory, and stored together at the end. */
interface Changes {
  readonly sessions: LoadedSessions;
  readonly entries: LedgerEntry[];
  readonly facts: Parameters<Outbox['record']>[1][number][];
  readonly transaction: ClientSession;
}

/**
 * The only way a payment session changes: the provider is read, and its answer is stored together with the facts that follow from it.
 * Webhook, return page and reconciler all use it, any number of times and in any order.
 */
export class SettlePayment {
  private readonly snapshots = new Batcher<SessionSnapshot, SnapshotOutcome>({
    ...NEVER_REFUSED,
    most: MAX_SNAPSHOTS,
    commit: (snapshots) => this.commit(snapshots),
  });

  constructor(
    private readonly provider: PaymentProvider,
    private readonly sessions: MongoSessions,
    private readonly notices: MongoNotices,
    private readonly returnMoney: ReturnMoney,
    private readonly ledger: MongoLedger,
    private readonly bookings: Pick<HttpBookingMoney, 'restore'>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly host: string,
    private readonly log: Log,
  ) {}

  /**
   * Reads a session at the provider and stores what it says.
   * @returns undefined when the provider has no such page, or it is not ours
   * @throws ProviderUnavailableError when the page could not be read; nothing has changed then
   */
  async settle(checkoutSessionId: string, cause: SessionCause): Promise<PaymentSession | undefined> {
    const seen = await this.provider.readSession(checkoutSessionId);
    return seen && this.storeSnapshot(seen, cause);
  }

  /**
   * Stores a page that was just read, together with those that others read at the same time. A second page of one attempt is closed at
   * the provider, unless it received money.
   * @returns undefined when the page is not ours, or is such a second page
   * @throws ProviderUnavailableError when a second page could not be closed; the next read finds it again
   */
  async storeSnapshot(seen: ProviderSession, cause: SessionCause): Promise<PaymentSession | undefined> {
    return this.store({ seen, cause, closesSecond: true, inContext: AsyncLocalStorage.snapshot() });
  }

  /**
   * The same for a page that was read because of notices, which are marked as done in the same transaction.
   * @throws NeighbourUnavailableError when a booking could not be restored; nothing has changed then
   */
  async follow(seen: ProviderSession, cause: SessionCause, noticeIds: readonly string[]): Promise<PaymentSession | undefined> {
    return this.store({ seen, cause, noticeIds, inContext: AsyncLocalStorage.snapshot() });
  }

  private async store(snapshot: SessionSnapshot): Promise<PaymentSession | undefined> {
    const outcome = await this.snapshots.submit(snapshot);
    if (!('first' in outcome)) return outcome.session;
    return this.store(outcome.first === 'restore' ? await this.restored(snapshot) : await this.closed(snapshot));
  }

  /**
   * Stores some snapshots, in the caller's transaction, each in its own context and one after the other: a snapshot sees what
   * those before it did. A session of ours that we do not know is taken in.
   */
  private async applyAll(snapshots: readonly SessionSnapshot[], transaction: ClientSession): Promise<SnapshotOutcome[]> {
    const seen = snapshots.map((snapshot) => snapshot.seen);
    const wanted = {
      bookingIds: [...new Set(seen.flatMap(({ reference }) => (reference ? [reference.bookingId] : [])))],
      checkoutSessionIds: [...new Set(seen.map(({ checkoutSessionId }) => checkoutSessionId))],
    };
    const sessions = await LoadedSessions.read(this.sessions, wanted, transaction);
    const changes: Changes = { sessions, entries: [], facts: [], transaction };
    const outcomes: SnapshotOutcome[] = [];
    for (const snapshot of snapshots) outcomes.push(await snapshot.inContext(() => this.applyOne(snapshot, changes)));
    await sessions.store();
    await this.ledger.add(changes.entries, transaction);
    await this.outbox.record(transaction, changes.facts);
    return outcomes;
  }

  /** Restores the booking of a snapshot, which is stored after that. @throws NeighbourUnavailableError when svc-booking does not answer */
  private async restored(snapshot: SessionSnapshot): Promise<SessionSnapshot> {
    const { reference, email, seats, amount, giftMinor } = snapshot.seen;
    if (reference && seats) await this.restoreBooking(reference, email, seats, amount, giftMinor);
    return { ...snapshot, isRestored: true };
  }

  /** Closes the page of an order that seemed to have failed, after another order had made the attempt's page. */
  private async closed(snapshot: SessionSnapshot): Promise<SessionSnapshot> {
    this.log.warn('a second page of one attempt is closed', { bookingId: snapshot.seen.reference?.bookingId });
    const seen = (await this.provider.expireSession(snapshot.seen.checkoutSessionId)) ?? snapshot.seen;
    return { ...snapshot, seen, closesSecond: false };
  }

  /** A unique index rejects one of two payments of a booking that settle at once; that one is tried again and finds the other. */
  private async commit(snapshots: readonly SessionSnapshot[]): Promise<Outcome<SnapshotOutcome>[]> {
    const outcomes = await retryOnDuplicate(() => this.transactions.run((transaction) => this.applyOwed(snapshots, transaction)));
    return outcomes.map((value) => ({ ok: true, value }));
  }

  /** Stores the snapshots that are not done yet, and marks their notices. */
  private async applyOwed(snapshots: readonly SessionSnapshot[], transaction: ClientSession): Promise<SnapshotOutcome[]> {
    const owed = await this.notices.stillOwed(noticesOf(snapshots), transaction);
    const fresh = snapshots.filter(({ noticeIds }) => !noticeIds || noticeIds.some((id) => owed.has(id)));
    const applied = await this.applyAll(fresh, transaction);
    const outcomes = new Map(fresh.map((snapshot, index) => [snapshot, applied[index]!]));
    await this.notices.done(noticesOf(fresh.filter((_, index) => !('first' in applied[index]!))), transaction);
    return snapshots.map((snapshot) => outcomes.get(snapshot) ?? { session: undefined });
  }

  /**
   * Restores the booking of an unknown paid page. If we do not know the page, an older backup of the database may have been restored,
   * and the booking may be lost too. Restoring an existing booking is harmless, and has to happen before its payment is published.
   * @throws NeighbourUnavailableError when svc-booking does not answer
   */
  async restoreLostBooking(seen: ProviderSession): Promise<void> {
    if (
      seen.state !== 'paid' ||
      !seen.reference ||
      !seen.seats ||
      !seen.email ||
      (await this.sessions.byCheckoutSession(seen.checkoutSessionId))
    )
      return;
    if (await this.sessions.byKey(sessionKey(seen.reference.bookingId, seen.reference.attempt))) return;
    await this.restoreBooking(seen.reference, seen.email, seen.seats, seen.amount, seen.giftMinor);
  }

  /** Publishes again that a booking is paid: we keep its money, but it is not marked as paid. A lost booking is restored first. */
  async republish(bookingId: BookingId): Promise<void> {
    const session = (await this.sessions.ofBooking(bookingId)).find(({ standing }) => standing === 'kept' || standing === 'booked');
    if (!session) return;
    if (session.seats) await this.restoreBooking(session, session.email, session.seats, session.price, session.giftMinor);
    await this.transactions.run((transaction) => this.outbox.record(transaction, [settledFact(this.outbox, session, 'reconciler')]));
    this.log.warn('it was told again that a booking is paid', { bookingId });
  }

  private async restoreBooking(
    { bookingId, userId }: Pick<SessionReference, 'bookingId' | 'userId'>,
    email: string,
    { seating, tickets }: SoldSeats,
    paid: Pick<ProviderMoney, 'amountMinor'>,
    giftMinor = 0,
  ): Promise<void> {
    const amountMinor = Math.max(0, paid.amountMinor - giftMinor);
    const gift = giftMinor > 0 ? { giftMinor } : {};
    const known = await this.bookings.restore({ bookingId, userId, email, seating, tickets, amountMinor, ...gift });
    if (!known) this.log.error('a paid booking was lost and is brought back', { bookingId });
  }

  /**
   * Ends a session that received no money. Its page is made unpayable at the provider first; if it was paid in the meantime, the
   * session is settled. The request to end it is stored before the provider is called, so that it can be completed later if the call
   * fails.
   */
  async end(session: PaymentSession, outcome: EndOutcome, cause: SessionCause): Promise<PaymentSession> {
    const marked = await this.transactions.run(async (transaction) => {
      const current = (await this.sessions.byKey(sessionKey(session.bookingId, session.attempt), transaction)) ?? session;
      const asked = withEndRequested(current, outcome);
      if (asked !== current) await this.sessions.replace(current, asked, transaction);
      return asked;
    });
    if (!marked.page) return marked;
    const seen = await this.provider.expireSession(marked.page.checkoutSessionId);
    return (seen && (await this.storeSnapshot(seen, cause))) ?? marked;
  }

  /** Stores what the provider said of one page, in the caller's transaction. The page's booking must exist. */
  async apply(seen: ProviderSession, cause: SessionCause, transaction: ClientSession): Promise<void> {
    await this.applyAll([{ seen, cause, isRestored: true, inContext: (work) => work() }], transaction);
  }

  private async applyOne(snapshot: SessionSnapshot, changes: Changes): Promise<SnapshotOutcome> {
    const { seen, cause } = snapshot;
    const { sessions } = changes;
    const first = snapshotPrecondition(snapshot, sessions);
    if (first) return { first };
    const known = sessionOf(seen, sessions);
    if (!known && isDuplicatePage(seen, sessions)) return { session: undefined };
    const before = known ?? (seen.reference && adoptPage(seen, freeReference(seen.reference, sessions), this.host));
    if (!before) return { session: undefined };
    let after = asProviderSays(before, seen, this.clock.now());
    if (after === before) return { session: before };
    if (after.status === 'settled') after = await this.receive(after, cause, changes);
    else if (after.status === 'pending' && isReplaced(after, sessions)) after = withEndRequested(after, 'expired');
    else if (hasEndedUnpaid(before.status, after.status)) this.tellEnd(after, after.status, changes);
    sessions.put(after);
    return { session: after };
  }

  /** The money has arrived. It is kept for the booking, unless the booking has been paid already or the currency is not ours. */
  private async receive(session: PaymentSession, cause: SessionCause, changes: Changes): Promise<PaymentSession> {
    const { sessions, entries, facts, transaction } = changes;
    const { bookingId, page, received } = session;
    if (!page || !received) throw new Error('a settled session has a page and money');
    const { checkoutSessionId } = page;
    entries.push({
      kind: 'captured',
      movement: received.paymentIntentId,
      bookingId,
      checkoutSessionId,
      paymentIntentId: received.paymentIntentId,
      amount: received.amount,
      at: received.at,
    });
    const others = sessions.ofBooking(bookingId);
    if (others.some(({ standing }) => standing === 'kept' || standing === 'booked')) {
      await this.returnMoney.request(session, 'paid twice', false, transaction);
      return withStanding(session, 'returned');
    }
    // Once a booking has money, none of its other pages may stay payable: the reconciler closes them.
    for (const other of others) if (other.attempt !== session.attempt) sessions.put(withEndRequested(other, 'expired'));
    if (received.amount.currency !== session.price.currency) {
      await this.returnMoney.request(session, 'other currency', false, transaction);
      this.tellEnd(session, 'failed', changes);
      return withStanding(session, 'returned');
    }
    if (received.amount.amountMinor !== session.price.amountMinor)
      this.log.warn('another amount was received than was asked for', { bookingId });
    // If a page is already paid when it is opened, only we noticed the payment.
    facts.push(settledFact(this.outbox, session, cause === 'created' ? 'reconciler' : cause));
    return withStanding(session, 'kept');
  }

  /** Publishes that a session ended without money, unless a newer one of the booking has replaced it or another one is paid. */
  private tellEnd(session: PaymentSession, outcome: EndOutcome, { sessions, facts }: Changes): void {
    const { bookingId, attempt, page, version } = session;
    const others = sessions.ofBooking(bookingId).filter((other) => other.attempt !== attempt);
    if (!page || others.some((other) => other.attempt > attempt || other.standing === 'kept' || other.standing === 'booked')) return;
    const { checkoutSessionId } = page;
    const endedAt = this.clock.now().toISOString();
    facts.push(this.outbox.fact(sessionEndedV1, checkoutSessionId, version, { bookingId, checkoutSessionId, outcome, endedAt }));
  }
}

function noticesOf(snapshots: readonly SessionSnapshot[]): string[] {
  return snapshots.flatMap(({ noticeIds = [] }) => [...noticeIds]);
}

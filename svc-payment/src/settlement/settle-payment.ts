import type { BookingId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import { sessionEndedV1, sessionSettledV1 } from '@concert/contracts/payment/events';
import type { Clock } from '@concert/service-kit/clock';
import { isDuplicateKey } from '@concert/service-kit/errors';
import type { Log } from '@concert/service-kit/log';
import type { ClientSession, Transactions } from '@concert/service-kit/mongo';
import type { Outbox } from '@concert/service-kit/outbox';
import type { Ledger } from '../ledger/ledger.ts';
import type { BookingLedger } from '../booking-money/booking-money.ts';
import type { PaymentProvider, ProviderSession, SessionReference, SoldSeats } from '../provider/payment-provider.ts';
import type { ReturnMoney } from '../refunds/return-money.ts';
import {
  adopted,
  asProviderSays,
  endedNow,
  sessionKey,
  toBeEnded,
  withStanding,
  type EndOutcome,
  type PaymentSession,
  type SessionCause,
} from '../sessions/payment-session.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';

type SettledCause = 'webhook' | 'return-page' | 'reconciler';

/**
 * The one way a payment session changes: the provider is read, and what it says is stored together with the facts that
 * follow from it. Webhook, return page and reconciler all come here, any number of times and in any order.
 */
export class SettlePayment {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly sessions: SessionsRepository,
    private readonly returnMoney: ReturnMoney,
    private readonly ledger: Ledger,
    private readonly bookings: BookingLedger,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly host: string,
    private readonly log: Log,
  ) {}

  /**
   * Reads a session at the provider and stores what it says.
   * @returns undefined when the provider has no such page, or it is none of ours
   * @throws ProviderUnavailableError when it could not be read; nothing has changed then
   */
  async settle(checkoutSessionId: string, cause: SessionCause): Promise<PaymentSession | undefined> {
    const seen = await this.provider.readSession(checkoutSessionId);
    return seen && this.take(seen, cause);
  }

  /**
   * Stores what was read a moment ago. A second page of one attempt is closed at the provider, unless it took money.
   * @returns undefined when it is none of ours, or such a second page
   * @throws ProviderUnavailableError when a second page could not be closed; the next look finds it again
   */
  async take(read: ProviderSession, cause: SessionCause): Promise<PaymentSession | undefined> {
    const seen = await this.withoutSecond(read);
    await this.restoreLostBooking(seen);
    return onceMore(() => this.transactions.run((transaction) => this.apply(seen, cause, transaction)));
  }

  /** An order that seemed to have failed made its page after all, when another one was in its place already. */
  private async withoutSecond(seen: ProviderSession): Promise<ProviderSession> {
    if (seen.state !== 'open' || !seen.reference || (await this.sessions.byCheckoutSession(seen.checkoutSessionId))) return seen;
    const attempt = await this.sessions.byKey(sessionKey(seen.reference.bookingId, seen.reference.attempt));
    // Two presses get the same page: between the two looks the other one may have noted it.
    if (!attempt?.page || attempt.page.checkoutSessionId === seen.checkoutSessionId) return seen;
    this.log.warn('a second page of one attempt is closed', { bookingId: attempt.bookingId });
    return (await this.provider.expireSession(seen.checkoutSessionId)) ?? seen;
  }

  /**
   * A paid page that we do not know means that an older copy of the database came back: then its booking may be lost too.
   * Restoring it is harmless when it is there, and has to come before the news that it is paid.
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
    await this.restoreBooking(seen.reference, seen.email, seen.seats);
  }

  /** Money is kept for a booking that does not stand: tells again that it is paid, to a booking that is there for certain. */
  async tellAgain(bookingId: BookingId): Promise<void> {
    const session = (await this.sessions.ofBooking(bookingId)).find(({ standing }) => standing === 'kept' || standing === 'booked');
    if (!session) return;
    if (session.seats) await this.restoreBooking(session, session.email, session.seats);
    await this.transactions.run((transaction) => this.tellSettled(session, 'reconciler', transaction));
    this.log.warn('it was told again that a booking is paid', { bookingId });
  }

  private async restoreBooking(
    { bookingId, userId }: Pick<SessionReference, 'bookingId' | 'userId'>,
    email: string,
    { seating, tickets }: SoldSeats,
  ): Promise<void> {
    const known = await this.bookings.restore({ bookingId, userId, email, seating, tickets });
    if (!known) this.log.error('a paid booking was lost and is brought back', { bookingId });
  }

  /**
   * Ends a session that took no money: makes it unpayable at the provider first. One that was paid meanwhile is settled.
   * The wish is stored before the provider is asked, so it is carried through later when that fails.
   */
  async end(session: PaymentSession, outcome: EndOutcome, cause: SessionCause): Promise<PaymentSession> {
    const marked = await this.transactions.run(async (transaction) => {
      const current = (await this.sessions.byKey(sessionKey(session.bookingId, session.attempt), transaction)) ?? session;
      const asked = toBeEnded(current, outcome);
      if (asked !== current) await this.sessions.replace(current, asked, transaction);
      return asked;
    });
    if (!marked.page) return marked;
    const seen = await this.provider.expireSession(marked.page.checkoutSessionId);
    return (seen && (await this.take(seen, cause))) ?? marked;
  }

  /**
   * Stores what the provider said, in the caller's transaction. A session of ours that we do not know is taken in.
   * @returns undefined when it is none of ours, or a second page without money
   */
  async apply(seen: ProviderSession, cause: SessionCause, transaction: ClientSession): Promise<PaymentSession | undefined> {
    const known = await this.known(seen, transaction);
    if (!known && (await this.isSecond(seen, transaction))) return undefined;
    const before =
      known ?? (seen.reference && adopted(seen, await this.freeAttempt(seen.reference, transaction), this.host, this.clock.now()));
    if (!before) return undefined;
    let after = asProviderSays(before, seen, cause, this.clock.now());
    if (after === before) return before;
    if (after.status === 'settled') after = await this.receive(after, cause, transaction);
    else if (after.status === 'pending' && (await this.isReplaced(after, transaction))) after = toBeEnded(after, 'expired');
    else if (endedNow(before.status, after.status)) await this.tellEnd(after, after.status, transaction);
    if (known) await this.sessions.replace(known, after, transaction);
    else await this.sessions.add(after, transaction);
    return after;
  }

  private async known(seen: ProviderSession, transaction: ClientSession): Promise<PaymentSession | undefined> {
    const byPage = await this.sessions.byCheckoutSession(seen.checkoutSessionId, transaction);
    if (byPage || !seen.reference) return byPage;
    // Opened at the provider, but the process ended before it could note the page's id.
    const asked = await this.sessions.byKey(sessionKey(seen.reference.bookingId, seen.reference.attempt), transaction);
    return asked?.page ? undefined : asked;
  }

  /** Another page of the same attempt, which holds no money and gets none: nothing about the booking follows from it. */
  private async isSecond({ state, reference }: ProviderSession, transaction: ClientSession): Promise<boolean> {
    if (state === 'paid' || state === 'processing' || !reference) return false;
    return (await this.sessions.byKey(sessionKey(reference.bookingId, reference.attempt), transaction)) !== undefined;
  }

  private async isReplaced({ bookingId, attempt }: PaymentSession, transaction: ClientSession): Promise<boolean> {
    const [newest] = await this.sessions.ofBooking(bookingId, transaction);
    return newest !== undefined && newest.attempt > attempt;
  }

  private async freeAttempt(reference: SessionReference, transaction: ClientSession): Promise<SessionReference> {
    const attempts = (await this.sessions.ofBooking(reference.bookingId, transaction)).map(({ attempt }) => attempt);
    return attempts.includes(reference.attempt) ? { ...reference, attempt: Math.max(...attempts) + 1 } : reference;
  }

  /** Money is there: it is kept for the booking, unless the booking has been paid for already or it is no money of ours. */
  private async receive(session: PaymentSession, cause: SessionCause, transaction: ClientSession): Promise<PaymentSession> {
    const { bookingId, page, received } = session;
    if (!page || !received) throw new Error('a settled session has a page and money');
    const { checkoutSessionId } = page;
    await this.ledger.add(
      {
        kind: 'captured',
        movement: received.paymentIntentId,
        bookingId,
        checkoutSessionId,
        paymentIntentId: received.paymentIntentId,
        amount: received.amount,
        at: received.at,
      },
      transaction,
    );
    const others = await this.sessions.ofBooking(bookingId, transaction);
    if (others.some(({ standing }) => standing === 'kept' || standing === 'booked')) {
      await this.returnMoney.request(session, 'paid twice', false, transaction);
      return withStanding(session, 'returned');
    }
    for (const other of others) await this.endOther(session, other, transaction);
    if (received.amount.currency !== session.price.currency) {
      await this.returnMoney.request(session, 'other currency', false, transaction);
      await this.tellEnd(session, 'failed', transaction);
      return withStanding(session, 'returned');
    }
    if (received.amount.amountMinor !== session.price.amountMinor)
      this.log.warn('another amount was received than was asked for', { bookingId });
    await this.tellSettled(session, settledCause(cause), transaction);
    return withStanding(session, 'kept');
  }

  /** Where money is there for a booking, no other of its pages stays payable: the reconciler closes them. */
  private async endOther(paid: PaymentSession, other: PaymentSession, transaction: ClientSession): Promise<void> {
    const asked = other.attempt === paid.attempt ? other : toBeEnded(other, 'expired');
    if (asked !== other) await this.sessions.replace(other, asked, transaction);
  }

  private async tellSettled(
    { bookingId, page, received, version }: PaymentSession,
    cause: SettledCause,
    transaction: ClientSession,
  ): Promise<void> {
    if (!page || !received) throw new Error('a settled session has a page and money');
    const { checkoutSessionId } = page;
    await this.outbox.record(transaction, [
      this.outbox.fact(sessionSettledV1, checkoutSessionId, version, {
        bookingId,
        checkoutSessionId,
        paymentIntentId: received.paymentIntentId,
        amount: money(received.amount.amountMinor),
        settledAt: received.at.toISOString(),
        cause,
      }),
    ]);
  }

  /** Says that a session is over without money, unless a newer one of the booking has taken its place or another one is paid. */
  private async tellEnd(session: PaymentSession, outcome: EndOutcome, transaction: ClientSession): Promise<void> {
    const { bookingId, attempt, page, version } = session;
    const attempts = await this.sessions.ofBooking(bookingId, transaction);
    const others = attempts.filter((other) => other.attempt !== attempt);
    if (!page || others.some((other) => other.attempt > attempt || other.standing === 'kept' || other.standing === 'booked')) return;
    await this.outbox.record(transaction, [
      this.outbox.fact(sessionEndedV1, page.checkoutSessionId, version, {
        bookingId,
        checkoutSessionId: page.checkoutSessionId,
        outcome,
        endedAt: this.clock.now().toISOString(),
      }),
    ]);
  }
}

/** A page found paid at the very moment it is asked for was noticed by nobody but us. */
function settledCause(cause: SessionCause): SettledCause {
  return cause === 'created' ? 'reconciler' : cause;
}

/**
 * A unique index decides between two payments of one booking that settle at the same moment; the loser looks again and
 * finds the winner.
 */
export async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return work();
  }
}

import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';
import { SEATING_RULES } from '@concert/contracts/booking/seating';
import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { money } from '@concert/contracts/core/money';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import type { paymentRoutes } from '@concert/contracts/payment/http';
import type { Clock } from '@concert/service-kit/process/clock';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Idempotency } from '@concert/service-kit/store/idempotency';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import {
  PAGE_END_REFUSED,
  ProviderRefusedError,
  ProviderUnavailableError,
  type PaymentProvider,
  type ProviderSession,
} from '../provider/payment-provider.ts';
import type { HttpPayableBookings, PaidBy, PayableBooking } from './http-payable-bookings.ts';
import {
  newPaymentSession,
  isPageUsable,
  unopenedSession,
  withNewOrder,
  orderKey,
  correctedPageEnd,
  sessionKey,
  type PaymentSession,
} from '../sessions/payment-session.ts';
import { returnAddressFaults, returnAddresses } from './return-addresses.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import type { SettlePayment } from '../settlement/settle-payment.ts';

type Body = CallOf<typeof paymentRoutes.createPayment>['body'];
type Answer = AnswerOf<typeof paymentRoutes.createPayment>;

/** Orders under different keys that one request of a buyer may try. */
const MAX_ORDERS = 2;
/** How much further the provider's clock may be behind ours than its latest answer told. */
const CLOCKS_APART_MS = 60_000;
/** States of a page found after an order without a useful answer that make it worth keeping, best first. */
const ADOPTED: readonly ProviderSession['state'][] = ['paid', 'processing', 'open'];

/** Opens the hosted payment page of a pending booking. Nothing is locked while the provider is asked. */
export class CreatePayment {
  constructor(
    private readonly bookings: HttpPayableBookings,
    private readonly sessions: MongoSessions,
    private readonly settle: SettlePayment,
    private readonly provider: PaymentProvider,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly origin: string,
    private readonly log: Log,
  ) {}

  /**
   * When the button is pressed twice, in two tabs or after a lost answer, it leads to the same page while that can be paid. A repeated
   * key is only checked for the same body; its answer is made anew, so an old key never leads to a closed page.
   * @throws DomainError as the contract lists
   */
  async create(body: Body, who: Identity, key: string | undefined): Promise<Answer> {
    if (emailKey(body.email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
    const foreign = returnAddressFaults(body, this.origin);
    if (foreign.length > 0) throw new DomainError('payment.foreign_return_url', { errors: foreign });
    if (key !== undefined) await this.idempotency.claim(this.idempotency.attempt(who.userId, 'createPayment', key, body));
    return this.pageOf(body.userbookingid, { userId: who.userId }, body);
  }

  /**
   * Opens the payment page, or offers the open one again.
   * @param shown what the buyer saw, where they tell it
   * @throws DomainError as the contract lists
   */
  async pageOf(bookingId: BookingId, by: PaidBy, shown?: Body): Promise<Answer> {
    try {
      return answerOf(await this.openPage(bookingId, by, shown));
    } catch (error) {
      if (error instanceof ProviderUnavailableError) throw new DomainError('payment.provider_unavailable', { cause: error });
      throw error;
    }
  }

  private async openPage(bookingId: BookingId, by: PaidBy, shown: Body | undefined): Promise<PaymentSession> {
    let [latest] = await this.sessions.ofBooking(bookingId);
    const offersAgain = latest?.status === 'pending' && isPageUsable(latest, this.clock.now());
    let booking = await this.bookings.beginPayment(bookingId, by, !offersAgain);
    if (shown && !isAsShown(booking, shown)) throw amountMismatch();
    if (latest?.status === 'creating') latest = await this.open(latest);
    else if (latest?.page && latest.status === 'pending')
      latest = (await this.settle.settle(latest.page.checkoutSessionId, 'created')) ?? latest;
    if (latest?.status === 'settled' || latest?.status === 'processing') throw new DomainError('booking.not_payable');
    if (latest && isPageUsable(latest, this.clock.now())) return latest;
    // The page that looked open has ended at the provider. A new page needs seats that are kept long enough.
    if (offersAgain) booking = await this.bookings.beginPayment(bookingId, by, true);
    return this.openNext(latest, bookingId, booking);
  }

  private async openNext(latest: PaymentSession | undefined, bookingId: BookingId, booking: PayableBooking): Promise<PaymentSession> {
    const reference = { bookingId, userId: booking.userId as UserId, attempt: (latest?.attempt ?? 0) + 1 };
    const next = newPaymentSession(
      {
        reference,
        email: booking.email,
        host: this.origin,
        item: `${booking.concertTitle}: ${booking.seating}, ${ticketsInWords(booking.tickets)}`,
        price: money(booking.amount.amountMinor + (booking.giftMinor ?? 0)),
        ...(booking.giftMinor ? { giftMinor: booking.giftMinor } : {}),
        seats: { seating: booking.seating, tickets: booking.tickets },
        keptUntil: booking.holdEndsAt,
      },
      this.clock.now(),
      this.provider.clockAheadMs(),
    );
    // Of two simultaneous requests one adds the row and the other finds it. Both then send the same order under the same key.
    const mine = await this.sessions.add(next);
    const session = mine ? next : await this.addedByOther(next);
    if (latest?.status === 'pending') {
      // The newer row is stored first; otherwise the end of the old page would give the seats back.
      const old = await this.settle.end(latest, 'expired', 'created');
      if (old.status === 'settled' || old.status === 'processing') throw new DomainError('booking.not_payable');
    }
    const opened = session.status === 'creating' ? await this.open(session) : session;
    if (opened.status === 'pending' && opened.page) return opened;
    throw opened.status === 'settled' || opened.status === 'processing'
      ? new DomainError('booking.not_payable')
      : new DomainError('payment.provider_unavailable');
  }

  /** In a transaction, which sees what the other request has stored a moment before a plain read does. */
  private async addedByOther(next: PaymentSession): Promise<PaymentSession> {
    const { bookingId, attempt } = next;
    return (await this.transactions.run((transaction) => this.sessions.byKey(sessionKey(bookingId, attempt), transaction))) ?? next;
  }

  /**
   * Asks the provider for a session's page. A booking gets one page, whatever became of earlier orders: an order without an answer is
   * sent again unchanged; after an order whose stored answer is an error, its page is searched for before the next order is sent. An order
   * that was refused for the end of its page made none, and is sent again by the provider's clock, which that answer told.
   * @throws ProviderUnavailableError when it is still not known what became of the order
   */
  async open(session: PaymentSession): Promise<PaymentSession> {
    let ordered = session;
    for (let orders = 1; ; orders += 1) {
      try {
        return await this.order(ordered);
      } catch (error) {
        if (error instanceof ProviderRefusedError) {
          const pageEndsAt =
            error.code === PAGE_END_REFUSED ? correctedPageEnd(ordered, this.clock.now(), this.provider.clockAheadMs()) : undefined;
          if (!pageEndsAt || orders === MAX_ORDERS) return this.refused(ordered, error);
          ordered = await this.changed(ordered, (current) => withNewOrder(current, pageEndsAt));
          if (ordered.status !== 'creating') return ordered;
          continue;
        }
        if (!(error instanceof ProviderUnavailableError)) throw error;
        const found = await this.lookFor(ordered, error);
        if (found) return found;
        if (!error.keepsAnswer) throw error;
        ordered = await this.changed(ordered, (current) => withNewOrder(current));
        if (ordered.status !== 'creating') return ordered;
        if (orders === MAX_ORDERS) throw error;
      }
    }
  }

  private async order(session: PaymentSession): Promise<PaymentSession> {
    const { bookingId, userId, attempt, email, item, price, giftMinor, seats, pageEndsAt } = session;
    const seen = await this.provider.openSession({
      key: orderKey(session),
      reference: { bookingId, userId, attempt },
      email,
      item,
      price,
      giftMinor,
      seats,
      expiresAt: pageEndsAt,
      ...returnAddresses(session.host, bookingId),
    });
    return (await this.settle.storeSnapshot(seen, 'created')) ?? (await this.sessions.byKey(sessionKey(bookingId, attempt))) ?? session;
  }

  /**
   * Stores the page that an order made although its answer was an error. A second page is closed by {@link SettlePayment.storeSnapshot}.
   * @throws the given error when the provider cannot be asked
   */
  private async lookFor(session: PaymentSession, error: ProviderUnavailableError): Promise<PaymentSession | undefined> {
    let made: readonly ProviderSession[];
    try {
      made = await this.provider.sessionsFor(session, new Date(session.openedAt.getTime() - CLOCKS_APART_MS));
    } catch (away) {
      throw away instanceof ProviderUnavailableError ? error : away;
    }
    const living = ADOPTED.flatMap((state) => made.filter((page) => page.state === state));
    let found: PaymentSession | undefined;
    for (const page of living) {
      const taken = await this.settle.storeSnapshot(page, 'created');
      found ??= taken;
    }
    if (found) this.log.warn('a page whose order was answered with nothing is taken in', { bookingId: session.bookingId });
    return found;
  }

  private refused(session: PaymentSession, error: ProviderRefusedError): Promise<PaymentSession> {
    this.log.error('the payment provider refused a page', { bookingId: session.bookingId, code: error.code }, error);
    return this.changed(session, unopenedSession);
  }

  /** Changes a session that waits for its page. @returns the session as it is now, with another's change if that came first */
  private changed(session: PaymentSession, change: (current: PaymentSession) => PaymentSession): Promise<PaymentSession> {
    return this.transactions.run(async (transaction) => {
      const current = await this.sessions.byKey(sessionKey(session.bookingId, session.attempt), transaction);
      if (current?.status !== 'creating' || current.orderNumber !== session.orderNumber) return current ?? session;
      const after = change(current);
      await this.sessions.replace(current, after, transaction);
      return after;
    });
  }
}

/** The amount is of one ticket or of the whole booking, by the formula of the specification, section 7, less the tickets that cost nothing. */
function isAsShown({ seating, tickets, amount, freeTickets }: PayableBooking, shown: Body): boolean {
  const price = SEATING_RULES[shown.seating].pricedPer === 'ticket' ? shown.amount * (shown.notickets - freeTickets) : shown.amount;
  return seating === shown.seating && tickets === shown.notickets && amount.amountMinor === price;
}

function amountMismatch(): DomainError {
  return new DomainError('payment.amount_mismatch', {
    errors: [{ pointer: '/amount', field: 'amount', detail: 'does not match the booking' }],
  });
}

function answerOf(session: PaymentSession): Answer {
  if (!session.page) throw new Error('an open session has a page');
  const { href, createdAt, expiresAt, checkoutSessionId } = session.page;
  return {
    href,
    createdTime: Math.floor(createdAt.getTime() / 1_000),
    expirationTime: Math.floor(expiresAt.getTime() / 1_000),
    checkoutSessionId,
  };
}

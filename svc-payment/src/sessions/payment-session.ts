import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { Money } from '@concert/contracts/core/money';
import type { Transitions } from '@concert/service-kit/store/transitions';
import type { ProviderMoney, ProviderSession, SessionReference, SoldSeats } from '../provider/payment-provider.ts';

/**
 * `creating`: requested, and the provider's answer is not known. `pending` (the specification's word): open. `processing`: completed,
 * and the money has not arrived. `settled`: holds the money. The others took none.
 */
export const SESSION_STATUSES = ['creating', 'pending', 'processing', 'settled', 'expired', 'cancelled', 'failed', 'not_opened'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];
export const END_OUTCOMES = ['expired', 'cancelled', 'failed'] as const;
export type EndOutcome = (typeof END_OUTCOMES)[number];

/** Allowed changes of status. The provider decides: an ended session becomes settled when the provider turns out to hold its money. */
export const TRANSITIONS: Transitions<SessionStatus> = {
  creating: ['pending', 'processing', 'settled', 'expired', 'cancelled', 'failed', 'not_opened'],
  pending: ['processing', 'settled', 'expired', 'cancelled', 'failed'],
  processing: ['settled', 'failed'],
  settled: [],
  expired: ['settled'],
  cancelled: ['settled'],
  failed: ['settled'],
  not_opened: ['pending', 'processing', 'settled', 'expired', 'cancelled', 'failed'],
};

/** The provider's page of a session. */
export interface PaymentPage {
  readonly checkoutSessionId: string;
  readonly href: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Money the provider holds, or held, for a session. */
export interface ReceivedMoney {
  readonly paymentIntentId: string;
  readonly amount: ProviderMoney;
  readonly at: Date;
  /** Last four digits of the card, where the provider said them. */
  readonly cardEnding?: string;
}

/**
 * What becomes of received money: `kept` for the booking (by one session per booking at most), `booked` once svc-booking has sold the
 * seats for it, `returned` when it is refunded.
 */
export const MONEY_STANDINGS = ['kept', 'booked', 'returned'] as const;
export type MoneyStanding = (typeof MONEY_STANDINGS)[number];

/** Why the provider was read. */
export type SessionCause = 'created' | 'webhook' | 'return-page' | 'reconciler';

/** One hosted payment page for one booking. A booking may need several in turn: its attempts. */
export interface PaymentSession {
  readonly bookingId: BookingId;
  readonly attempt: number;
  readonly userId: UserId;
  readonly email: string;
  /** Origin of the site that the page was opened from. */
  readonly host: string;
  readonly item: string;
  /** All that the page asks for. */
  readonly price: Money;
  /** Of the price, a gift to the welfare work beside the seats, in minor units. */
  readonly giftMinor?: number;
  /** Absent on sessions older than this field. */
  readonly seats?: SoldSeats;
  readonly status: SessionStatus;
  /** When the hold ends; the session is ended then. */
  readonly keptUntil: Date;
  /** When the page expires, by the provider's clock. */
  readonly pageEndsAt: Date;
  /** Why it is being ended. Stored so that the end can be completed later if the provider is away now. */
  readonly endAsked: EndOutcome | null;
  /** The number of the current order: one more than the orders given up because the provider repeats an error for their key. */
  readonly orderNumber: number;
  readonly page: PaymentPage | null;
  readonly received: ReceivedMoney | null;
  readonly standing: MoneyStanding | null;
  readonly openedAt: Date;
  /** Grows with every change. */
  readonly version: number;
}

/** Key of a session: booking and attempt. */
export function sessionKey(bookingId: BookingId, attempt: number): string {
  return `${bookingId}.${attempt}`;
}

/** The shortest lifetime of a page that the provider accepts, by its own clock. */
const SHORTEST_PAGE_MS = 30 * 60_000;
/** The provider's limit is a day by its own clock. This stays under it even if that clock turns out to be a minute behind ours. */
const MAX_PAGE_MS = 24 * 60 * 60_000 - 60_000;
/**
 * How long an order may take to reach the provider, and how far the provider's clock may turn out to be ahead of ours. An order that finds
 * it further ahead is refused, and sent again by the provider's clock.
 */
const CLOCK_MARGIN_MS = 15_000;
/** An open page with less time left is replaced instead of being offered again. */
const USEFUL_MS = 5 * 60_000;

/**
 * When a page is to expire, by the provider's clock and in whole seconds: with the hold, unless the provider would refuse that.
 * @param aheadMs how far the provider's clock is known to be ahead of ours
 */
function pageEnd(keptUntil: Date, now: Date, aheadMs: number): Date {
  const wished = Math.min(Math.max(keptUntil.getTime(), shortestPage(now)), now.getTime() + MAX_PAGE_MS);
  return new Date(Math.ceil((wished + aheadMs) / 1_000) * 1_000);
}

function shortestPage(now: Date): number {
  return now.getTime() + SHORTEST_PAGE_MS + CLOCK_MARGIN_MS;
}

/**
 * A session before its page is opened. Everything sent to the provider is fixed here, so that a repeated order is equal.
 * @param aheadMs how far the provider's clock is known to be ahead of ours
 */
export function newPaymentSession(
  order: Pick<PaymentSession, 'email' | 'host' | 'item' | 'price' | 'giftMinor' | 'seats' | 'keptUntil'> & { reference: SessionReference },
  now: Date,
  aheadMs = 0,
): PaymentSession {
  const { reference, ...rest } = order;
  return {
    ...reference,
    ...rest,
    status: 'creating',
    pageEndsAt: pageEnd(order.keptUntil, now, aheadMs),
    endAsked: null,
    orderNumber: 1,
    page: null,
    received: null,
    standing: null,
    openedAt: now,
    version: 1,
  };
}

/** A session that the provider knows and we do not, for example after an older backup of the database was restored. */
export function adoptPage(seen: ProviderSession, reference: SessionReference, host: string): PaymentSession {
  const { email, amount, seats, giftMinor, expiresAt: keptUntil } = seen;
  const sold = { ...(seats && { seats }), ...(giftMinor && { giftMinor }) };
  const price = { amountMinor: amount.amountMinor, currency: 'USD' } as const;
  return {
    ...newPaymentSession({ reference, email, host, item: '', price, ...sold, keptUntil }, seen.createdAt),
    pageEndsAt: keptUntil,
  };
}

/** A change that the table does not allow: always a fault in our code. */
export class IllegalTransitionError extends Error {
  override readonly name = 'IllegalTransitionError';
  constructor(from: SessionStatus, to: SessionStatus) {
    super(`a ${from} payment session cannot become ${to}`);
  }
}

function moved(session: PaymentSession, to: SessionStatus): PaymentSession {
  if (!TRANSITIONS[session.status].includes(to)) throw new IllegalTransitionError(session.status, to);
  return { ...session, status: to, version: session.version + 1 };
}

/** Whether it can still receive money, as far as we know. */
export function isOpen(session: PaymentSession): boolean {
  return session.status === 'creating' || session.status === 'pending';
}

/** Whether its page can still be offered to a buyer. */
export function isPageUsable(session: PaymentSession, now: Date): boolean {
  const { status, endAsked, page } = session;
  return status === 'pending' && endAsked === null && page !== null && page.expiresAt.getTime() - now.getTime() >= USEFUL_MS;
}

/** The session after what the provider reported. The same object when nothing changed. */
export function asProviderSays(session: PaymentSession, seen: ProviderSession, now: Date): PaymentSession {
  const known: PaymentSession = session.page
    ? session
    : {
        ...session,
        page: { checkoutSessionId: seen.checkoutSessionId, href: seen.href, createdAt: seen.createdAt, expiresAt: seen.expiresAt },
      };
  const to = statusBy(seen, session);
  if (to === session.status || !TRANSITIONS[session.status].includes(to)) return session;
  const next = moved(known, to);
  if (to !== 'settled') return next;
  const { paymentIntentId = '', amount, cardEnding } = seen;
  return { ...next, received: { paymentIntentId, amount, at: now, ...(cardEnding ? { cardEnding } : {}) } };
}

function statusBy(seen: ProviderSession, session: PaymentSession): SessionStatus {
  switch (seen.state) {
    case 'open':
      return 'pending';
    case 'processing':
      return 'processing';
    case 'paid':
      return 'settled';
    case 'failed':
      return 'failed';
    case 'expired':
      return session.endAsked ?? 'expired';
  }
}

/** The provider refused to open the page, so no money was or will be received. */
export function unopenedSession(session: PaymentSession): PaymentSession {
  return moved(session, 'not_opened');
}

/** The session after its order was given up: the next one gets a new key. */
export function withNewOrder(session: PaymentSession, pageEndsAt = session.pageEndsAt): PaymentSession {
  return { ...session, pageEndsAt, orderNumber: session.orderNumber + 1, version: session.version + 1 };
}

/**
 * When the page of a session is to expire instead, by the provider's clock as it is known now, after the provider refused its order for
 * that. Undefined when the same would be ordered again, or the hold has become shorter than any page: a further attempt prolongs it.
 */
export function correctedPageEnd({ keptUntil, pageEndsAt }: PaymentSession, now: Date, aheadMs: number): Date | undefined {
  if (keptUntil.getTime() < shortestPage(now)) return undefined;
  const other = pageEnd(keptUntil, now, aheadMs);
  return other.getTime() === pageEndsAt.getTime() ? undefined : other;
}

/** The provider's idempotency key of the order for a session's page: equal orders make one page. */
export function orderKey({ bookingId, attempt, orderNumber }: PaymentSession): string {
  return `checkout:${bookingId}:${attempt}:${orderNumber}`;
}

/** Stores that the session is to end, and how. The first request decides. */
export function withEndRequested(session: PaymentSession, outcome: EndOutcome): PaymentSession {
  if (!isOpen(session) || session.endAsked !== null) return session;
  return { ...session, endAsked: outcome, version: session.version + 1 };
}

/** Stores what becomes of its money. */
export function withStanding(session: PaymentSession, standing: MoneyStanding): PaymentSession {
  return session.standing === standing ? session : { ...session, standing, version: session.version + 1 };
}

/** Whether this change of status means that the session ended without money. */
export function hasEndedUnpaid(before: SessionStatus, after: SessionStatus): after is EndOutcome {
  return before !== after && (after === 'expired' || after === 'cancelled' || after === 'failed');
}

import type { BookingStatus, DisputeState } from '@concert/contracts/booking/states';
import { priceMinor, type Seating } from '@concert/contracts/booking/seating';
import type { BookingId, TicketId, UserId } from '@concert/contracts/core/ids';
import { money, type Money } from '@concert/contracts/core/money';
import { NO_SEATS, type Seats } from '../seats/stock.ts';
import type { Transitions } from '@concert/service-kit/transitions';

/**
 * Which status may follow which. Money that arrives after the seats were given back is honoured
 * while seats remain, so the ended states still lead to `paid`; where none remain it leads through `late_paid` back to
 * the buyer.
 */
export const TRANSITIONS: Transitions<BookingStatus> = {
  pending: ['paid', 'failed', 'cancelled', 'expired', 'late_paid'],
  failed: ['paid', 'late_paid'],
  cancelled: ['paid', 'late_paid'],
  expired: ['paid', 'late_paid'],
  paid: ['refund_requested', 'refunded', 'charged_back'],
  refund_requested: ['refunded', 'refund_failed'],
  refund_failed: ['refund_requested', 'refunded', 'charged_back'],
  late_paid: ['refunded', 'charged_back'],
  // A bank may refuse money days after it was sent: then it is with us again, and the seats are not.
  refunded: ['refund_failed'],
  charged_back: [],
};

/** Statuses of a booking whose money was taken, whatever became of it later. */
const CHARGED: ReadonlySet<BookingStatus> = new Set(['paid', 'refund_requested', 'refund_failed', 'refunded', 'late_paid', 'charged_back']);

/** Who or what changed a booking. */
export type Actor = `user:${string}` | 'svc-payment' | 'svc-booking';

/** One change, kept for ever. */
export interface HistoryEntry {
  readonly from: BookingStatus | null;
  readonly to: BookingStatus;
  readonly at: Date;
  readonly actor: Actor;
  /** What made it happen, for example `webhook` or `hold ended`. */
  readonly cause: string;
}

/** Steps of one refund attempt, in the order in which they can become true. */
export const REFUND_STEPS = ['started', 'issued', 'failed'] as const;
export type RefundStep = (typeof REFUND_STEPS)[number];

/** The newest thing known of a booking's refunds. */
export interface RefundMark {
  readonly attempt: number;
  readonly step: RefundStep;
}

/** Whether news of a refund says something that was not known: messages may come in any order. */
export function isNews(known: RefundMark | undefined, heard: RefundMark): boolean {
  if (!known || heard.attempt > known.attempt) return true;
  return heard.attempt === known.attempt && REFUND_STEPS.indexOf(heard.step) > REFUND_STEPS.indexOf(known.step);
}

/** What is known of a dispute. */
export interface DisputeMark {
  readonly disputeId: string;
  readonly state: DisputeState;
}

/** What was heard of a dispute: what is asked back, and since when it stands as it does. */
export interface DisputeNews extends DisputeMark {
  readonly amountMinor: number;
  readonly at: Date;
}

/**
 * The booking with what was heard of a dispute. The same object when that is no news: a decision stands. Money that is lost
 * ends a booking that holds no seats; where it holds some, somebody has to free them.
 */
export function flagged(booking: Booking, { disputeId, state, amountMinor, at }: DisputeNews): Booking {
  const known = booking.dispute?.disputeId === disputeId ? booking.dispute : undefined;
  if (known && (known.state !== 'open' || state === 'open')) return booking;
  const marked: Booking = { ...booking, dispute: { disputeId, state }, version: booking.version + 1 };
  if (state !== 'lost') return marked;
  const lost: Booking = { ...marked, lostMinor: (booking.lostMinor ?? 0) + amountMinor, lostAt: at };
  return booking.status === 'late_paid'
    ? { ...moved(lost, 'charged_back', { at, actor: 'svc-payment', cause: 'lost to a dispute' }), version: lost.version }
    : lost;
}

/** Seats of a paid booking go back once: with its first refund, or when they are freed. Money that came too late bought none. */
export function keepsSoldSeats({ status, history }: Pick<Booking, 'status' | 'history'>): boolean {
  const ended: readonly BookingStatus[] = ['late_paid', 'refunded', 'charged_back'];
  return !ended.includes(status) && !history.some(({ to }) => ended.includes(to));
}

/** One reservation of 1 to 6 tickets in one category by one signed-in buyer. */
export interface Booking {
  readonly id: BookingId;
  readonly userId: UserId;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly phoneno: string;
  readonly seating: Seating;
  readonly tickets: number;
  /** What is asked for the whole of it. */
  readonly price: Money;
  /** Set where another amount than the price was charged. */
  readonly chargedOtherwise?: Money;
  readonly host: string;
  readonly status: BookingStatus;
  readonly createdAt: Date;
  /** Until when its buyer can begin to pay, or finish on the page that is open. */
  readonly holdEndsAt: Date;
  /** Until when it holds its seats; null where it holds none. */
  readonly keptUntil: Date | null;
  /** Set once a payment page was asked for: from then on the provider is asked before the booking ends. */
  readonly paymentBegunAt: Date | null;
  readonly ticketIds: readonly TicketId[];
  /** How far svc-payment's news of refunds has been followed. */
  readonly refund?: RefundMark;
  /** The latest dispute about its payment. */
  readonly dispute?: DisputeMark;
  /** What banks gave back to its buyer for good, in minor units, and when last. */
  readonly lostMinor?: number;
  readonly lostAt?: Date;
  /** Grows with every change. */
  readonly version: number;
  readonly history: readonly HistoryEntry[];
}

export interface Order {
  readonly id: BookingId;
  readonly userId: UserId;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly phoneno: string;
  readonly seating: Seating;
  readonly tickets: number;
  readonly host: string;
}

/** A new pending booking; the price is the category's, whatever anybody sent. */
export function newBooking(order: Order, now: Date, holdSeconds: number): Booking {
  const holdEndsAt = new Date(now.getTime() + holdSeconds * 1_000);
  return {
    ...order,
    price: money(priceMinor(order.seating, order.tickets)),
    status: 'pending',
    createdAt: now,
    holdEndsAt,
    keptUntil: holdEndsAt,
    paymentBegunAt: null,
    ticketIds: [],
    version: 1,
    history: [{ from: null, to: 'pending', at: now, actor: `user:${order.userId}`, cause: 'reserved' }],
  };
}

/** A change the table does not allow: a fault of our own code, never a person's. */
export class IllegalTransitionError extends Error {
  override readonly name = 'IllegalTransitionError';
  constructor(from: BookingStatus, to: BookingStatus) {
    super(`a ${from} booking cannot become ${to}`);
  }
}

/** The booking after a change of status; what it held is held no more. @throws IllegalTransitionError when the table forbids it */
export function moved(booking: Booking, to: BookingStatus, change: { at: Date; actor: Actor; cause: string }): Booking {
  if (!TRANSITIONS[booking.status].includes(to)) throw new IllegalTransitionError(booking.status, to);
  return {
    ...booking,
    status: to,
    keptUntil: null,
    version: booking.version + 1,
    history: [...booking.history, { from: booking.status, to, ...change }],
  };
}

/** The money that was taken for a booking, also where it went back since: nothing before it is paid. */
export function chargedFor({ status, price, chargedOtherwise }: Pick<Booking, 'status' | 'price' | 'chargedOtherwise'>): Money {
  return CHARGED.has(status) ? (chargedOtherwise ?? price) : money(0);
}

/** Whether a booking can still be paid: its seats are its own, and nobody else may get them. */
export function isPayable(booking: Booking, now: Date): boolean {
  return booking.status === 'pending' && booking.holdEndsAt > now && booking.keptUntil !== null;
}

const SOLD: ReadonlySet<BookingStatus> = new Set(['paid', 'refund_requested', 'refund_failed']);

/** What a booking counts for in the stock of its category: the counters there are the sum of this over all bookings. */
export function seatsOf(booking: Booking | undefined): Seats {
  if (!booking) return NO_SEATS;
  return {
    sold: SOLD.has(booking.status) && keepsSoldSeats(booking) ? booking.tickets : 0,
    held: booking.keptUntil ? booking.tickets : 0,
  };
}

/** A booking whose hold has ended and whose seats others get now; a pending one still waits for word of its payment. */
export function withoutHold(booking: Booking): Booking {
  return { ...booking, keptUntil: null, version: booking.version + 1 };
}

/** Buying again in the same category within this time is asked about first, and can be sent back by its buyer. */
const SECOND_PURCHASE_MS = 15 * 60_000;

/** When a booking was paid, or undefined while it was not. */
export function paidAt(booking: Booking): Date | undefined {
  return booking.history.find(({ to }) => to === 'paid')?.at;
}

/** Whether a buyer who has these bookings in a category just bought there, so that one more may be a mistake. */
export function justBought(bookings: readonly Booking[], now: Date): boolean {
  return bookings.some((booking) => {
    const at = paidAt(booking);
    return booking.status === 'paid' && at !== undefined && now.getTime() - at.getTime() < SECOND_PURCHASE_MS;
  });
}

/**
 * Until when a buyer may send a booking's money back by one press: it was paid within minutes of another paid booking of
 * the same buyer and category, which stays.
 */
export function returnableUntil(booking: Booking, others: readonly Booking[], now: Date): Date | undefined {
  const at = paidAt(booking);
  // Money that a bank has taken, or may take, is not ours to send.
  if (booking.status !== 'paid' || !at || (booking.dispute && booking.dispute.state !== 'won')) return undefined;
  const until = new Date(at.getTime() + SECOND_PURCHASE_MS);
  const twin = others.some((other) => {
    const otherAt = paidAt(other);
    return (
      other.id !== booking.id &&
      other.seating === booking.seating &&
      other.status === 'paid' &&
      otherAt !== undefined &&
      otherAt <= at &&
      at.getTime() - otherAt.getTime() < SECOND_PURCHASE_MS
    );
  });
  return twin && until > now ? until : undefined;
}

/** The provider needs a page to live at least 30 minutes from its own clock; this covers the way there. */
export const PROVIDER_MARGIN_SECONDS = 30;
/**
 * After a payment page has ended the provider is asked what happened before anybody else gets the seats; this is how long
 * that may take, in milliseconds.
 */
const SETTLING_MS = 60_000;
/** However often a page is asked for, seats are kept at most this many holds long. */
const MAX_HOLD_LENGTHS = 4;

/**
 * A pending booking for which a payment page is opened now: its hold becomes the page's life.
 * @returns undefined when it cannot be paid any more (ended, or held for too long already)
 */
export function paymentBegun(booking: Booking, now: Date, holdSeconds: number): Booking | undefined {
  if (!isPayable(booking, now)) return undefined;
  const holdEndsAt = new Date(now.getTime() + (holdSeconds + PROVIDER_MARGIN_SECONDS) * 1_000);
  const latest = booking.createdAt.getTime() + MAX_HOLD_LENGTHS * (holdSeconds + PROVIDER_MARGIN_SECONDS) * 1_000;
  if (holdEndsAt.getTime() > latest) return undefined;
  const keptUntil = new Date(holdEndsAt.getTime() + SETTLING_MS);
  return { ...booking, holdEndsAt, keptUntil, paymentBegunAt: booking.paymentBegunAt ?? now, version: booking.version + 1 };
}

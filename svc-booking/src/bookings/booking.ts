import type { BookingStatus } from '@concert/contracts/booking/states';
import type { AccessNeeds, SpecialSeat } from '@concert/contracts/booking/access';
import type { BuyerFields } from '@concert/contracts/booking/buyer';
import type { Seating } from '@concert/contracts/booking/seating';
import { HOUR_MS, isWithin } from '@concert/contracts/core/durations';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { money, type Money } from '@concert/contracts/core/money';
import { NO_SEAT_CHANGE, type SeatChange } from '../seats/stock.ts';
import type { PartlyReturned, TicketHolding } from '../tickets/renewal.ts';
import { accessLeft, seatOfTicket, type Access } from './access.ts';
import { disputesAfter, type DisputeMark, type DisputesOfBooking } from './dispute-mark.ts';
import type { PartialReturn } from './partial-return.ts';
import type { RefundMark } from './refund-mark.ts';
import type { Transitions } from '@concert/service-kit/store/transitions';

/**
 * Allowed transitions. A payment may arrive after the seats were given back. It is honoured while seats remain, so the ended
 * statuses still lead to `paid`. Where no seats remain they lead through `late_paid` to `refunded`.
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
  // A bank may reject a refund days after it was sent. Then the money is back with us, but the seats are not.
  refunded: ['refund_failed'],
  // A bank may think again. Then the money is back with us and can be sent, but the seats are not.
  charged_back: ['refunded'],
};

/** Statuses of a booking whose money was taken, even if it was returned later. */
const CHARGED: ReadonlySet<BookingStatus> = new Set(['paid', 'refund_requested', 'refund_failed', 'refunded', 'late_paid', 'charged_back']);

/** Those of a booking that keeps its seats. */
const SOLD: ReadonlySet<BookingStatus> = new Set(['paid', 'refund_requested', 'refund_failed']);

/** Who or what changed a booking. */
export type Actor = `user:${string}` | 'svc-payment' | 'svc-booking';

/** One change of a booking, kept for ever. */
export interface HistoryEntry {
  readonly from: BookingStatus | null;
  readonly to: BookingStatus;
  readonly at: Date;
  readonly actor: Actor;
  /** What caused it, for example `webhook` or `hold ended`. */
  readonly cause: string;
}

/**
 * The booking with news of a dispute applied; the same object when nothing is new. A lost dispute ends a booking that holds no seats. Where it
 * holds seats, an organiser has to free them.
 */
export function withDispute(booking: Booking, news: DisputeMark): Booking {
  const told = disputesAfter(booking.disputes, news);
  if (!told) return booking;
  const marked: Booking = { ...booking, ...told, version: booking.version + 1 };
  return news.state === 'lost' && booking.status === 'late_paid'
    ? {
        ...transitioned(marked, 'charged_back', { at: news.at, actor: 'svc-payment', cause: 'lost to a dispute' }),
        version: marked.version,
      }
    : marked;
}

/** Seats of a paid booking go back once: with its first refund, or when an organiser frees them. Late money (`late_paid`) never got seats. */
export function keepsSoldSeats({ status, history }: Pick<Booking, 'status' | 'history'>): boolean {
  const ended: readonly BookingStatus[] = ['late_paid', 'refunded', 'charged_back'];
  return !ended.includes(status) && !history.some(({ to }) => ended.includes(to));
}

/** One reservation of 1 to 6 tickets in one category by one signed-in buyer. */
export interface Booking extends TicketHolding, Pick<PartlyReturned, 'taken'>, BuyerFields, Partial<DisputesOfBooking> {
  readonly id: BookingId;
  readonly userId: UserId;
  readonly seating: Seating;
  /** Without those that were given back. */
  readonly tickets: number;
  readonly access?: Access;
  /** What its buyer told of needs, until they are erased. */
  readonly needs?: AccessNeeds;
  /** The price of the whole booking. */
  readonly price: Money;
  /** To be paid beside the price, to the welfare work, in minor units; what became of it stands in `returns`. */
  readonly giftMinor?: number;
  /** Set where the amount charged differs from the price, as with a gift. */
  readonly chargedOtherwise?: Money;
  readonly host: string;
  /** The version of the terms that was accepted, where the page named one. */
  readonly termsVersion?: string;
  /** Held for whoever proves the email: `userId` is nobody's account then, only a number made from the secret of its browser. */
  readonly unproven?: true;
  /** Of an unproven hold: keyed hashes of its email and of the networks it came from. */
  readonly heldFor?: string;
  readonly source?: string;
  readonly site?: string;
  readonly status: BookingStatus;
  readonly createdAt: Date;
  /** Until when the buyer can begin to pay, or finish paying on the open page. */
  readonly holdEndsAt: Date;
  /** Until when the booking holds its seats; null where it holds none. */
  readonly keptUntil: Date | null;
  /** When a payment page was last requested: from then on the provider is asked before the booking ends. */
  readonly paymentBegunAt: Date | null;
  /** How often its buyer got more time. */
  readonly moreTimes?: number;
  /** Set where its seats were offered to someone who waited: until when its payment can be begun. */
  readonly offerEndsAt?: Date;
  /** Valid tickets that are given back once someone pays for their seats, and since when there are any. */
  readonly returning?: readonly number[];
  readonly returningSince?: Date;
  /** In the order in which we heard of them. */
  readonly returns?: readonly PartialReturn[];
  /** The latest step of refunds of the whole booking that svc-payment announced. */
  readonly refund?: RefundMark;
  /** The number of its receipt, given some seconds after its money came: each year begins with 1 and has no gap. */
  readonly receipt?: { readonly year: number; readonly number: number };
  /** Since when it no longer names its buyer. */
  readonly erasedAt?: Date;
  /** Grows with every change. */
  readonly version: number;
  readonly history: readonly HistoryEntry[];
}

export type Order = Pick<
  Booking,
  | 'id'
  | 'userId'
  | keyof BuyerFields
  | 'seating'
  | 'tickets'
  | 'access'
  | 'needs'
  | 'giftMinor'
  | 'host'
  | 'unproven'
  | 'heldFor'
  | 'source'
  | 'site'
  | 'termsVersion'
  | 'offerEndsAt'
>;

/** A new pending booking. Its price is its own for ever, whatever the category costs later. */
export function newBooking(order: Order, price: Money, now: Date, holdSeconds: number): Booking {
  const holdEndsAt = order.offerEndsAt ?? new Date(now.getTime() + holdSeconds * 1_000);
  const actor = order.unproven || order.offerEndsAt ? 'svc-booking' : (`user:${order.userId}` as const);
  return {
    ...order,
    price,
    status: 'pending',
    createdAt: now,
    holdEndsAt,
    keptUntil: holdEndsAt,
    paymentBegunAt: null,
    ticketIds: [],
    version: 1,
    history: [{ from: null, to: 'pending', at: now, actor, cause: order.offerEndsAt ? 'offered' : 'reserved' }],
  };
}

/** A transition that the table does not allow: a bug in our code, never a person's mistake. */
export class IllegalTransitionError extends Error {
  override readonly name = 'IllegalTransitionError';
  constructor(from: BookingStatus, to: BookingStatus) {
    super(`a ${from} booking cannot become ${to}`);
  }
}

/** The booking after a transition; its hold ends. @throws IllegalTransitionError when the table forbids it */
export function transitioned(booking: Booking, to: BookingStatus, change: { at: Date; actor: Actor; cause: string }): Booking {
  if (!TRANSITIONS[booking.status].includes(to)) throw new IllegalTransitionError(booking.status, to);
  return {
    ...(SOLD.has(to) ? booking : withoutReturns(booking)),
    status: to,
    keptUntil: null,
    version: booking.version + 1,
    history: [...booking.history, { from: booking.status, to, ...change }],
  };
}

/* A booking that gives its seats back keeps its count of tickets: none of them admits. */
function withoutReturns({ returning: _returning, returningSince: _since, taken = [], ...rest }: Booking): Booking {
  return { ...rest, tickets: rest.tickets + taken.length };
}

/** The money that was taken for a booking, even if it was returned later. Zero before the booking is paid. */
export function chargedFor({ status, price, chargedOtherwise }: Pick<Booking, 'status' | 'price' | 'chargedOtherwise'>): Money {
  return CHARGED.has(status) ? (chargedOtherwise ?? price) : money(0);
}

/** What is left of a booking's money as far as svc-booking knows, in minor units. A part whose refund failed is owed on its own. */
export function moneyLeft(booking: Booking): number {
  const parts = (booking.returns ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return Math.max(0, chargedFor(booking).amountMinor - parts - (booking.lostMinor ?? 0));
}

/** Whether a bank has its money, or may take it. */
export function isDisputed({ dispute }: Pick<Booking, 'dispute'>): boolean {
  return dispute !== undefined && dispute.state !== 'won';
}

/** Whether a booking can still be paid: its hold runs, so nobody else can get its seats. */
export function isPayable(booking: Booking, now: Date): boolean {
  return booking.status === 'pending' && booking.holdEndsAt > now && booking.keptUntil !== null;
}

/** Whether a booking has seats that were paid for. */
export function hasSoldSeats(booking: Booking): boolean {
  return SOLD.has(booking.status) && keepsSoldSeats(booking);
}

/** What a booking adds to the counters of its category's stock. Invariant: the counters are the sum of this over all bookings. */
export function seatsOf(booking: Booking | undefined): SeatChange {
  if (!booking) return NO_SEAT_CHANGE;
  const sold = hasSoldSeats(booking) ? booking.tickets : 0;
  const held = booking.keptUntil ? booking.tickets : 0;
  const access = sold + held > 0 ? accessLeft(booking) : undefined;
  const special = access ? { accessible: 1, companions: access.companions } : {};
  if (sold === 0 || !booking.returning) return { sold, held, ...special };
  const seats = booking.returning.map((number) => seatOfTicket(booking, number));
  const back = (kind: SpecialSeat) => seats.filter((seat) => seat === kind).length;
  const returning = { returning: seats.length, returningAccessible: back('accessible'), returningCompanions: back('companion') };
  return { sold, held, ...special, ...returning };
}

/** A booking without its ended hold, whose seats now go to others. If pending, it still waits for news of its payment. */
export function withoutHold(booking: Booking): Booking {
  return { ...booking, keptUntil: null, version: booking.version + 1 };
}

/** A second purchase in the same category within this time has to be confirmed, and its buyer can send it back. */
const SECOND_PURCHASE_MS = 15 * 60_000;

/** When a booking was paid, also where that could not be honoured; undefined if it never was. */
export function paidAt(booking: Booking): Date | undefined {
  return booking.history.find(({ to }) => to === 'paid' || to === 'late_paid')?.at;
}

/** Whether a buyer with these bookings in a category has just bought there, so that another purchase may be a mistake. */
export function hasJustBought(bookings: readonly Booking[], now: Date): boolean {
  return bookings.some((booking) => {
    const at = paidAt(booking);
    return booking.status === 'paid' && at !== undefined && isWithin(at, SECOND_PURCHASE_MS, now);
  });
}

/** Until when a buyer may send back a booking that was paid within minutes after another of theirs in the category, which stays. */
export function returnableUntil(booking: Booking, others: readonly Booking[], now: Date): Date | undefined {
  const at = paidAt(booking);
  // Money that a bank took back, or may still take back, is not ours to refund.
  if (booking.status !== 'paid' || !at || isDisputed(booking)) return undefined;
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

/**
 * The provider requires a page to live at least 30 minutes by its own clock, which svc-payment knows. This covers the time of the request,
 * and what our clock may be behind that of svc-payment: up to 15 s.
 */
export const PROVIDER_MARGIN_SECONDS = 30;
/** For how long after a payment page ends its seats stay held while the provider is asked for the outcome, in milliseconds. */
const SETTLING_MS = 60_000;
/** The longest time seats are kept, as a multiple of the hold, however often a page is requested. */
const MAX_HOLD_LENGTHS = 4;
export const longestHoldMs = (holdSeconds: number): number => MAX_HOLD_LENGTHS * (holdSeconds + PROVIDER_MARGIN_SECONDS) * 1_000;
/** The longest time for which seats are offered: two hours of day after a night that the end of summer time makes longer. */
export const MAX_OFFER_MS = 13 * HOUR_MS;

/**
 * A pending booking for which a payment page is opened now: its hold lasts as long as the page, or as long as it was to last anyway.
 * @returns undefined when it can no longer be paid (ended, already held for too long, or an offer whose time and one page are over)
 */
export function paymentBegun(booking: Booking, now: Date, holdSeconds: number): Booking | undefined {
  if (!isPayable(booking, now)) return undefined;
  const pageMs = (holdSeconds + PROVIDER_MARGIN_SECONDS) * 1_000;
  const pageEnd = now.getTime() + pageMs;
  const holdEndsAt = new Date(Math.max(pageEnd, booking.holdEndsAt.getTime()));
  const { offerEndsAt, createdAt } = booking;
  const latest = offerEndsAt ? offerEndsAt.getTime() + pageMs : createdAt.getTime() + longestHoldMs(holdSeconds);
  if (holdEndsAt.getTime() > latest) return undefined;
  const keptUntil = new Date(holdEndsAt.getTime() + SETTLING_MS);
  return { ...booking, holdEndsAt, keptUntil, paymentBegunAt: now, version: booking.version + 1 };
}

import type { BookingStatus } from '@concert/contracts/booking/states';
import type { BookingId } from '@concert/contracts/core/ids';
import type { MoneyTaskKind } from '@concert/contracts/payment/money-check';
import type { LedgerTotals, Movements } from '../ledger/ledger.ts';

/** What a booking says about its money. */
export interface BookedMoney {
  readonly status: BookingStatus;
  /** Of the seats, and of a gift beside them. */
  readonly priceMinor: number;
  /** What went back in partial returns, as far as the booking knows. */
  readonly returnedMinor: number;
  /** What was given to the welfare work, as far as the booking knows. */
  readonly givenMinor: number;
}

/** Money of a booking that is being refunded. */
export interface PendingRefund {
  readonly minor: number;
  /** The part of a double payment that was sent back or is being sent, while the booking stands. */
  readonly twiceMinor: number;
  /** The part of that which has arrived. */
  readonly twiceReturnedMinor: number;
  /** What arrived of partial returns. */
  readonly partReturnedMinor: number;
}

/** The three sides, each by booking. */
export interface MoneyRecords {
  readonly bookings: ReadonlyMap<BookingId, BookedMoney>;
  readonly ledger: ReadonlyMap<BookingId, LedgerTotals>;
  readonly provider: ReadonlyMap<BookingId, Movements>;
  readonly leaving: ReadonlyMap<BookingId, PendingRefund>;
}

/** A booking on which the sides do not agree. */
export interface Difference {
  readonly bookingId: BookingId;
  readonly kind: MoneyTaskKind;
  readonly bookingStatus: BookingStatus | null;
  readonly bookingMinor: number;
  readonly ledgerMinor: number;
  readonly providerMinor: number;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  readonly bookings: { readonly heldMinor: number; readonly count: number };
  readonly ledger: { readonly heldMinor: number; readonly count: number };
  readonly provider: { readonly heldMinor: number; readonly count: number };
  readonly leavingMinor: number;
  readonly givenMinor: number;
}

const NOTHING: LedgerTotals = { capturedMinor: 0, returnedMinor: 0, bankMinor: 0, givenMinor: 0 };
const STAYS: PendingRefund = { minor: 0, twiceMinor: 0, twiceReturnedMinor: 0, partReturnedMinor: 0 };
/** In these states a booking keeps its money until a refund has arrived. */
const STANDING: readonly BookingStatus[] = ['paid', 'refund_requested', 'refund_failed'];

const held = ({ capturedMinor, returnedMinor, bankMinor }: Movements) => capturedMinor - returnedMinor - bankMinor;

/** Compares the three sides booking by booking, to the cent. */
export function compareMoney({ bookings, ledger, provider, leaving }: MoneyRecords): Comparison {
  const differences: Difference[] = [];
  const sums = { bookings: 0, ledger: 0, provider: 0, leaving: 0, given: 0 };
  for (const bookingId of new Set([...bookings.keys(), ...ledger.keys(), ...provider.keys()])) {
    const booked = bookings.get(bookingId);
    const ours = ledger.get(bookingId) ?? NOTHING;
    const theirs = provider.get(bookingId) ?? NOTHING;
    const away = leaving.get(bookingId) ?? STAYS;
    const expected = expectedHeld(booked, ours, away);
    sums.bookings += expected;
    sums.ledger += held(ours);
    sums.provider += held(theirs);
    sums.leaving += away.minor;
    sums.given += givenLeft(ours);
    const kind = kindOf(booked, ours, theirs, away);
    if (kind)
      differences.push({
        bookingId,
        kind,
        bookingStatus: booked?.status ?? null,
        bookingMinor: expected,
        ledgerMinor: held(ours),
        providerMinor: held(theirs),
      });
  }
  return {
    differences,
    bookings: { heldMinor: sums.bookings, count: bookings.size },
    ledger: { heldMinor: sums.ledger, count: ledger.size },
    provider: { heldMinor: sums.provider, count: provider.size },
    leavingMinor: sums.leaving,
    givenMinor: sums.given,
  };
}

function stands(booked: BookedMoney | undefined): booked is BookedMoney {
  return booked !== undefined && STANDING.includes(booked.status);
}

/** What is there of what was given: a bank takes gifts with the rest. */
function givenLeft(ours: LedgerTotals): number {
  return Math.max(0, Math.min(ours.givenMinor, held(ours)));
}

/** What was returned of a standing booking's own money. */
function returnedOf(ours: Movements, away: PendingRefund): number {
  return ours.returnedMinor - away.twiceReturnedMinor;
}

/** What we should hold of a booking. Given money is held, whatever becomes of the rest. */
function expectedHeld(booked: BookedMoney | undefined, ours: LedgerTotals, away: PendingRefund): number {
  const givenMinor = booked?.givenMinor ?? 0;
  if (!stands(booked)) return away.minor + Math.min(givenMinor, ours.bankMinor > 0 ? givenLeft(ours) : givenMinor);
  const wholeReturned = returnedOf(ours, away) - away.partReturnedMinor;
  return booked.priceMinor - booked.returnedMinor - wholeReturned - ours.bankMinor + (away.twiceMinor - away.twiceReturnedMinor);
}

function kindOf(booked: BookedMoney | undefined, ours: LedgerTotals, theirs: Movements, away: PendingRefund): MoneyTaskKind | undefined {
  if (ours.capturedMinor !== theirs.capturedMinor || ours.returnedMinor !== theirs.returnedMinor || ours.bankMinor !== theirs.bankMinor)
    return 'ledger-provider';
  const givenMinor = booked?.givenMinor ?? 0;
  // The booking learns of what a bank took once that is decided, and then counts less as given.
  const asGiven = givenMinor === ours.givenMinor || (givenMinor < ours.givenMinor && ours.bankMinor > 0);
  if (!asGiven || (ours.givenMinor > 0 && held(ours) + ours.bankMinor < ours.givenMinor)) return 'gift';
  if (!stands(booked)) return held(ours) === away.minor + givenLeft(ours) ? undefined : 'unbooked';
  const own = ours.capturedMinor - away.twiceMinor;
  if (own === 0) return 'unpaid';
  if (own !== booked.priceMinor) return 'amount';
  if (booked.returnedMinor !== away.partReturnedMinor) return 'returned';
  return booked.status === 'paid' && returnedOf(ours, away) + ours.givenMinor >= booked.priceMinor ? 'unpaid' : undefined;
}

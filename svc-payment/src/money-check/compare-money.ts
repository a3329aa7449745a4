import type { BookingStatus } from '@concert/contracts/booking/states';
import type { BookingId } from '@concert/contracts/core/ids';
import type { MoneyTaskKind } from '@concert/contracts/payment/money-check';

/** What a booking says about its money. */
export interface Booked {
  readonly status: BookingStatus;
  readonly priceMinor: number;
  /** What went back in partial returns, as far as the booking knows. */
  readonly returnedMinor: number;
}

/** Money received and returned for a booking, as one side counts it, in minor units. */
export interface Movements {
  readonly capturedMinor: number;
  readonly returnedMinor: number;
  /** Taken back by a bank in disputes. */
  readonly bankMinor: number;
}

/** Money of a booking that is being refunded. */
export interface Leaving {
  readonly minor: number;
  /** The part of a double payment that was sent back or is being sent, while the booking stands. */
  readonly twiceMinor: number;
  /** The part of that which has arrived. */
  readonly twiceReturnedMinor: number;
  /** What arrived of partial returns. */
  readonly partReturnedMinor: number;
}

/** The three sides, each by booking. */
export interface Sides {
  readonly bookings: ReadonlyMap<BookingId, Booked>;
  readonly ledger: ReadonlyMap<BookingId, Movements>;
  readonly provider: ReadonlyMap<BookingId, Movements>;
  readonly leaving: ReadonlyMap<BookingId, Leaving>;
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
}

const NOTHING: Movements = { capturedMinor: 0, returnedMinor: 0, bankMinor: 0 };
const STAYS: Leaving = { minor: 0, twiceMinor: 0, twiceReturnedMinor: 0, partReturnedMinor: 0 };
/** In these states a booking keeps its money until a refund has arrived. */
const STANDING: readonly BookingStatus[] = ['paid', 'refund_requested', 'refund_failed'];

const held = ({ capturedMinor, returnedMinor, bankMinor }: Movements) => capturedMinor - returnedMinor - bankMinor;

/** Compares the three sides booking by booking, to the cent. */
export function compareMoney({ bookings, ledger, provider, leaving }: Sides): Comparison {
  const differences: Difference[] = [];
  const sums = { bookings: 0, ledger: 0, provider: 0, leaving: 0 };
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
  };
}

function stands(booked: Booked | undefined): booked is Booked {
  return booked !== undefined && STANDING.includes(booked.status);
}

/** What was returned of a standing booking's own money. */
function returnedOf(ours: Movements, away: Leaving): number {
  return ours.returnedMinor - away.twiceReturnedMinor;
}

function expectedHeld(booked: Booked | undefined, ours: Movements, away: Leaving): number {
  if (!stands(booked)) return away.minor;
  const wholeReturned = returnedOf(ours, away) - away.partReturnedMinor;
  return booked.priceMinor - booked.returnedMinor - wholeReturned - ours.bankMinor + (away.twiceMinor - away.twiceReturnedMinor);
}

function kindOf(booked: Booked | undefined, ours: Movements, theirs: Movements, away: Leaving): MoneyTaskKind | undefined {
  if (ours.capturedMinor !== theirs.capturedMinor || ours.returnedMinor !== theirs.returnedMinor || ours.bankMinor !== theirs.bankMinor)
    return 'ledger-provider';
  if (!stands(booked)) return held(ours) === away.minor ? undefined : 'unbooked';
  const own = ours.capturedMinor - away.twiceMinor;
  if (own === 0) return 'unpaid';
  if (own !== booked.priceMinor) return 'amount';
  if (booked.returnedMinor !== away.partReturnedMinor) return 'returned';
  return booked.status === 'paid' && returnedOf(ours, away) >= booked.priceMinor ? 'unpaid' : undefined;
}

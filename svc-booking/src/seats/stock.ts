import type { Seating } from '@concert/contracts/booking/seating';

/**
 * The seats of one category: one document, so that one conditional write decides. The counters are the sum over its
 * bookings; a hold lives with its booking.
 */
export interface Stock {
  readonly seating: Seating;
  readonly capacity: number;
  readonly sold: number;
  /** Tickets held, those of ended holds among them until somebody needs them. */
  readonly held: number;
  /** Grows with every change; the condition of the write. */
  readonly version: number;
}

/** The seats of a category at a moment. */
export interface StockNow extends Stock {
  /** Tickets of {@link Stock.held} whose holds have ended: nobody has cleared them yet, and they count for nothing. */
  readonly ended: number;
}

/** What a booking counts for in its category. */
export interface Seats {
  readonly sold: number;
  readonly held: number;
}

export const NO_SEATS: Seats = { sold: 0, held: 0 };

/** Tickets held now: an ended hold counts for nothing whether or not anybody cleared it. */
export function heldTickets(stock: StockNow): number {
  return stock.held - stock.ended;
}

/** Tickets that can be given to somebody now. Never negative, even when an admin made the hall smaller. */
export function leftTickets(stock: StockNow): number {
  return Math.max(0, stock.capacity - stock.sold - heldTickets(stock));
}

/** Counts the seats of a category while bookings change one after the other. */
export class StockCount {
  private sold: number;
  private held: number;

  constructor(private readonly before: Stock) {
    this.sold = before.sold;
    this.held = before.held;
  }

  /** The same count, to go on from without changing this one. */
  copy(): StockCount {
    return new StockCount({ ...this.before, sold: this.sold, held: this.held });
  }

  /**
   * Puts what a booking counts for now in the place of what it counted for before.
   * @returns false when there are not enough seats; nothing changes then
   * @throws RangeError when more comes back than was counted: seats would return twice
   */
  exchange(before: Seats, now: Seats): boolean {
    if (before.sold > this.sold || before.held > this.held) throw new RangeError('more seats come back than were taken');
    if ((now.sold > before.sold || now.held > before.held) && !this.hasRoomFor(now.sold + now.held, before.sold + before.held))
      return false;
    this.sold += now.sold - before.sold;
    this.held += now.held - before.held;
    return true;
  }

  /** The stock as it is after all of it; the same object when nothing changed. */
  after(stock: Stock): Stock {
    if (this.sold === stock.sold && this.held === stock.held) return stock;
    return { ...stock, sold: this.sold, held: this.held, version: stock.version + 1 };
  }

  /** What a booking has itself is there for it. */
  private hasRoomFor(tickets: number, own: number): boolean {
    return !(tickets > this.left + own);
  }

  private get left(): number {
    return this.before.capacity - this.sold - this.held;
  }
}

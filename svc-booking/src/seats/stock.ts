import type { Seating } from '@concert/contracts/booking/seating';

/**
 * The seats of one category: one document, so that one conditional write decides. Invariant: the counters are the sum over
 * the category's bookings. A hold is stored with its booking.
 */
export interface Stock {
  readonly seating: Seating;
  readonly capacity: number;
  readonly sold: number;
  /** Tickets held. Ended holds are included until they are cleared. */
  readonly held: number;
  /** Grows with every change; the write's condition compares it. */
  readonly version: number;
}

/** The seats of a category at one moment. */
export interface StockNow extends Stock {
  /** The part of {@link Stock.held} whose holds have ended but are not cleared. These tickets are free. */
  readonly ended: number;
}

/** What one booking adds to its category's counters. */
export interface Seats {
  readonly sold: number;
  readonly held: number;
}

export const NO_SEATS: Seats = { sold: 0, held: 0 };

/** Tickets held now. An ended hold does not count, cleared or not. */
export function heldTickets(stock: StockNow): number {
  return stock.held - stock.ended;
}

/** Tickets that are free now. Never negative, even when an admin made the capacity smaller. */
export function leftTickets(stock: StockNow): number {
  return Math.max(0, stock.capacity - stock.sold - heldTickets(stock));
}

/** Updates the counters of a category while bookings change one after the other. */
export class StockCount {
  private sold: number;
  private held: number;

  constructor(private readonly before: Stock) {
    this.sold = before.sold;
    this.held = before.held;
  }

  /** A copy that can be changed without changing this one. */
  copy(): StockCount {
    return new StockCount({ ...this.before, sold: this.sold, held: this.held });
  }

  /**
   * Replaces what a booking counted for before with what it counts for now.
   * @returns false when there are not enough seats; nothing changes then
   * @throws RangeError when more would be given back than was counted: seats would go back twice
   */
  exchange(before: Seats, now: Seats): boolean {
    if (before.sold > this.sold || before.held > this.held) throw new RangeError('more seats come back than were taken');
    if ((now.sold > before.sold || now.held > before.held) && !this.hasRoomFor(now.sold + now.held, before.sold + before.held))
      return false;
    this.sold += now.sold - before.sold;
    this.held += now.held - before.held;
    return true;
  }

  /** The stock with these counters; the same object when nothing changed. */
  after(stock: Stock): Stock {
    if (this.sold === stock.sold && this.held === stock.held) return stock;
    return { ...stock, sold: this.sold, held: this.held, version: stock.version + 1 };
  }

  /** The seats that a booking already has are free for itself. */
  private hasRoomFor(tickets: number, own: number): boolean {
    return !(tickets > this.left + own);
  }

  private get left(): number {
    return this.before.capacity - this.sold - this.held;
  }
}

import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId } from '@concert/contracts/core/ids';

/** Seats kept for one pending booking until a moment. */
export interface Hold {
  readonly bookingId: BookingId;
  readonly tickets: number;
  readonly endsAt: Date;
}

/**
 * The seats of one category: one document, so that one conditional write decides. What is left is computed from time:
 * an ended hold counts for nothing whether or not anybody removed it.
 */
export interface Stock {
  readonly seating: Seating;
  readonly capacity: number;
  readonly sold: number;
  readonly holds: readonly Hold[];
  /** Grows with every change; the condition of the write. */
  readonly version: number;
}

/**
 * After a payment page has ended the provider is asked what happened before anybody else gets the seats; this is how long
 * that may take, in milliseconds.
 */
const SETTLING_MS = 60_000;

/** Until when the seats of a booking whose payment page is open stay kept: the page's life and the time to ask about it. */
export function keptUntil(holdEndsAt: Date): Date {
  return new Date(holdEndsAt.getTime() + SETTLING_MS);
}

/** Tickets held at a moment, leaving one booking aside. */
export function heldTickets(stock: Stock, now: Date, except?: BookingId): number {
  return stock.holds.reduce((sum, hold) => (hold.endsAt > now && hold.bookingId !== except ? sum + hold.tickets : sum), 0);
}

/** Tickets that can be given to somebody now. Never negative, even when an admin made the hall smaller. */
export function leftTickets(stock: Stock, now: Date, except?: BookingId): number {
  return Math.max(0, stock.capacity - stock.sold - heldTickets(stock, now, except));
}

function changed(stock: Stock, change: Partial<Pick<Stock, 'sold' | 'holds'>>): Stock {
  return { ...stock, ...change, version: stock.version + 1 };
}

/** Keeps seats for several bookings by one write: what is left is counted once, and holds that ended are forgotten. */
export class Holding {
  private left: number;
  private readonly holds: Hold[];

  constructor(
    private readonly before: Stock,
    now: Date,
  ) {
    this.left = leftTickets(before, now);
    this.holds = before.holds.filter(({ endsAt }) => endsAt > now);
  }

  /** @returns false when there are not enough seats; nothing is kept then */
  keep(hold: Hold): boolean {
    if (hold.tickets > this.left) return false;
    this.left -= hold.tickets;
    this.holds.push(hold);
    return true;
  }

  /** The category with all that was kept. */
  get after(): Stock {
    return changed(this.before, { holds: [...this.holds] });
  }
}

/** Keeps a booking's seats until another moment. @returns undefined when its hold is gone or has ended */
export function extended(stock: Stock, bookingId: BookingId, endsAt: Date, now: Date): Stock | undefined {
  const hold = stock.holds.find((candidate) => candidate.bookingId === bookingId && candidate.endsAt > now);
  if (!hold) return undefined;
  return changed(stock, { holds: stock.holds.map((other) => (other === hold ? { ...hold, endsAt } : other)) });
}

/** Gives a hold's seats back. Harmless when it is gone: seats return exactly once. */
export function released(stock: Stock, bookingId: BookingId): Stock {
  return changed(stock, { holds: stock.holds.filter((hold) => hold.bookingId !== bookingId) });
}

/** Turns a hold, or what is left after it ended, into sold seats. @returns undefined when others have them already */
export function sold(stock: Stock, bookingId: BookingId, tickets: number, now: Date): Stock | undefined {
  if (tickets > leftTickets(stock, now, bookingId)) return undefined;
  return changed(stock, { sold: stock.sold + tickets, holds: stock.holds.filter((hold) => hold.bookingId !== bookingId) });
}

/** Takes sold seats back after a refund. @throws RangeError when fewer were sold: seats would return twice */
export function unsold(stock: Stock, tickets: number): Stock {
  if (tickets > stock.sold) throw new RangeError('more seats come back than were sold');
  return changed(stock, { sold: stock.sold - tickets });
}

import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import type { Outcome } from '@concert/service-kit/outcome';
import type { RecordedFact } from '@concert/service-kit/outbox';
import type { Concert } from '../../concert/concert.ts';
import { StockCount, type Stock } from '../../seats/stock.ts';
import type { BookingChange } from '../booking-changes.ts';
import { seatsOf, withoutHold, type Booking } from '../booking.ts';
import type { EndedHold } from '../bookings.repository.ts';

/** What a round decides by: all of it read before. */
export interface Situation {
  readonly concert: Concert;
  readonly stock: Stock;
  /** Every booking that the commands are about. */
  readonly bookings: readonly Booking[];
  /** Ended holds of the category, as many as may be needed; undefined where nobody has looked for them yet. */
  readonly ended: readonly EndedHold[] | undefined;
  readonly now: Date;
}

/** Something else to be stored in the transaction of a round; when it throws, the command is refused. */
type Effect = (transaction: ClientSession) => Promise<unknown>;

/** What a round comes to, and how it was before. */
interface Ledger {
  readonly count: StockCount;
  readonly bookings: Map<BookingId, Booking>;
  /** Each step of each booking, in order. */
  readonly steps: BookingChange[];
  readonly cleared: Map<BookingId, EndedHold>;
  readonly facts: RecordedFact[];
  readonly effects: Effect[];
}

function ledgerOf(count: StockCount): Ledger {
  return { count, bookings: new Map(), steps: [], cleared: new Map(), facts: [], effects: [] };
}

/** The seats of a category as a command finds them, and what it wants to become of them. Nothing of it stays when the command throws. */
export class SeatDraft {
  constructor(
    private readonly round: SeatRound,
    readonly ledger: Ledger,
  ) {}

  get concert(): Concert {
    return this.round.situation.concert;
  }

  get now(): Date {
    return this.round.situation.now;
  }

  /** A booking that the command said it is about, as it is by now. */
  booking(id: BookingId): Booking | undefined {
    return this.ledger.bookings.get(id) ?? this.round.booking(id);
  }

  /** The pending and paid bookings of the buyer that the command said it is about, as they are by now. */
  ofBuyer(userId: UserId): Booking[] {
    return this.round.ofBuyer(userId).filter(({ status }) => status === 'pending' || status === 'paid');
  }

  /**
   * Stores a booking that is new or was changed, with its seats. Ended holds of others give way to it.
   * @returns false when there are not enough seats; the booking is not stored then
   */
  put(after: Booking): boolean {
    const { stock } = this.round.situation;
    if (after.seating !== stock.seating) throw new Error(`a booking of ${after.seating} has no seats in ${stock.seating}`);
    const before = this.booking(after.id);
    while (!this.ledger.count.exchange(seatsOf(before), seatsOf(after))) if (!this.clearOne(after.id)) return false;
    this.step(before, after);
    return true;
  }

  /** Tells a fact, once the round is stored. */
  tell(...facts: readonly RecordedFact[]): void {
    this.ledger.facts.push(...facts);
  }

  /** Stores something else with the round. */
  also(effect: Effect): void {
    this.ledger.effects.push(effect);
  }

  /** Gives the seats of one ended hold back. @returns false when there is none left */
  private clearOne(except: BookingId): boolean {
    const hold = this.round.nextEnded(this.ledger, except);
    if (!hold) return false;
    this.ledger.count.exchange({ sold: 0, held: hold.tickets }, { sold: 0, held: 0 });
    const known = this.booking(hold.bookingId);
    if (known) this.step(known, withoutHold(known));
    else this.ledger.cleared.set(hold.bookingId, hold);
    return true;
  }

  private step(before: Booking | undefined, after: Booking): void {
    this.ledger.bookings.set(after.id, after);
    this.ledger.steps.push([before, after]);
  }
}

/**
 * Decides commands about the seats of one category one after the other; each finds what those before it left. Nothing is
 * stored here and nothing is read: what it comes to is stored as a whole.
 */
export class SeatRound {
  private readonly read: ReadonlyMap<BookingId, Booking>;
  private readonly ofBuyers = new Map<UserId, Set<BookingId>>();
  private ledger: Ledger;
  /** Whether somebody was refused who may be served when ended holds are looked for. */
  isShort = false;

  constructor(readonly situation: Situation) {
    this.read = new Map(situation.bookings.map((booking) => [booking.id, booking]));
    for (const booking of situation.bookings) this.noteBuyer(booking);
    this.ledger = ledgerOf(new StockCount(situation.stock));
  }

  /** Runs one command. What it throws is its outcome, and what it had wanted is forgotten. */
  decide<T>(command: (seats: SeatDraft) => T): Outcome<T> {
    const draft = new SeatDraft(this, ledgerOf(this.ledger.count.copy()));
    try {
      const value = command(draft);
      this.keep(draft.ledger);
      return { ok: true, value };
    } catch (error) {
      return { ok: false, error };
    }
  }

  /** The stock after the round; the same object when no seat changed hands. */
  get stock(): Stock {
    return this.ledger.count.after(this.situation.stock);
  }

  /** What became of bookings, step by step. */
  get steps(): readonly BookingChange[] {
    return this.ledger.steps;
  }

  /** Ended holds that gave way, of bookings that no command was about. */
  get cleared(): EndedHold[] {
    return [...this.ledger.cleared.values()];
  }

  get facts(): readonly RecordedFact[] {
    return this.ledger.facts;
  }

  get effects(): readonly Effect[] {
    return this.ledger.effects;
  }

  /** A booking as the commands before left it. */
  booking(id: BookingId): Booking | undefined {
    return this.ledger.bookings.get(id) ?? this.read.get(id);
  }

  /** A buyer's bookings as the commands before left them. */
  ofBuyer(userId: UserId): Booking[] {
    return [...(this.ofBuyers.get(userId) ?? [])].flatMap((id) => this.booking(id) ?? []);
  }

  /** The hold that ended longest ago and still counts. */
  nextEnded(draft: Ledger, except: BookingId): EndedHold | undefined {
    if (!this.situation.ended) this.isShort = true;
    return this.situation.ended?.find(({ bookingId }) => {
      if (bookingId === except || draft.cleared.has(bookingId) || this.ledger.cleared.has(bookingId)) return false;
      const known = draft.bookings.get(bookingId) ?? this.booking(bookingId);
      return !known || (known.keptUntil !== null && known.keptUntil <= this.situation.now);
    });
  }

  private keep(draft: Ledger): void {
    const { bookings, steps, cleared, facts, effects } = this.ledger;
    for (const booking of draft.bookings.values()) {
      bookings.set(booking.id, booking);
      this.noteBuyer(booking);
    }
    for (const [id, hold] of draft.cleared) cleared.set(id, hold);
    steps.push(...draft.steps);
    facts.push(...draft.facts);
    effects.push(...draft.effects);
    this.ledger = { ...this.ledger, count: draft.count };
  }

  private noteBuyer({ userId, id }: Booking): void {
    this.ofBuyers.set(userId, (this.ofBuyers.get(userId) ?? new Set()).add(id));
  }
}

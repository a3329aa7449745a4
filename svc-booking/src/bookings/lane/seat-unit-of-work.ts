import type { BookingId, TicketId, UserId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { Outcome } from '@concert/service-kit/store/outcome';
import type { RecordedFact } from '@concert/service-kit/messages/outbox';
import { protectionIsOver, type Concert } from '../../concert/concert.ts';
import {
  isWaitedFor,
  NO_SEAT_CHANGE,
  StockCount,
  type EndedHolds,
  type SeatChange,
  type SeatShortage,
  type Stock,
} from '../../seats/stock.ts';
import type { BookingChange } from '../mongo-bookings.ts';
import { seatsOf, withoutHold, type Booking } from '../booking.ts';
import type { EndedHold } from '../mongo-booking-documents.ts';
import type { OpenHold } from '../open-holds.ts';

/** All that a unit needs for its decisions, read beforehand. */
export interface SeatContext {
  readonly concert: Concert;
  readonly stock: Stock;
  /** Every booking that the commands need. */
  readonly bookings: readonly Booking[];
  /** Ended holds of the category, as many as may be needed; undefined while they have not been read. */
  readonly ended: readonly EndedHold[] | undefined;
  /** Those of `bookings` with returned tickets, and which of these somebody went in with; undefined while they have not been read. */
  readonly returning?: { readonly ids: readonly BookingId[]; readonly inside: ReadonlyMap<TicketId, unknown> };
  /** Holds that nobody paid yet, of those whom the commands name in `counts`. */
  readonly open?: readonly OpenHold[];
  readonly now: Date;
}

/** Another write in the transaction of a unit; when it throws, its command is refused. */
type Effect = (transaction: ClientSession) => Promise<unknown>;

/** The changes so far, of a unit or of one command. */
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

function heldBy({ tickets, companions }: EndedHold): SeatChange {
  return { sold: 0, held: tickets, ...(companions === undefined ? {} : { accessible: 1, companions }) };
}

/** What one command sees and changes of a category's seats. All changes are discarded when the command throws. */
export class SeatDraft {
  constructor(
    private readonly unit: SeatUnitOfWork,
    readonly ledger: Ledger,
  ) {}

  get concert(): Concert {
    return this.unit.situation.concert;
  }

  get now(): Date {
    return this.unit.situation.now;
  }

  /** The current state of a booking that the command names in `bookings`. */
  booking(id: BookingId): Booking | undefined {
    return this.ledger.bookings.get(id) ?? this.unit.booking(id);
  }

  /** The current pending and paid bookings of the buyer that the command names. */
  ofBuyer(userId: UserId): Booking[] {
    return this.unit.ofBuyer(userId).filter(({ status }) => status === 'pending' || status === 'paid');
  }

  /** The category's stock, as the commands so far left it. */
  get stock(): Stock {
    return this.ledger.count.after(this.unit.situation.stock);
  }

  /** Holds for the email that the command names in `heldFor` and that nobody has proven, in all categories. */
  heldFor(email: string): Booking[] {
    return this.unit.heldFor(email);
  }

  /** Holds that nobody paid yet, of those whom the commands name in `counts`, as the commands so far left them. */
  get openHolds(): OpenHold[] {
    const changed = new Map([...this.unit.changed, ...this.ledger.bookings]);
    const left = (this.unit.situation.open ?? []).filter(({ id }) => !changed.has(id));
    return [...left, ...[...changed.values()].filter(({ status, keptUntil }) => status === 'pending' && keptUntil && keptUntil > this.now)];
  }

  /** Paid bookings with returned tickets of the category, the oldest first, as the commands so far left them. */
  get returning(): Booking[] {
    const { returning } = this.unit.situation;
    if (!returning && this.stock.returning) this.unit.isShort = true;
    const ids = new Set([...(returning?.ids ?? []), ...this.unit.changed.keys(), ...this.ledger.bookings.keys()]);
    const found = [...ids].flatMap((id) => this.booking(id) ?? []).filter((one) => one.status === 'paid' && one.returningSince);
    return found.sort((one, other) => one.returningSince!.getTime() - other.returningSince!.getTime());
  }

  /** Whether somebody went in with one of those tickets. */
  isInside(ticketId: TicketId): boolean {
    return this.unit.situation.returning?.inside.has(ticketId) ?? false;
  }

  /** Whether the category has a seat for anybody else than this booking. */
  hasRoomBeside(id: BookingId): boolean {
    return (
      this.ledger.count.copy().exchange(NO_SEAT_CHANGE, { sold: 0, held: 1 }) === 'none' ||
      this.unit.nextEnded(this.ledger, id, 'seats') !== undefined
    );
  }

  /** Whether seats are free that people wait for. */
  get areWaitedFor(): boolean {
    const { stock } = this;
    if (stock.waitsFor === undefined && stock.waitsForAccessible === undefined) return false;
    return isWaitedFor({ ...stock, ...this.unit.endedNow(this.ledger) }, protectionIsOver(this.concert, this.now));
  }

  /** Stores a booking with its seats, clearing ended holds where it needs theirs. @returns false where seats are too few; it is not stored then */
  put(after: Booking): boolean {
    return this.take(after) === 'none';
  }

  /** As {@link put}. @returns what is missing */
  take(after: Booking): SeatShortage {
    const { stock } = this.unit.situation;
    if (after.seating !== stock.seating) throw new Error(`a booking of ${after.seating} has no seats in ${stock.seating}`);
    const before = this.booking(after.id);
    for (;;) {
      const missing = this.ledger.count.exchange(seatsOf(before), seatsOf(after));
      if (missing === 'none') break;
      if (!this.clearOne(after.id, missing)) return missing;
    }
    this.step(before, after);
    return 'none';
  }

  /** Stores what has become of a booking already, whatever seats are missing then. */
  record(after: Booking): void {
    const before = this.booking(after.id);
    this.ledger.count.record(seatsOf(before), seatsOf(after));
    this.step(before, after);
  }

  /** Records a fact, to be stored with the unit. */
  tell(...facts: readonly RecordedFact[]): void {
    this.ledger.facts.push(...facts);
  }

  /** Adds another write to the unit. */
  also(effect: Effect): void {
    this.ledger.effects.push(effect);
  }

  /** Gives the seats of one ended hold back. @returns false when no ended hold is left that has what is missing */
  private clearOne(except: BookingId, missing: SeatShortage): boolean {
    const hold = this.unit.nextEnded(this.ledger, except, missing);
    if (!hold) return false;
    this.ledger.count.exchange(heldBy(hold), NO_SEAT_CHANGE);
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
 * Decides the commands of one category in order; each sees the changes of those before it. A unit reads and stores nothing:
 * all its changes are stored together afterwards.
 */
export class SeatUnitOfWork {
  private readonly read: ReadonlyMap<BookingId, Booking>;
  private readonly ofBuyers = new Map<UserId, Set<BookingId>>();
  private ledger: Ledger;
  /** Whether a command lacked seats while ended holds, or returned tickets, had not been read: with them it may succeed. */
  isShort = false;

  constructor(readonly situation: SeatContext) {
    this.read = new Map(situation.bookings.map((booking) => [booking.id, booking]));
    for (const booking of situation.bookings) this.noteBuyer(booking);
    this.ledger = ledgerOf(new StockCount(situation.stock, protectionIsOver(situation.concert, situation.now)));
  }

  /** Runs one command. An error becomes its outcome, and its changes are discarded. */
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

  /** The stock after the unit; the same object when the counters did not change. */
  get stock(): Stock {
    return this.ledger.count.after(this.situation.stock);
  }

  /** All changes of bookings, in order. */
  get steps(): readonly BookingChange[] {
    return this.ledger.steps;
  }

  /** Ended holds that were cleared, of bookings that no command names. */
  get cleared(): EndedHold[] {
    return [...this.ledger.cleared.values()];
  }

  get facts(): readonly RecordedFact[] {
    return this.ledger.facts;
  }

  get effects(): readonly Effect[] {
    return this.ledger.effects;
  }

  /** Runs the effects one after the other: one may read what another wrote, as each entry of the audit log follows from the last. */
  async runEffects(transaction: ClientSession): Promise<void> {
    for (const effect of this.effects) await effect(transaction);
  }

  /** The bookings that the commands so far changed. */
  get changed(): ReadonlyMap<BookingId, Booking> {
    return this.ledger.bookings;
  }

  /** A booking after the commands so far. */
  booking(id: BookingId): Booking | undefined {
    return this.ledger.bookings.get(id) ?? this.read.get(id);
  }

  /** A buyer's bookings after the commands so far. */
  ofBuyer(userId: UserId): Booking[] {
    // Somebody may have taken over what was theirs.
    return [...(this.ofBuyers.get(userId) ?? [])].flatMap((id) => this.booking(id) ?? []).filter((booking) => booking.userId === userId);
  }

  /** Holds for an email that nobody has proven, after the commands so far. */
  heldFor(email: string): Booking[] {
    const ids = [...this.read.values(), ...this.ledger.bookings.values()].flatMap(({ id, heldFor }) => (heldFor === email ? id : []));
    return [...new Set(ids)].flatMap((id) => this.booking(id) ?? []).filter(({ status }) => status === 'pending');
  }

  /** The first ended hold that still counts, and has an accessible seat where that is missing. */
  nextEnded(draft: Ledger, except: BookingId, missing: SeatShortage): EndedHold | undefined {
    if (!this.situation.ended) this.isShort = true;
    return this.situation.ended?.find(
      (hold) => !(missing === 'accessible' && hold.companions === undefined) && hold.bookingId !== except && this.stillCounts(hold, draft),
    );
  }

  /** The ended holds that still count; at least as many tickets as one booking has, where there are so many. */
  endedNow(draft: Ledger): EndedHolds {
    if (!this.situation.ended) this.isShort = true;
    const ended = (this.situation.ended ?? []).filter((hold) => this.stillCounts(hold, draft));
    const beside = ended.flatMap(({ companions }) => companions ?? []);
    const tickets = ended.reduce((sum, hold) => sum + hold.tickets, 0);
    return { ended: tickets, endedAccessible: beside.length, endedCompanions: beside.reduce((sum, one) => sum + one, 0) };
  }

  private stillCounts({ bookingId }: EndedHold, draft: Ledger): boolean {
    if (draft.cleared.has(bookingId) || this.ledger.cleared.has(bookingId)) return false;
    const known = draft.bookings.get(bookingId) ?? this.booking(bookingId);
    return !known || (known.keptUntil !== null && known.keptUntil <= this.situation.now);
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

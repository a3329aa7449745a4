import type { BookingStatus } from '@concert/contracts/booking/states';
import type { Seating } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { newerThan, SINGLE_BATCH, type TimePosition } from '@concert/service-kit/store/collection';
import { sharedReads } from '@concert/service-kit/store/shared-calls';
import { StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/store/mongo';
import { holdTurnsCollection } from '../unpaid-holds/unpaid-hold.schema.ts';
import { clearedHold, endedHold, replacementOf, toBooking, toDocument, type EndedHold } from './mongo-booking-documents.ts';
import { bookingsCollection, type BookingDocument } from './booking.schema.ts';
import type { Booking } from './booking.ts';
import type { OpenHold } from './open-holds.ts';
import { isForgotten } from './unproven-hold.ts';

/** Whose holds a command counts. */
export type HoldCounter = Pick<Booking, 'userId' | 'unproven' | 'source' | 'site'>;

/** A booking before and after a change; `undefined` before the first. */
export type BookingChange = readonly [before: Booking | undefined, after: Booking];

/** Stores bookings. */
export class MongoBookings {
  private readonly read = sharedReads(async (ids: readonly BookingId[]) => new Map((await this.byIds(ids)).map((one) => [one.id, one])));
  /** Apart, because a whole booking costs more than its category. */
  private readonly readSeating = sharedReads((ids: readonly BookingId[]) => this.seatingsOf(ids));

  constructor(private readonly connection: Connection) {}

  async byId(id: BookingId, transaction?: ClientSession): Promise<Booking | undefined> {
    if (!transaction) return this.read(id);
    const found = await this.collection().findOne({ _id: id }, { session: transaction });
    return found ? toBooking(found) : undefined;
  }

  /** Those of these bookings that exist, unordered. */
  async byIds(ids: readonly BookingId[]): Promise<Booking[]> {
    return (
      await this.collection()
        .find({ _id: { $in: [...ids] } }, SINGLE_BATCH)
        .toArray()
    ).map(toBooking);
  }

  /** Newest first, at most 200. */
  async ofUser(userId: UserId): Promise<Booking[]> {
    return (await this.collection().find({ userId }).sort({ createdAt: -1 }).limit(200).toArray()).map(toBooking);
  }

  /** Bookings of these buyers in a category that are pending (at most one per buyer) or paid. */
  async pendingOrPaidOf(userIds: readonly UserId[], seating: Seating, transaction?: ClientSession): Promise<Booking[]> {
    return (
      await this.collection()
        .find(
          { userId: { $in: [...userIds] }, seating, status: { $in: ['pending', 'paid'] } },
          { ...SINGLE_BATCH, ...(transaction && { session: transaction }) },
        )
        .toArray()
    ).map(toBooking);
  }

  /** The category of a booking; none where there is no such booking. */
  seatingOf(id: BookingId): Promise<Seating | undefined> {
    return this.readSeating(id);
  }

  /** The category of each of these bookings that exists. */
  async seatingsOf(ids: readonly BookingId[]): Promise<ReadonlyMap<BookingId, Seating>> {
    const found = await this.collection()
      .find({ _id: { $in: [...ids] } }, SINGLE_BATCH)
      .project<Pick<BookingDocument, '_id' | 'seating'>>({ seating: 1 })
      .toArray();
    return new Map(found.map(({ _id, seating }) => [_id, seating]));
  }

  /**
   * Pending bookings whose time ended, oldest first.
   * @param wordlessSince those with a payment page only where it ended by then
   * @param tooFar no hold or offer lasts until then: a clock that was wrong made it
   */
  async toExpire(
    now: Date,
    wordlessSince: Date,
    tooFar: { hold: Date; offer: Date },
    most: number,
  ): Promise<Pick<Booking, 'id' | 'seating'>[]> {
    const found = await this.collection()
      .find({
        status: 'pending',
        $or: [
          { holdEndsAt: { $lt: now }, paymentBegunAt: null },
          { holdEndsAt: { $lte: wordlessSince } },
          { holdEndsAt: { $gt: tooFar.hold }, paymentBegunAt: null, offerEndsAt: { $exists: false } },
          { holdEndsAt: { $gt: tooFar.offer }, paymentBegunAt: null },
        ],
      })
      .sort({ holdEndsAt: 1 })
      .project<Pick<BookingDocument, '_id' | 'seating'>>({ seating: 1 })
      .limit(most)
      .toArray();
    return found.map(({ _id, seating }) => ({ id: _id, seating }));
  }

  /**
   * Holds of a category that ended by `now`, oldest end first, those with an accessible seat last.
   * @param accessible the most of those; they are looked for apart, so that no others hide them
   */
  async endedHolds(seating: Seating, now: Date, most: number, accessible: number): Promise<EndedHold[]> {
    const ended = async (only: object, limit: number): Promise<EndedHold[]> =>
      limit === 0
        ? []
        : (
            await this.collection()
              .find({ keptUntil: { $lte: now }, seating, ...only })
              .sort({ keptUntil: 1 })
              .project<Pick<BookingDocument, '_id' | 'notickets' | 'access' | 'version'>>({ notickets: 1, access: 1, version: 1 })
              .limit(limit)
              .toArray()
          ).map(endedHold);
    // Where no accessible seat is held there is nothing to tell apart.
    if (accessible === 0) return ended({}, most);
    const [others, special] = await Promise.all([
      ended({ 'access.companions': null }, most),
      ended({ 'access.companions': { $gte: 0 } }, accessible),
    ]);
    return [...others, ...special];
  }

  /**
   * Open holds of these buyers, as the transaction sees them, in all categories. Until it ends no other one counts holds of the same
   * buyers, nor of the same networks.
   * @param holders where one of them is unproven, every hold is read whose email nobody proved
   * @throws the driver's write conflict where another transaction has their turn; the surrounding transaction starts over
   */
  async openHoldsOf(holders: readonly HoldCounter[], now: Date, transaction: ClientSession): Promise<OpenHold[]> {
    if (holders.length === 0) return [];
    const buyers = [...new Set(holders.map(({ userId }) => userId))];
    const networks = [...new Set(holders.flatMap(({ source, site }) => [source ?? [], site ?? []].flat()))];
    await holdTurnsCollection.driver(this.connection).bulkWrite(
      [...buyers, ...networks].map((_id) => ({
        updateOne: { filter: { _id }, update: { $inc: { turn: 1 }, $set: { at: now } }, upsert: true },
      })),
      { session: transaction, ordered: false },
    );
    const find = (which: object, hint: string) =>
      this.collection()
        // Without the hint the server tries other indexes each time, which in a rush takes a hundred times as long as the query.
        .find({ status: 'pending', ...which }, { ...SINGLE_BATCH, session: transaction, hint })
        .project<OpenHold>({
          ...{ _id: 0, id: '$_id', userId: 1, source: 1, site: 1, unproven: 1, seating: 1, tickets: '$notickets' },
          ...{ access: 1, createdAt: 1, paymentBegunAt: 1, keptUntil: 1, offerEndsAt: 1 },
        })
        .toArray();
    const found = await find({ userId: { $in: buyers } }, 'uq_pending_per_buyer_and_seating');
    if (holders.some(({ unproven }) => unproven)) found.push(...(await find({ unproven: true }, 'unproven_of_email')));
    const open = found.filter(({ keptUntil }) => keptUntil && keptUntil > now);
    return [...new Map(open.map((hold) => [hold.id, hold])).values()];
  }

  /** Holds for these emails that nobody proved yet, in all categories, whether or not their time is over. */
  async heldFor(emails: readonly string[]): Promise<Booking[]> {
    return (
      await this.collection()
        .find({ unproven: true, heldFor: { $in: [...emails] } }, { ...SINGLE_BATCH, hint: 'unproven_of_email' })
        .toArray()
    ).map(toBooking);
  }

  /** Bookings of these accounts that were made from a moment on, unordered. */
  async madeSince(userIds: readonly UserId[], since: Date): Promise<Booking[]> {
    const found = this.collection().find({ userId: { $in: [...userIds] }, createdAt: { $gte: since } }, SINGLE_BATCH);
    return (await found.toArray()).map(toBooking);
  }

  /** Bookings of an account that wait to be paid. */
  async pendingOf(userId: UserId): Promise<Pick<Booking, 'id'>[]> {
    const found = await this.collection().find({ userId, status: 'pending' }).project<Pick<BookingDocument, '_id'>>({ _id: 1 }).toArray();
    return found.map(({ _id }) => ({ id: _id }));
  }

  /** Paid bookings of a category with tickets that are given back once someone takes their seats, the oldest first. */
  async returning(seating: Seating): Promise<Booking[]> {
    const found = this.collection().find({ seating, status: 'paid', returningSince: { $exists: true } }, SINGLE_BATCH);
    return (await found.sort({ returningSince: 1 }).toArray()).map(toBooking);
  }

  /** Pending bookings that keep seats, the one that ends first at the top. @param after where the page before ended */
  async unpaidHolds(now: Date, after: TimePosition<BookingId> | undefined, most: number): Promise<Booking[]> {
    return (
      await this.collection()
        .find({ status: 'pending', keptUntil: { $gt: now }, ...newerThan('keptUntil', after) })
        .sort({ keptUntil: 1, _id: 1 })
        .limit(most)
        .toArray()
    ).map(toBooking);
  }

  /** Bookings with an open dispute, the one that has to be answered first at the top, at most 100. */
  async disputed(): Promise<Booking[]> {
    return (await this.collection().find({ 'dispute.state': 'open' }).sort({ 'dispute.answerBy': 1 }).limit(100).toArray()).map(toBooking);
  }

  /**
   * Bookings in one of these statuses, by id, so that all pages together read the collection once.
   * @param after the id that a page before ended with
   * @param seatings only those of these categories that name a buyer, whose address is proven
   */
  async inStatuses(statuses: readonly BookingStatus[], after: string, most: number, seatings?: readonly Seating[]): Promise<Booking[]> {
    const named = seatings && { seating: { $in: [...seatings] }, erasedAt: { $exists: false }, unproven: { $exists: false } };
    const found = this.collection().find({ _id: { $gt: after as BookingId }, status: { $in: [...statuses] }, ...named });
    return (await found.hint({ _id: 1 }).sort({ _id: 1 }).limit(most).toArray()).map(toBooking);
  }

  /** Bookings whose money was taken and that have no number of a receipt, those made first at the top. */
  async withoutReceipt(most: number, transaction: ClientSession): Promise<Booking[]> {
    const found = this.collection().find({ charged: { $gt: 0 }, 'receipt.number': null }, { ...SINGLE_BATCH, session: transaction });
    return (await found.sort({ createdAt: 1 }).limit(most).toArray()).map(toBooking);
  }

  /** The highest number of a year's receipts; 0 where there is none. */
  async lastReceipt(year: number, transaction: ClientSession): Promise<number> {
    const ofYear = { 'receipt.year': year, 'receipt.number': { $gt: 0 } };
    return (await this.collection().findOne(ofYear, { session: transaction, sort: { 'receipt.number': -1 } }))?.receipt?.number ?? 0;
  }

  async add(bookings: readonly Booking[], transaction: ClientSession): Promise<void> {
    const added = bookings.map((booking) => [undefined, booking] as const);
    await this.store(added, [], transaction);
  }

  /** Stores `after` only if the stored booking is still `before`; otherwise the transaction starts over. */
  async replace(before: Booking, after: Booking, transaction: ClientSession): Promise<void> {
    await this.store([[before, after]], [], transaction);
  }

  /**
   * Stores the result of many steps and clears ended holds of bookings that have no other change. Several steps of one
   * booking become one write. On the same condition as `replace`.
   */
  async write(steps: readonly BookingChange[], cleared: readonly EndedHold[], transaction: ClientSession): Promise<void> {
    const whole = new Map<BookingId, BookingChange>();
    for (const [before, after] of steps) whole.set(after.id, [whole.has(after.id) ? whole.get(after.id)![0] : before, after]);
    await this.store([...whole.values()], cleared, transaction);
  }

  /** Moves the end of a hold, outside a transaction. @returns false, and stores nothing, when others changed the booking in between */
  async prolong({ id, version }: Booking, after: Booking): Promise<boolean> {
    const { holdEndsAt, keptUntil, paymentBegunAt } = after;
    const changed = { holdEndsAt, ...(keptUntil ? { keptUntil } : {}), paymentBegunAt, version: after.version };
    const { matchedCount } = await this.collection().updateOne({ _id: id, version }, { $set: changed });
    return matchedCount === 1;
  }

  /** The order matters: a buyer's old booking must leave the unique index of pending bookings before the new one enters it. */
  private async store(changes: readonly BookingChange[], cleared: readonly EndedHold[], transaction: ClientSession): Promise<void> {
    const updates = [...changes.flatMap(([before, after]) => (before ? [replacementOf(before, after)] : [])), ...cleared.map(clearedHold)];
    const added = changes.flatMap(([before, after]) => (before || isForgotten(after) ? [] : [toDocument(after)]));
    if (updates.length > 0) {
      const { matchedCount, deletedCount } = await this.collection().bulkWrite(updates, { session: transaction, ordered: true });
      if (matchedCount + deletedCount !== updates.length) throw new StaleWriteError('a booking changed in between');
    }
    if (added.length > 0) await this.collection().insertMany(added, { session: transaction });
  }

  private collection() {
    return bookingsCollection.driver(this.connection);
  }
}

import type { BookingId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { bookingsCollection, type BookingDocument } from '../bookings/booking.schema.ts';
import type { Booking } from '../bookings/booking.ts';
import type { Concert } from '../concert/concert.ts';
import { choicesCollection } from './choice.schema.ts';
import { isOver, type TicketChoice } from './choice.ts';

type AskedBooking = Pick<Booking, 'id' | 'seating'>;

/** Stores what holders choose. */
export class MongoChoices {
  constructor(private readonly connection: Connection) {}

  /** Those of these bookings that have one, unordered. */
  async of(bookingIds: readonly BookingId[], transaction?: ClientSession): Promise<TicketChoice[]> {
    const found = await this.choices()
      .find({ _id: { $in: [...bookingIds] } }, { ...SINGLE_BATCH, ...(transaction && { session: transaction }) })
      .toArray();
    return found.map(({ _id, ...rest }) => ({ bookingId: _id, ...rest }));
  }

  /** Stores a change; `before` is undefined where it is the first. @returns false, and stores nothing, where others changed it in between */
  async put(
    before: TicketChoice | undefined,
    { bookingId: _id, giveBack, ...rest }: TicketChoice,
    transaction: ClientSession,
  ): Promise<boolean> {
    const document = { _id, giveBack: [...giveBack], ...rest };
    if (!before) return (await this.choices().insertOne(document, { session: transaction })).acknowledged;
    const filter = { _id, version: before.version };
    return (await this.choices().replaceOne(filter, document, { session: transaction })).matchedCount === 1;
  }

  /** What can still be changed, and what was carried out after a postponement. */
  async since(postponedAt: Date): Promise<Omit<TicketChoice, 'history'>[]> {
    const found = await this.choices()
      .find({ carriedOutFor: { $in: [null, postponedAt] } }, { ...SINGLE_BATCH, projection: { history: 0 } })
      .toArray();
    return found.map(({ _id, ...rest }) => ({ bookingId: _id, ...rest }));
  }

  /** Paid bookings with tickets that were made before a postponement: their holders are asked. */
  async asked(postponedAt: Date): Promise<AskedBooking[]> {
    const found = await bookingsCollection
      .driver(this.connection)
      .find({ status: 'paid', createdAt: { $lt: postponedAt }, notickets: { $gt: 0 } }, SINGLE_BATCH)
      .project<Pick<BookingDocument, '_id' | 'seating'>>({ seating: 1 })
      .toArray();
    return found.map(({ _id, seating }) => ({ id: _id, seating }));
  }

  /** Bookings whose choices have to be carried out now, because the time to choose is over. */
  async due(concert: Concert, now: Date): Promise<AskedBooking[]> {
    if (!isOver(concert, now)) return [];
    const { postponedAt } = concert.postponement;
    const [asked, done] = await Promise.all([this.asked(postponedAt), this.choices().distinct('_id', { carriedOutFor: postponedAt })]);
    const over = new Set(done);
    return asked.filter(({ id }) => !over.has(id));
  }

  private choices() {
    return choicesCollection.driver(this.connection);
  }
}

import { GROUP_NAMES, type ComplimentaryCategory, type EntryStatus } from '@concert/contracts/booking/complimentary';
import type { ReportCategory, ReportCell } from '@concert/contracts/booking/reports';
import type { Seating } from '@concert/contracts/booking/seating';
import { collectionOf, type ClientSession, type Connection, type Transactions } from '@concert/service-kit/store/mongo';
import { bookingsCollection } from '../bookings/booking.schema.ts';
import { toBooking } from '../bookings/mongo-booking-documents.ts';
import { readStock } from '../seats/mongo-stock.ts';
import { heldTickets } from '../seats/stock.ts';
import { BookingFigures } from './booking-figures.ts';
import type { Figures, SeatCount } from './report.ts';
import { allotmentsCollection } from '../complimentary/allotment.schema.ts';
import { entriesCollection, type EntryDocument } from '../complimentary/entry.schema.ts';

/** Adds the report up. */
export class MongoReport {
  constructor(
    private readonly connection: Connection,
    private readonly transactions: Transactions,
  ) {}

  figures(now: Date, timeZone: string): Promise<Figures> {
    // In a transaction, so that all figures come from one snapshot.
    return this.transactions.run(async (transaction) => {
      const bookings = await this.figuresOfBookings(timeZone, transaction);
      return {
        cells: [...bookings.cells(), ...(await this.cellsOfEntries(transaction))],
        days: bookings.days(),
        seats: await this.seats(now, transaction),
      };
    });
  }

  private async figuresOfBookings(timeZone: string, transaction: ClientSession): Promise<BookingFigures> {
    const figures = new BookingFigures(timeZone);
    const found = bookingsCollection.driver(this.connection).find({}, { session: transaction, projection: { words: 0, text: 0 } });
    for await (const document of found) figures.add(toBooking(document));
    return figures;
  }

  private async cellsOfEntries(transaction: ClientSession): Promise<ReportCell[]> {
    const found = await collectionOf<EntryDocument>(this.connection, entriesCollection.name)
      .aggregate<{ _id: { group: ComplimentaryCategory; status: EntryStatus }; bookings: number; tickets: number }>(
        [
          { $group: { _id: { group: '$group', status: '$status' }, bookings: { $sum: 1 }, tickets: { $sum: '$notickets' } } },
          // Else the same figures come in another order each time.
          { $sort: { _id: 1 } },
        ],
        { session: transaction },
      )
      .toArray();
    return found.map(({ _id: { group, status }, bookings, tickets }) => ({
      category: GROUP_NAMES[group],
      status,
      bookings,
      tickets,
      amountMinor: 0,
      lostMinor: 0,
      returnedMinor: 0,
      givenMinor: 0,
    }));
  }

  private async seats(now: Date, transaction: ClientSession): Promise<Partial<Record<ReportCategory, SeatCount>>> {
    const stocks = await readStock(this.connection, now, transaction);
    const allotments = await collectionOf<{ _id: ComplimentaryCategory; capacity: number; issued: number }>(
      this.connection,
      allotmentsCollection.name,
    )
      .find({}, { session: transaction })
      .toArray();
    return Object.fromEntries([
      ...stocks.map((stock): [Seating, SeatCount] => [
        stock.seating,
        { sold: stock.sold, capacity: stock.capacity, held: heldTickets(stock) },
      ]),
      ...allotments.map(({ _id, capacity, issued }): [ReportCategory, SeatCount] => [
        GROUP_NAMES[_id],
        { sold: issued, capacity, held: 0 },
      ]),
    ]);
  }
}

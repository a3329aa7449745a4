import { GROUP_NAMES, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import type { ReportCategory } from '@concert/contracts/booking/reports';
import type { Seating } from '@concert/contracts/booking/seating';
import { collectionOf, type ClientSession, type Connection, type Transactions } from '@concert/service-kit/store/mongo';
import { anyWordStartsWith } from '@concert/service-kit/store/search-words';
import { bookingsCollection } from '../bookings/booking.schema.ts';
import { toBooking } from '../bookings/mongo-booking-documents.ts';
import { moneyMovesCollection } from '../money-moves/money.schema.ts';
import { readStock } from '../seats/mongo-stock.ts';
import { heldTickets } from '../seats/stock.ts';
import { rowOfBooking, rowOfEntry, type ListedRow, type Row } from './report-rows.ts';
import { cellsOf, soldOnDayOf, type Figures, type SeatCount } from './report.ts';
import { allotmentsCollection } from '../complimentary/allotment.schema.ts';
import { entriesCollection } from '../complimentary/entry.schema.ts';

/** Reads what the report is made of: all bookings and complimentary entries, some hundreds in a hall, as they are at one moment. */
export class MongoReport {
  constructor(
    private readonly connection: Connection,
    private readonly transactions: Pick<Transactions, 'run'>,
  ) {}

  /** All rows, newest first. */
  rows(): Promise<ListedRow[]> {
    return this.transactions.run(async (session) => {
      const rows: ListedRow[] = [];
      for await (const booking of this.bookings(session))
        rows.push({ row: rowOfBooking(booking), createdAt: booking.createdAt, words: booking.words ?? [] });
      for await (const entry of this.entries(session))
        rows.push({ row: rowOfEntry(entry), createdAt: entry.createdAt, words: entry.words });
      return rows.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.row.id < other.row.id ? 1 : -1));
    });
  }

  figures(now: Date, timeZone: string): Promise<Figures> {
    return this.transactions.run(async (session) => {
      const rows: Row[] = [];
      let soldToday = 0;
      for await (const booking of this.bookings(session)) {
        rows.push(rowOfBooking(booking));
        soldToday += soldOnDayOf(now, timeZone, [toBooking(booking)]);
      }
      for await (const entry of this.entries(session)) rows.push(rowOfEntry(entry));
      return { cells: cellsOf(rows), soldToday, seats: await this.seats(now, session) };
    });
  }

  /** Bookings whose payment has a provider's id with one of these prefixes each. */
  async paidUnder(providerIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await moneyMovesCollection
      .driver(this.connection)
      .find({ $and: providerIds.map((id) => ({ references: anyWordStartsWith(id) })) }, { projection: { bookingId: 1 } })
      .limit(200)
      .toArray();
    return new Set(found.map(({ bookingId }) => bookingId));
  }

  // One after the other: a booking with its history is many times as large as its row.
  private bookings(session: ClientSession) {
    return bookingsCollection.driver(this.connection).find({}, { session });
  }

  private entries(session: ClientSession) {
    return entriesCollection.driver(this.connection).find({}, { session });
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

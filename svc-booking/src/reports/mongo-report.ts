import { GROUP_NAMES, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import type { ReportCategory } from '@concert/contracts/booking/reports';
import type { Seating } from '@concert/contracts/booking/seating';
import { collectionOf, type ClientSession, type Connection, type Transactions } from '@concert/service-kit/store/mongo';
import { bookingsCollection } from '../bookings/booking.schema.ts';
import { toBooking } from '../bookings/mongo-booking-documents.ts';
import { readStock } from '../seats/mongo-stock.ts';
import { heldTickets } from '../seats/stock.ts';
import { daysOf, movedMoneyOf } from './booking-figures.ts';
import { ROW_OF_ENTRY, rowOfBooking, rowOfEntry, type Row } from './mongo-report-rows.ts';
import { cellsOf, type Figures, type SeatCount } from './report.ts';
import { allotmentsCollection } from '../complimentary/allotment.schema.ts';
import { entriesCollection } from '../complimentary/entry.schema.ts';

/** Adds the report up. */
export class MongoReport {
  constructor(
    private readonly connection: Connection,
    private readonly transactions: Transactions,
  ) {}

  figures(now: Date, timeZone: string): Promise<Figures> {
    // In a transaction, so that all figures come from one snapshot.
    return this.transactions.run(async (session) => {
      const rows: Row[] = [];
      const moved: ReturnType<typeof movedMoneyOf> = [];
      for await (const booking of bookingsCollection.driver(this.connection).find({}, { session, projection: { words: 0, text: 0 } })) {
        rows.push(rowOfBooking(booking));
        moved.push(...movedMoneyOf(toBooking(booking)));
      }
      for await (const entry of entriesCollection.driver(this.connection).find({}, { session, projection: ROW_OF_ENTRY }))
        rows.push(rowOfEntry(entry));
      return { cells: cellsOf(rows), days: daysOf(moved, timeZone), seats: await this.seats(now, session) };
    });
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

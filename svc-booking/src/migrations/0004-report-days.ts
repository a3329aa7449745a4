import type { Seating } from '@concert/contracts/booking/seating';
import type { Migration } from '@concert/service-kit/migrations';
import { quarterOf } from '../reports/report.ts';
import { daysCollection, type DayDocument } from '../reports/report-figures.schema.ts';

/** One document per quarter of an hour and category, as figures were stored before. */
interface QuarterDocument {
  readonly _id: string;
  readonly at: Date;
  readonly seating: Seating;
  readonly chargedMinor: number;
  readonly returnedMinor: number;
  readonly tickets: number;
}

const QUARTERS = 'report-quarters';

/** Combines quarters of an hour into days: the report reads a hundredth of the documents. */
export const reportDays: Migration = {
  id: '0004-report-days',
  estimate: async (db) => `${await db.collection(QUARTERS).countDocuments()} quarters of an hour become days, a second or two`,
  up: async (db) => {
    const days = new Map<string, DayDocument>();
    for await (const { at, seating, chargedMinor, returnedMinor, tickets } of db.collection<QuarterDocument>(QUARTERS).find()) {
      const { day, quarter } = quarterOf(at);
      const _id = `${day.toISOString().slice(0, 10)} ${seating}`;
      const document = days.get(_id) ?? { _id, day, seating, version: Date.now(), quarters: {} };
      days.set(_id, document);
      document.quarters[quarter] = { chargedMinor, returnedMinor, tickets };
    }
    if (days.size === 0) return;
    await db.collection<DayDocument>(daysCollection.name).deleteMany({});
    await db.collection<DayDocument>(daysCollection.name).insertMany([...days.values()]);
    await db.collection(QUARTERS).drop();
  },
};

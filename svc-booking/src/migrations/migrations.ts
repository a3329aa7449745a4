import type { Migration } from '@concert/service-kit/migrations';
import { allotmentsCollection } from '../complimentary/allotment.schema.ts';
import { FIRST_ALLOTMENTS } from '../complimentary/entry.ts';
import { FIRST_CAPACITIES, firstConcert, type FirstState } from '../concert/concert.ts';
import { concertsCollection } from '../concert/concert.schema.ts';
import { stockCollection } from '../seats/stock.schema.ts';

/** Migrations of svc-booking's database, in order. */
export function bookingMigrations(state: FirstState, now: () => Date = () => new Date()): Migration[] {
  return [
    {
      id: '0001-first-concert',
      async up(db) {
        const add = (collection: string, _id: string, row: object) =>
          db.collection<{ _id: string }>(collection).updateOne({ _id }, { $setOnInsert: row }, { upsert: true });
        await add(concertsCollection.name, 'current', firstConcert(state, now()));
        for (const [seating, capacity] of Object.entries(FIRST_CAPACITIES))
          await add(stockCollection.name, seating, { capacity, sold: 0, held: 0, version: 0 });
        for (const [group, capacity] of Object.entries(FIRST_ALLOTMENTS))
          await add(allotmentsCollection.name, group, { capacity, issued: 0 });
      },
    },
  ];
}

import type { ConcertState } from '@concert/contracts/booking/states';
import type { Migration } from '@concert/service-kit/migrations';
import { FIRST_CAPACITIES, firstConcert } from '../concert/concert.ts';
import { allotments } from './0002-allotments.ts';
import { reportFigures } from './0003-report-figures.ts';
import { reportDays } from './0004-report-days.ts';
import { searchText } from './0005-search-text.ts';
import { concertLength } from './0006-concert-length.ts';
import { seatsAsCounters } from './0007-seats-as-counters.ts';
import { accessibleSeats } from './0008-accessible-seats.ts';
import { concertsCollection } from '../concert/concert.schema.ts';
import { stockCollection } from '../seats/stock.schema.ts';

/** Migrations of svc-booking's database, in order. */
export function bookingMigrations(state: ConcertState, now: () => Date = () => new Date()): Migration[] {
  return [
    {
      id: '0001-first-concert',
      async up(db) {
        await db
          .collection<{ _id: string }>(concertsCollection.name)
          .updateOne({ _id: 'current' }, { $setOnInsert: firstConcert(state, now()) }, { upsert: true });
        for (const [seating, capacity] of Object.entries(FIRST_CAPACITIES)) {
          await db
            .collection<{ _id: string }>(stockCollection.name)
            .updateOne({ _id: seating }, { $setOnInsert: { capacity, sold: 0, holds: [], version: 0 } }, { upsert: true });
        }
      },
    },
    allotments,
    reportFigures,
    reportDays,
    searchText,
    concertLength,
    seatsAsCounters,
    accessibleSeats,
  ];
}

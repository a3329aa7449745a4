import { SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import type { BookingStatus } from '@concert/contracts/booking/states';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';
import type { MovedMoney } from './report.ts';

/** Totals of a category in one status. */
export interface FigureCell {
  bookings: number;
  tickets: number;
  amountMinor: number;
  lostMinor?: number;
  /** What went back in partial returns, unless the status is `refunded`. */
  returnedMinor?: number;
  /** What was given to the welfare work. */
  givenMinor?: number;
}

export interface CellsDocument {
  _id: Seating;
  statuses?: Partial<Record<BookingStatus, FigureCell>>;
}

/** Written with every change of a booking, so writes use the driver: see decision 0042. */
export const cellsCollection = defineCollection<CellsDocument>({
  name: 'report-cells',
  stores: 'What a category has in each status, kept with every change of a booking (0022)',
  kept: 'for ever: one for each category',
  fields: {
    _id: { type: String, required: true, enum: Object.keys(SEATING_RULES) as Seating[] },
    statuses: {
      type: Map,
      of: embedded<FigureCell>({
        bookings: { type: Number, required: true },
        tickets: { type: Number, required: true },
        amountMinor: { type: Number, required: true },
        lostMinor: { type: Number },
        returnedMinor: { type: Number },
        givenMinor: { type: Number },
      }),
    },
  },
  indexes: [],
});

export interface DayDocument {
  /** Day and category. One document per category adds no contention: its stock already makes writes of a category wait for each other. */
  _id: string;
  day: Date;
  seating: Seating;
  /** Different after every change. */
  version: number;
  /** Key: the number of the quarter of an hour within the day. */
  quarters: Record<string, MovedMoney>;
}

/** Written with every payment, so writes use the driver: see decision 0042. */
export const daysCollection = defineCollection<DayDocument>({
  name: 'report-days',
  stores: 'The money that moved in a category on a UTC day, by quarters of an hour (0022)',
  kept: 'for ever: one for each category and day on which money moved',
  fields: {
    _id: { type: String, required: true },
    day: { type: Date, required: true },
    seating: { type: String, required: true, enum: Object.keys(SEATING_RULES) as Seating[] },
    version: { type: Number, required: true },
    quarters: {
      type: Map,
      of: embedded<MovedMoney>({
        chargedMinor: { type: Number, required: true },
        returnedMinor: { type: Number, required: true },
        tickets: { type: Number, required: true },
      }),
      required: true,
    },
  },
  indexes: [],
});

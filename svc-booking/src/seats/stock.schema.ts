import { SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';
import type { Pool, Pools } from './stock.ts';

export interface StockDocument {
  _id: Seating;
  capacity: number;
  sold: number;
  held: number;
  returning?: number;
  pools?: Pools;
  waitsFor?: number;
  waitsForAccessible?: number;
  version: number;
}

const pool = embedded<Pool>({
  seats: { type: Number, required: true, min: 0 },
  sold: { type: Number, required: true, min: 0 },
  held: { type: Number, required: true, min: 0 },
  returning: { type: Number, min: 0 },
});

/** One conditional write of this document decides every change of seats, so writes use the driver: see decision 0042. */
export const stockCollection = defineCollection<StockDocument>({
  name: 'stock',
  stores: 'The seats of a category as counters, the sums over its bookings (0045)',
  kept: 'for ever: one for each category',
  fields: {
    _id: { type: String, required: true, enum: Object.keys(SEATING_RULES) as Seating[] },
    capacity: { type: Number, required: true, min: 0 },
    sold: { type: Number, required: true, min: 0 },
    held: { type: Number, required: true, min: 0 },
    returning: { type: Number, min: 0 },
    pools: { type: embedded<Pools>({ accessible: { type: pool, required: true }, companions: { type: pool, required: true } }) },
    waitsFor: { type: Number, min: 1 },
    waitsForAccessible: { type: Number, min: 1 },
    version: { type: Number, required: true },
  },
  indexes: [],
});

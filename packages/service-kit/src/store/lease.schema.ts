import { defineCollection } from './collection.ts';

export interface LeaseRow {
  _id: string;
  holder: string;
  until: Date;
  /** Grows with each new holder. */
  term: number;
}

/**
 * Written with each request or message, directly by the driver: casting would cost more than the rest of the write (`npm run bench --
 * casting`).
 */
export const leasesCollection = defineCollection<LeaseRow>({
  name: 'leases',
  stores: 'Which process does a piece of work that one may do at a time',
  kept: 'for ever: one for each kind of work',
  fields: {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    until: { type: Date, required: true },
    term: { type: Number, required: true },
  },
  indexes: [],
});

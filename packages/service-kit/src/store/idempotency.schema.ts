import { Schema } from 'mongoose';
import { DAY_SECONDS } from '@concert/contracts/core/durations';
import { defineCollection, goesAt } from './collection.ts';

export interface IdempotencyRow {
  _id: string;
  bodyHash: string;
  answer: unknown;
  createdAt: Date;
}

/** Written with each request, directly by the driver: casting would cost more than the rest of the write (`npm run bench -- casting`). */
export const idempotencyCollection = defineCollection<IdempotencyRow>({
  name: 'idempotency-keys',
  stores: 'The answer to a request that carried a key, for when it is sent again',
  kept: 'a week',
  fields: {
    _id: { type: String, required: true },
    bodyHash: { type: String, required: true },
    /** Its form is defined by the route's schema. */
    answer: { type: Schema.Types.Mixed },
    createdAt: { type: Date, required: true },
  },
  indexes: [goesAt('ttl_created', 'createdAt', 'answers of repeated requests go after a week', 7 * DAY_SECONDS)],
});

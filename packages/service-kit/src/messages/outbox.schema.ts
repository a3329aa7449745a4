import { DAY_SECONDS } from '@concert/contracts/core/durations';
import type { Envelope } from '@concert/contracts/core/envelope';
import { Schema } from 'mongoose';
import { defineCollection } from '../store/collection.ts';

/** One fact waiting to be published, or published not long ago. `_id` sorts by time of recording. */
export interface OutboxRow {
  _id: string;
  envelope: Envelope;
  mustRoute: boolean;
  /** Its consumers, as `svc-x.purpose`: who is told it again when their queue was missing. */
  queues: readonly string[];
  publishedAt: Date | null;
}

/** Filter of the facts that wait to be published: the condition of the index `waiting`, which serves no other form of it. */
export const isWaiting = { publishedAt: { $type: 'null' as const } };

/** Written with each request or message, by the driver itself: casting would cost more than the rest of the write (decision 0042). */
export const outboxCollection = defineCollection<OutboxRow>({
  name: 'outbox',
  stores: 'A fact that was committed with its cause, until nobody concerned can have lost it',
  kept: 'a week after it was published',
  fields: {
    _id: { type: String, required: true },
    /** Its form is defined by the schema of its kind, and checked when the fact is recorded. */
    envelope: { type: Schema.Types.Mixed, required: true },
    mustRoute: { type: Boolean, required: true },
    queues: { type: [String], required: true },
    publishedAt: { type: Date },
  },
  indexes: [
    {
      name: 'waiting',
      key: { publishedAt: 1, _id: 1 },
      options: { partialFilterExpression: isWaiting },
      serves: 'the relay: what waits, oldest first',
    },
    {
      name: 'ttl_published',
      key: { publishedAt: 1 },
      options: { expireAfterSeconds: 7 * DAY_SECONDS, partialFilterExpression: { publishedAt: { $type: 'date' } } },
      serves: 'facts go a week after they were published',
    },
  ],
});

import type { Envelope } from '@concert/contracts/core/envelope';
import { Schema } from 'mongoose';
import { defineCollection } from './collection.ts';

const DAY_SECONDS = 86_400;

/** One fact waiting to be published, or published not long ago. `_id` sorts by time of recording. */
export interface OutboxRow {
  _id: string;
  envelope: Envelope;
  mustRoute: boolean;
  /** Queues of the consumers, as `svc-x.purpose`, which are asked whether they have it. */
  queues: readonly string[];
  publishedAt: Date | null;
  /** Those of {@link queues} that have confirmed that they handled it while others had not. */
  heardBy?: readonly string[];
  /** When the last queue had confirmed it. */
  heardAt: Date | null;
}

/** Filter of the facts that wait to be published: the condition of the index `waiting`, which serves no other form of it. */
export const isWaiting = { publishedAt: { $type: 'null' as const } };

/** Filter of the facts that some queue has not confirmed: the condition of the index `unheard`, which serves no other form of it. */
export const isUnheard = { heardAt: { $type: 'null' as const } };

/** Written with each request or message, by the driver itself: casting would cost more than the rest of the write (decision 0042). */
export const outboxCollection = defineCollection<OutboxRow>({
  name: 'outbox',
  stores: 'A fact that was committed with its cause, until everybody concerned has handled it',
  kept: 'a week after everybody has handled it',
  fields: {
    _id: { type: String, required: true },
    /** Its form is defined by the schema of its kind, and checked when the fact is recorded. */
    envelope: { type: Schema.Types.Mixed, required: true },
    mustRoute: { type: Boolean, required: true },
    queues: { type: [String], required: true },
    publishedAt: { type: Date },
    heardBy: { type: [String], default: undefined },
    heardAt: { type: Date },
  },
  indexes: [
    {
      name: 'waiting',
      key: { publishedAt: 1, _id: 1 },
      options: { partialFilterExpression: isWaiting },
      serves: 'the relay: what waits, oldest first',
    },
    {
      name: 'unheard',
      key: { queues: 1, _id: 1 },
      options: { partialFilterExpression: isUnheard },
      serves: 'the roll call: who owes word of what',
    },
    {
      name: 'ttl_heard',
      key: { heardAt: 1 },
      options: { expireAfterSeconds: 7 * DAY_SECONDS, partialFilterExpression: { heardAt: { $type: 'date' } } },
      serves: 'facts go a week after everybody has handled them',
    },
  ],
});

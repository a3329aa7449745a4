import type { Envelope } from '@concert/contracts/core/envelope';
import { Schema } from 'mongoose';
import { defineCollection } from './collection.ts';

const DAY_SECONDS = 86_400;

/** One fact waiting to be published, or published not long ago. `_id` sorts by time of recording. */
export interface OutboxRow {
  _id: string;
  envelope: Envelope;
  mustRoute: boolean;
  /** Queues that must exist before it is published, as `svc-x.purpose`. Absent on rows from before they were named. */
  queues?: readonly string[];
  publishedAt: Date | null;
  /** Of {@link queues}, those of whom it is not known that they have handled it. Absent until it is published, and when there is none. */
  unheardBy?: readonly string[];
  /** When everybody had handled it. */
  heardAt?: Date;
}

/** Written with each request or message, by the driver itself: casting would cost more than the rest of the write (`npm run bench -- casting`). */
export const outboxCollection = defineCollection<OutboxRow>({
  name: 'outbox',
  stores: 'A fact that was committed with its cause, until everybody concerned has handled it',
  kept: 'a week after everybody has handled it',
  fields: {
    _id: { type: String, required: true },
    /** As its kind's schema has it; checked where it is recorded. */
    envelope: { type: Schema.Types.Mixed, required: true },
    mustRoute: { type: Boolean, required: true },
    queues: { type: [String], default: undefined },
    publishedAt: { type: Date },
    unheardBy: { type: [String], default: undefined },
    heardAt: { type: Date },
  },
  indexes: [
    { name: 'waiting', key: { publishedAt: 1, _id: 1 }, serves: 'the relay: what waits, oldest first' },
    {
      name: 'unheard',
      key: { unheardBy: 1, _id: 1 },
      options: { partialFilterExpression: { unheardBy: { $exists: true } } },
      serves: 'the roll call: who owes word of what',
    },
    {
      name: 'ttl_heard',
      key: { heardAt: 1 },
      options: { expireAfterSeconds: 7 * DAY_SECONDS },
      serves: 'facts go a week after everybody has handled them',
    },
  ],
});

import { defineCollection } from './collection.ts';

const DAY_SECONDS = 86_400;

/** What is known of a message: it was handled, or it was moved to a retry queue or to the dead letters. */
export interface InboxRow {
  /** `purpose:id of the fact`. */
  _id: string;
  handledAt?: Date;
  /** Until when it is in a retry queue. */
  asideUntil?: Date;
  /** When it went to the dead letters. */
  deadAt?: Date;
  /** How often its handling was begun since it was first redelivered often. */
  begun?: number;
}

/** Written with each request or message, by the driver itself: casting would cost more than the rest of the write (decision 0042). */
export const inboxCollection = defineCollection<InboxRow>({
  name: 'inbox',
  stores: 'That a message was handled, or lies aside: what makes its repeat harmless',
  kept: '60 days, or until what lies aside is back',
  fields: {
    _id: { type: String, required: true },
    handledAt: { type: Date },
    asideUntil: { type: Date },
    deadAt: { type: Date },
    begun: { type: Number },
  },
  indexes: [
    {
      name: 'ttl_handled',
      key: { handledAt: 1 },
      options: { expireAfterSeconds: 60 * DAY_SECONDS },
      serves: 'notes of handled messages go after 60 days',
    },
    {
      name: 'ttl_aside',
      key: { asideUntil: 1 },
      options: { expireAfterSeconds: 0 },
      serves: 'notes of retried and dead messages go when their time is over',
    },
    {
      name: 'dead',
      key: { deadAt: 1 },
      options: { partialFilterExpression: { deadAt: { $exists: true } } },
      serves: 'the look at dead letters: those noted',
    },
  ],
});

import { DAY_SECONDS } from '@concert/contracts/core/durations';
import { defineCollection, goesAt } from '../store/collection.ts';

/** A message was handled, or its handling was begun. */
export interface InboxRow {
  /** `purpose:id of the fact`; `begun:` stands before the note of a message that may kill its consumer. */
  _id: string;
  /** When it was handled, or last begun. */
  handledAt: Date;
  /** How often its handling was begun since it was first redelivered often. */
  begun?: number;
}

/** Written with each request or message, by the driver itself: casting would cost more than the rest of the write (decision 0042). */
export const inboxCollection = defineCollection<InboxRow>({
  name: 'inbox',
  stores: 'That a message was handled: what makes its repeat harmless',
  kept: '60 days',
  fields: {
    _id: { type: String, required: true },
    handledAt: { type: Date, required: true },
    begun: { type: Number },
  },
  indexes: [goesAt('ttl_handled', 'handledAt', 'notes of handled messages go after 60 days', 60 * DAY_SECONDS)],
});

import { READER_KINDS, type ReaderMessage } from '@concert/contracts/booking/reader-messages';
import { MESSAGE_PURPOSES, type Audience } from '@concert/contracts/notify/message-runs';
import { TIMED_MESSAGES } from '@concert/contracts/notify/timed-messages';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';
import type { MessageRunId } from '@concert/contracts/core/ids';
import { STORED_STATES, type MessageRun } from './message-run.ts';

export interface MessageRunDocument extends Omit<MessageRun, 'id' | 'messages'> {
  _id: MessageRunId;
  messages: ReaderMessage[];
}

export const messageRunsCollection = defineCollection<MessageRunDocument>({
  name: 'message-runs',
  stores: 'A message to many people: to whom in general, in which words, and how far it is',
  kept: 'for ever: it is what people were told',
  fields: {
    _id: { type: String, required: true },
    purpose: { type: String, required: true, enum: MESSAGE_PURPOSES },
    audience: {
      type: embedded<Required<Audience>>({
        buyers: {
          type: embedded<NonNullable<Audience['buyers']>>({
            statuses: { type: [String], required: true },
            seatings: { type: [String], required: true },
          }),
        },
        guests: { type: [String], default: undefined },
        nextDate: { type: Boolean },
        inside: { type: Boolean },
        booking: { type: String },
      }),
      required: true,
    },
    messages: {
      type: [
        embedded<ReaderMessage>({
          reader: { type: String, required: true, enum: [...READER_KINDS, 'everybody'] },
          subject: { type: String, required: true },
          words: { type: String, required: true },
        }),
      ],
      required: true,
    },
    state: { type: String, required: true, enum: STORED_STATES },
    count: { type: Number, required: true, min: 0 },
    createdBy: { type: String },
    createdAt: { type: Date, required: true },
    startedAt: { type: Date },
    goesOnSince: { type: Date },
    finishedAt: { type: Date },
    timed: {
      type: embedded<NonNullable<MessageRun['timed']>>({
        message: { type: String, required: true, enum: TIMED_MESSAGES },
        evening: { type: String, required: true },
      }),
      default: undefined,
    },
    version: { type: Number, required: true, min: 1 },
    undone: { type: Boolean },
    takesBack: { type: String },
  },
  indexes: [
    { name: 'newest', key: { createdAt: -1, _id: -1 }, serves: 'message runs, newest first' },
    { name: 'by_state', key: { state: 1 }, serves: 'runs to go on with, and those whose emails wait because they are paused' },
  ],
});

import type { UserId } from '@concert/contracts/core/ids';
import type { MessageText } from '@concert/contracts/booking/reader-messages';
import { TIMED_MESSAGES, type TimedMessage } from '@concert/contracts/notify/timed-messages';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';
import type { TimedSettings } from './timed-message.ts';

export interface TimedMessageDocument extends Omit<TimedSettings, 'changedAt' | 'words'> {
  _id: TimedMessage;
  words: MessageText | null;
  changedAt: Date;
  changedBy: UserId;
}

export const timedMessagesCollection = defineCollection<TimedMessageDocument>({
  name: 'timed-messages',
  stores: 'A message that goes out by itself, where someone changed it: whether, when and in which words it goes',
  kept: 'for ever: one for each of the three',
  fields: {
    _id: { type: String, required: true, enum: TIMED_MESSAGES },
    isOn: { type: Boolean, required: true },
    days: { type: Number, required: true },
    time: { type: String, required: true },
    words: {
      type: embedded<MessageText>({ subject: { type: String, required: true }, words: { type: String, required: true } }),
      default: null,
    },
    changedAt: { type: Date, required: true },
    changedBy: { type: String, required: true },
    version: { type: Number, required: true, min: 1 },
  },
  indexes: [],
});

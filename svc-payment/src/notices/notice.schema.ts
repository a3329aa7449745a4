import { defineCollection } from '@concert/service-kit/store/collection';
import { DAY_SECONDS } from '@concert/contracts/core/durations';
import { NOTICE_SUBJECTS, type NoticeSubject } from '../provider/payment-provider.ts';

/** How a notice reached us: sent by the provider, or found when we searched for missed ones. */
const NOTICE_SOURCES = ['webhook', 'reconciler'] as const;
export type NoticeSource = (typeof NOTICE_SOURCES)[number];

export interface NoticeDocument {
  /** The provider's id, so that a repeat finds the first one. */
  _id: string;
  type: string;
  about: NoticeSubject;
  objectId: string;
  objectMadeAt: Date | null;
  live: boolean;
  via: NoticeSource;
  receivedAt: Date;
  /** When it is due to be followed; null once it was. */
  owedFrom: Date | null;
  tries: number;
  doneAt: Date | null;
}

export const noticesCollection = defineCollection<NoticeDocument>({
  name: 'provider-notices',
  stores: 'That something happened at the payment provider: work that is owed, then work done',
  kept: '60 days after it was carried out',
  fields: {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    about: { type: String, required: true, enum: NOTICE_SUBJECTS },
    objectId: { type: String, required: true },
    objectMadeAt: { type: Date },
    live: { type: Boolean, required: true },
    via: { type: String, required: true, enum: NOTICE_SOURCES },
    receivedAt: { type: Date, required: true },
    owedFrom: { type: Date },
    tries: { type: Number, required: true, min: 0 },
    doneAt: { type: Date },
  },
  indexes: [
    {
      name: 'owed',
      key: { owedFrom: 1 },
      options: { partialFilterExpression: { owedFrom: { $type: 'date' } } },
      serves: 'notices to carry out now, oldest first',
    },
    {
      name: 'ttl_done',
      key: { doneAt: 1 },
      options: { expireAfterSeconds: 60 * DAY_SECONDS, partialFilterExpression: { doneAt: { $type: 'date' } } },
      serves: 'the provider repeats no notice older than 30 days',
    },
  ],
});

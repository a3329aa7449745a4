import { defineCollection } from '@concert/service-kit/collection';

export interface MailCountDocument {
  /** What is counted, and the day. */
  _id: string;
  count: number;
  forgetAt: Date;
}

export const mailCountsCollection = defineCollection<MailCountDocument>({
  name: 'mail-counts',
  stores: 'How many mails of a kind were asked for on a day',
  kept: 'until the day is over',
  fields: {
    _id: { type: String, required: true },
    count: { type: Number, required: true },
    forgetAt: { type: Date, required: true },
  },
  indexes: [
    {
      name: 'ttl_forget',
      key: { forgetAt: 1 },
      options: { expireAfterSeconds: 0 },
      serves: 'counts of a day that is over go by themselves',
    },
  ],
});

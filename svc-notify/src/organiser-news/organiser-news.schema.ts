import { DAY_SECONDS } from '@concert/contracts/core/durations';
import { defineCollection } from '@concert/service-kit/store/collection';

export interface OrganiserNewsDocument {
  _id: string;
  /** As JSON, in the form of `organiserNewsContentSchema`. */
  facts: string;
  at: Date;
  /** Whether the mails to the organisers are stored. */
  told: boolean;
}

export const organiserNewsCollection = defineCollection<OrganiserNewsDocument>({
  name: 'organiser-news',
  stores: 'Something that organisers are told of by email, by ids and figures; no name and no address',
  kept: 'a year',
  fields: {
    _id: { type: String, required: true },
    facts: { type: String, required: true },
    at: { type: Date, required: true },
    told: { type: Boolean, required: true },
  },
  indexes: [
    { name: 'untold', key: { told: 1 }, options: { partialFilterExpression: { told: false } }, serves: 'what nobody was told of yet' },
    { name: 'ttl_year', key: { at: 1 }, options: { expireAfterSeconds: 365 * DAY_SECONDS }, serves: 'it goes by itself after a year' },
  ],
});

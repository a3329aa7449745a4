import { defineCollection } from '@concert/service-kit/store/collection';

export interface UnpaidHoldsDocument {
  /** Whose holds are counted: an account, or the keyed hash of a phone number or of a network. */
  _id: string;
  count: number;
  /** When counting begins anew. */
  forgetAt: Date;
}

export const unpaidHoldsCollection = defineCollection<UnpaidHoldsDocument>({
  name: 'unpaid-holds',
  stores: 'How many reservations of an account, a phone number or a network ended without money within a day',
  kept: 'a day from the first of them',
  fields: {
    _id: { type: String, required: true },
    count: { type: Number, required: true, min: 1 },
    forgetAt: { type: Date, required: true },
  },
  indexes: [
    { name: 'ttl_forget', key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 }, serves: 'counts of a day that is over are deleted' },
    { name: 'by_count', key: { count: -1 }, serves: 'who has reached a limit' },
  ],
});

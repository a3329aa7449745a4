import { defineCollection } from '@concert/service-kit/store/collection';

export interface CorrectedAddressDocument {
  /** Id of the booking or entry that the address belongs to. */
  _id: string;
  email: string;
  correctedAt: Date;
}

export const correctedAddressesCollection = defineCollection<CorrectedAddressDocument>({
  name: 'corrected-addresses',
  stores: 'The address that an organiser gave for someone whose emails did not arrive',
  kept: 'for ever, as the booking or entry it belongs to',
  fields: {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    correctedAt: { type: Date, required: true },
  },
  indexes: [],
});

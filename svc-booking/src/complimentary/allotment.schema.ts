import { COMPLIMENTARY_CATEGORIES, type ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { defineCollection } from '@concert/service-kit/store/collection';

export interface AllotmentDocument {
  _id: ComplimentaryCategory;
  capacity: number;
  issued: number;
  /** Counts claims. */
  version?: number;
}

export const allotmentsCollection = defineCollection<AllotmentDocument>({
  name: 'allotments',
  stores: 'How many free tickets a group of guests may have, and has',
  kept: 'for ever: one for each group',
  fields: {
    _id: { type: String, required: true, enum: COMPLIMENTARY_CATEGORIES },
    capacity: { type: Number, required: true, min: 0 },
    issued: { type: Number, required: true, min: 0 },
    version: { type: Number },
  },
  indexes: [],
});

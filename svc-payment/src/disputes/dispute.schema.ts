import { defineVersionedCollection } from '@concert/service-kit/store/collection';
import { providerMoneySchema } from '../provider/provider-money.schema.ts';
import { DISPUTE_STATES, type Dispute } from './dispute.ts';

export interface DisputeDocument extends Omit<Dispute, 'id'> {
  /** The provider's id. */
  _id: string;
}

export const disputesCollection = defineVersionedCollection<DisputeDocument>({
  name: 'disputes',
  stores: 'A payment whose buyer asked the bank to take it back',
  kept: 'for ever',
  fields: {
    _id: { type: String, required: true },
    bookingId: { type: String, required: true },
    checkoutSessionId: { type: String, required: true },
    paymentIntentId: { type: String, required: true },
    amount: { type: providerMoneySchema, required: true },
    state: { type: String, required: true, enum: DISPUTE_STATES },
    takenMinor: { type: Number, required: true, min: 0 },
    movements: { type: [String], required: true },
    openedAt: { type: Date, required: true },
    reason: { type: String, required: true },
    answerBy: { type: Date },
    version: { type: Number, required: true, min: 1 },
  },
  indexes: [{ name: 'of_booking', key: { bookingId: 1, state: 1 }, serves: "a booking's disputes" }],
});

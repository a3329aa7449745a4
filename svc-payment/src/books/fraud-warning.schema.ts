import type { BookingId } from '@concert/contracts/core/ids';
import { defineCollection } from '@concert/service-kit/store/collection';

export interface FraudWarningDocument {
  /** The provider's id. */
  _id: string;
  bookingId: BookingId;
  paymentIntentId: string;
  warnedAt: Date;
}

export const warningsCollection = defineCollection<FraudWarningDocument>({
  name: 'fraud-warnings',
  stores: "A bank's warning that the payment of a booking is probably a fraud",
  kept: 'for ever',
  fields: {
    _id: { type: String, required: true },
    bookingId: { type: String, required: true },
    paymentIntentId: { type: String, required: true },
    warnedAt: { type: Date, required: true },
  },
  indexes: [{ name: 'by_time', key: { warnedAt: -1 }, serves: 'the latest ones' }],
});

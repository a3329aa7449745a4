import { SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import type { BookingId } from '@concert/contracts/core/ids';
import { BOOK_LINES } from '@concert/contracts/payment/books';
import { defineCollection } from '@concert/service-kit/store/collection';
import type { MovementLine } from '../provider/payment-provider.ts';

export interface BalanceMovementDocument {
  /** The provider's id. */
  _id: string;
  line: MovementLine;
  amountMinor: number;
  feeMinor: number;
  currency: string;
  sourceId: string | null;
  paymentIntentId: string | null;
  soldMinor: number;
  /** Null where it is not about a payment of ours, as far as is known yet. */
  bookingId: BookingId | null;
  category: Seating | null;
  createdAt: Date;
  /** When it was read. The balance beside it was read later, or does not hold it. */
  readAt: Date;
}

export const movementsCollection = defineCollection<BalanceMovementDocument>({
  name: 'balance-movements',
  stores: 'One movement of the account at the payment provider, by ids and figures: what the books are made of',
  kept: 'for ever',
  fields: {
    _id: { type: String, required: true },
    line: { type: String, required: true, enum: BOOK_LINES },
    amountMinor: { type: Number, required: true },
    feeMinor: { type: Number, required: true },
    currency: { type: String, required: true },
    sourceId: { type: String },
    paymentIntentId: { type: String },
    soldMinor: { type: Number, required: true },
    bookingId: { type: String },
    category: { type: String, enum: [...SEATINGS, null] },
    createdAt: { type: Date, required: true },
    readAt: { type: Date, required: true },
  },
  indexes: [
    {
      name: 'of_payment',
      key: { paymentIntentId: 1 },
      serves: "a payment's movements, by the first of which its others are known as ours",
    },
    { name: 'by_booking', key: { bookingId: 1 }, serves: 'what the money check adds up' },
    { name: 'by_reading', key: { readAt: 1 }, serves: 'what was read up to the moment of a balance' },
  ],
});

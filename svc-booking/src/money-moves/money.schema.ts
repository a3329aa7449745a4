import { MONEY_NEWS } from '@concert/contracts/booking/timeline';
import type { Money } from '@concert/contracts/core/money';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';
import type { BookingId } from '@concert/contracts/core/ids';

/** News from svc-payment about the money of a booking. */
export interface MoneyMove {
  /** Id of the fact. */
  readonly id: string;
  readonly bookingId: BookingId;
  readonly what: (typeof MONEY_NEWS)[number];
  readonly at: Date;
  readonly amount: Money;
  /** The provider's ids of the session, the payment, the refund or the dispute. */
  readonly references: readonly string[];
  readonly reason?: string;
  /** Last four digits of the card that paid. */
  readonly cardEnding?: string;
}

export interface MoneyDocument extends Omit<MoneyMove, 'id' | 'references'> {
  /** Id of the fact. */
  _id: string;
  /** The provider's ids in lower case, for comparison. */
  references: string[];
  /** The provider's ids as shown. */
  shown: string[];
}

export const moneyMovesCollection = defineCollection<MoneyDocument>({
  name: 'money-moves',
  stores: 'What svc-payment told about the money of a booking',
  kept: 'for ever, as the booking',
  fields: {
    _id: { type: String, required: true },
    bookingId: { type: String, required: true },
    what: { type: String, required: true, enum: MONEY_NEWS },
    at: { type: Date, required: true },
    amount: {
      type: embedded<Money>({ amountMinor: { type: Number, required: true }, currency: { type: String, required: true } }),
      required: true,
    },
    references: { type: [String], required: true },
    shown: { type: [String], required: true },
    reason: { type: String },
    cardEnding: { type: String },
  },
  indexes: [
    { name: 'of_booking', key: { bookingId: 1, at: 1 }, serves: 'the money of a booking' },
    { name: 'references', key: { references: 1 }, serves: 'the booking behind an id of the provider' },
  ],
});

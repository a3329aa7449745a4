import type { BookingId } from '@concert/contracts/core/ids';
import { defineCollection } from '@concert/service-kit/store/collection';
import { LEDGER_KINDS, type LedgerKind } from './ledger.ts';

export interface LedgerDocument {
  /** Kind and movement, so that each movement of money is counted once. */
  _id: string;
  kind: LedgerKind;
  movement: string;
  bookingId: BookingId;
  checkoutSessionId: string;
  paymentIntentId: string;
  amountMinor: number;
  currency: string;
  at: Date;
}

export const ledgerCollection = defineCollection<LedgerDocument>({
  name: 'money-ledger',
  stores: 'One movement of money, as the payment provider said it happened, or one gift; never changed',
  kept: 'for ever',
  appendOnly: true,
  fields: {
    _id: { type: String, required: true },
    kind: { type: String, required: true, enum: LEDGER_KINDS },
    movement: { type: String, required: true },
    bookingId: { type: String, required: true },
    checkoutSessionId: { type: String, required: true },
    paymentIntentId: { type: String, required: true },
    amountMinor: { type: Number, required: true },
    currency: { type: String, required: true },
    at: { type: Date, required: true },
  },
  indexes: [
    { name: 'of_booking', key: { bookingId: 1, at: 1 }, serves: "a booking's movements, oldest first" },
    { name: 'by_time', key: { at: 1 }, serves: 'totals of a period' },
  ],
});

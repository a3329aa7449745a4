import type { MoneyCheck, MoneyCheckResult, MoneyState } from '@concert/contracts/payment/money-check';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';

export const MONEY_CHECK_ID = 'money';

export interface MoneyCheckDocument extends MoneyState {
  _id: typeof MONEY_CHECK_ID;
}

const startedBy = { type: String, required: true, enum: ['schedule', 'organiser', 'operator'] };
const sideSchema = embedded<MoneyCheckResult['ledger']>({
  heldMinor: { type: Number, required: true },
  count: { type: Number, required: true },
});

export const moneyCheckCollection = defineCollection<MoneyCheckDocument>({
  name: 'money-check',
  stores: 'What the latest comparison of money found, and the one that waits, is under way or failed: one document',
  kept: 'for ever, replaced by each comparison',
  fields: {
    _id: { type: String, required: true, enum: [MONEY_CHECK_ID] },
    proof: {
      type: embedded<MoneyCheckResult>({
        at: { type: String, required: true },
        startedBy,
        bookings: { type: sideSchema, required: true },
        ledger: { type: sideSchema, required: true },
        provider: { type: sideSchema, required: true },
        leavingMinor: { type: Number, required: true },
        givenMinor: { type: Number, required: true },
        settling: { type: Number, required: true },
        open: { type: Number, required: true },
      }),
    },
    check: {
      type: embedded<Required<MoneyCheck>>({
        state: { type: String, required: true, enum: ['waiting', 'running', 'failed'] },
        startedBy,
        since: { type: String, required: true },
        away: { type: String, enum: ['payment provider', 'bookings'] },
      }),
    },
  },
  indexes: [],
});

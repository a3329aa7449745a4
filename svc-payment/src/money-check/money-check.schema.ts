import { MONEY_CHECK_STEPS, type MoneyCheck, type MoneyCheckResult } from '@concert/contracts/payment/money-check';
import { DAY_SECONDS } from '@concert/contracts/core/durations';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';

export const CURRENT_CHECK_ID = 'current';

export interface MoneyCheckDocument extends MoneyCheck {
  _id: typeof CURRENT_CHECK_ID;
}

export const moneyCheckCollection = defineCollection<MoneyCheckDocument>({
  name: 'money-check',
  stores: 'The comparison of money that waits, is under way or failed: one document at most',
  kept: 'until the comparison is done',
  fields: {
    _id: { type: String, required: true, enum: [CURRENT_CHECK_ID] },
    state: { type: String, required: true, enum: ['waiting', 'running', 'failed'] },
    startedBy: { type: String, required: true, enum: ['schedule', 'organiser', 'operator'] },
    since: { type: String, required: true },
    step: { type: String, enum: MONEY_CHECK_STEPS },
    payments: { type: Number, required: true, min: 0 },
    away: { type: String, enum: ['payment provider', 'bookings'] },
  },
  indexes: [],
});

export interface MoneyCheckResultDocument extends MoneyCheckResult {
  madeAt: Date;
}

const sideSchema = embedded<MoneyCheckResult['ledger']>({
  heldMinor: { type: Number, required: true },
  count: { type: Number, required: true },
});

export const moneyCheckResultsCollection = defineCollection<MoneyCheckResultDocument>({
  name: 'money-check-results',
  stores: 'What one comparison of bookings, ledger and payment provider found',
  kept: '400 days',
  fields: {
    at: { type: String, required: true },
    startedBy: { type: String, required: true, enum: ['schedule', 'organiser', 'operator'] },
    bookings: { type: sideSchema, required: true },
    ledger: { type: sideSchema, required: true },
    provider: { type: sideSchema, required: true },
    leavingMinor: { type: Number, required: true },
    givenMinor: { type: Number, required: true },
    settling: { type: Number, required: true },
    open: { type: Number, required: true },
    madeAt: { type: Date, required: true },
  },
  indexes: [
    {
      name: 'ttl_made',
      key: { madeAt: 1 },
      options: { expireAfterSeconds: 400 * DAY_SECONDS },
      serves: 'the latest comparison; they go after more than a year',
    },
  ],
});

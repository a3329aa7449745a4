import type { Payout } from '@concert/contracts/payment/books';
import { payoutSchema } from '@concert/contracts/payment/books';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';
import type { ProviderBalance } from '../provider/payment-provider.ts';

/** What lay on the account, at a moment up to which all of its movements are kept. */
export interface AccountReading {
  readonly at: Date;
  readonly balance: readonly ProviderBalance[];
  readonly payouts: readonly Payout[];
}

export const LATEST_READING = 'latest';

export interface AccountReadingDocument extends AccountReading {
  _id: typeof LATEST_READING;
}

const balanceSchema = embedded<ProviderBalance>({
  currency: { type: String, required: true },
  availableMinor: { type: Number, required: true },
  pendingMinor: { type: Number, required: true },
});

const storedPayoutSchema = embedded<Required<Payout>>({
  id: { type: String, required: true },
  amountMinor: { type: Number, required: true },
  currency: { type: String, required: true },
  state: { type: String, required: true, enum: payoutSchema.shape.state.options },
  arrivesOn: { type: String, required: true },
  failure: { type: String },
});

export const readingsCollection = defineCollection<AccountReadingDocument>({
  name: 'account-reading',
  stores: 'The balance and the latest payouts at the payment provider, as they were read last: one document',
  kept: 'for ever, replaced by each reading',
  fields: {
    _id: { type: String, required: true, enum: [LATEST_READING] },
    at: { type: Date, required: true },
    balance: { type: [balanceSchema], required: true },
    payouts: { type: [storedPayoutSchema], required: true },
  },
  indexes: [],
});

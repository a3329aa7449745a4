import { embedded } from '@concert/service-kit/collection';
import type { ProviderMoney } from './payment-provider.ts';

/** An amount inside a document, in whatever currency the provider took. */
export const providerMoneySchema = embedded<ProviderMoney>({
  amountMinor: { type: Number, required: true },
  currency: { type: String, required: true },
});

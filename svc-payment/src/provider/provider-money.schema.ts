import { embedded } from '@concert/service-kit/store/collection';
import type { ProviderMoney } from './payment-provider.ts';

/** An embedded amount, in any currency the provider received. */
export const providerMoneySchema = embedded<ProviderMoney>({
  amountMinor: { type: Number, required: true },
  currency: { type: String, required: true },
});

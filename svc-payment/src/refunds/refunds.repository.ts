import type { ClientSession } from '@concert/service-kit/mongo';
import type { Refund } from './refund.ts';

export const REFUNDS = Symbol('RefundsRepository');

/** Keeps refunds. */
export interface RefundsRepository {
  byId(id: string, transaction?: ClientSession): Promise<Refund | undefined>;
  byProviderRefund(providerRefundId: string): Promise<Refund | undefined>;
  ofCheckoutSession(checkoutSessionId: string, transaction?: ClientSession): Promise<Refund | undefined>;
  due(now: Date, most: number): Promise<Refund[]>;
  add(refund: Refund, transaction: ClientSession): Promise<void>;
  replace(before: Refund, after: Refund, transaction: ClientSession): Promise<void>;
}

import type { PaymentMode, ReadinessRow } from '@concert/contracts/core/readiness';
import { token } from '@concert/service-kit/process/provide';

export const NEIGHBOURS = token<Neighbours>('Neighbours');

/** What the other services know about being ready for a sale. A service that does not answer is a red row. */
export interface Neighbours {
  /** `mode` is undefined while svc-payment does not answer. */
  payments(): Promise<{ mode: PaymentMode | undefined; rows: readonly ReadinessRow[] }>;
  mails(): Promise<readonly ReadinessRow[]>;
  people(): Promise<readonly ReadinessRow[]>;
}

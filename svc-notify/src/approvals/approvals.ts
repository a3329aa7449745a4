import type { BigAction } from '@concert/contracts/auth/approvals';
import type { UserId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/provide';

export const APPROVALS = token<Approvals>('Approvals');

/** Keeps a big action from being done by one person alone. */
export interface Approvals {
  /**
   * Returns when the action may be done now; an approval is used up by that. Never called within a transaction.
   * @throws DomainError `request.approval_needed`, `request.approval_refused`
   */
  demand(askedBy: UserId, action: BigAction): Promise<void>;
}

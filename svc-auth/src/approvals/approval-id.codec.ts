import { createHash } from 'node:crypto';
import type { BigAction } from '@concert/contracts/auth/approvals';
import { idFromBytes, type ApprovalId, type UserId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

/** Names a person's wish to do one big action. */
export type ApprovalIdOf = (askedBy: UserId, action: BigAction) => ApprovalId;
export const APPROVAL_ID_OF = token<ApprovalIdOf>('ApprovalIdOf');

/**
 * A fingerprint of the person and of every value of the action, in an order that does not depend on how it was written: the same wish has
 * the same id, and a value changed after the approval has another.
 */
export const approvalIdOf: ApprovalIdOf = (askedBy, action) => {
  const values = Object.entries(action).sort(([one], [other]) => (one < other ? -1 : 1));
  return idFromBytes(
    'approval',
    createHash('sha256')
      .update(JSON.stringify([askedBy, values]))
      .digest(),
  );
};

import type { BigAction } from '@concert/contracts/auth/approvals';
import type { Identity } from '@concert/contracts/core/identity';
import type { Approvals } from '@concert/service-kit/identity/approvals';
import type { Concert } from './concert.ts';

/**
 * Cancelling the concert is told to every organiser; any other change of its state is not.
 * @param after what somebody wants the concert to be; an absent reason stays as it was
 * @throws DomainError `request.approval_refused` after too many in a day
 */
export async function assertCancellation(
  approvals: Approvals<BigAction>,
  before: Pick<Concert, 'state' | 'stateReason'>,
  { state, stateReason }: Pick<Concert, 'state'> & { readonly stateReason: string | undefined },
  { userId }: Identity,
): Promise<void> {
  if (state !== 'cancelled' || before.state === 'cancelled') return;
  await approvals.require(userId, { kind: 'cancellation', reason: stateReason ?? before.stateReason });
}

import type { UserId } from '@concert/contracts/core/ids';
import type { Route } from '@concert/contracts/core/route';
import type { FactoryProvider } from '@nestjs/common';
import type { z } from 'zod';
import { IdentitySigner } from '../identity/identity.ts';
import { InternalClient } from './internal-client.ts';
import { provideBy, token, type Derived } from '../process/provide.ts';

/** What nobody does alone: its kind, and all values that make it this action and no other. */
interface BigAction {
  readonly kind: string;
}

/** Keeps a big action from being done by one person alone. */
export interface Approvals<Action extends BigAction = BigAction> {
  /**
   * Returns when the action may be done now; an approval is used up by that. Never called within a transaction.
   * @throws DomainError `request.approval_needed`, `request.approval_refused`
   */
  require(askedBy: UserId, action: Action): Promise<void>;
}

export const APPROVALS = token<Approvals>('Approvals');

/** The route by which svc-auth is asked. */
type ApprovalRoute<Action> = Route & {
  readonly params?: undefined;
  readonly query?: undefined;
  readonly body: z.ZodType<unknown, { readonly userId: string; readonly action: Action }>;
};

/** Provides {@link APPROVALS} by svc-auth: while it is away, no big action is done. `urls`: where it answers */
export function provideApprovals<Action extends BigAction>(
  urls: Derived<readonly string[]>,
  route: ApprovalRoute<Action>,
): FactoryProvider<Approvals> {
  return provideBy(APPROVALS, [urls, IdentitySigner], (addresses, signer) => {
    const auth = new InternalClient('svc-auth', addresses, signer);
    return {
      async require(userId: UserId, action: Action) {
        await auth.call(route, { body: { userId, action } });
      },
    };
  });
}

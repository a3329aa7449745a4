import type { BigAction } from '@concert/contracts/auth/approvals';
import type { UserId } from '@concert/contracts/core/ids';
import type { Approvals } from '@concert/service-kit/http/approvals';
import { isDuplicateKey } from '@concert/service-kit/process/errors';
import type { ClientSession, Transactions } from '@concert/service-kit/store/mongo';
import type { Refund } from '../rules/refund.ts';

/** The attempt that a transaction would store was not let through yet. */
class NotLetThroughError extends Error {
  constructor(readonly refund: Refund) {
    super('this refund was not let through yet');
  }
}

/**
 * Stores a refund that a second person may have to approve: the transaction says which attempt it would store, that one is asked about
 * outside of it, and the transaction runs again. What is asked about is therefore exactly what is stored, whatever arrives in between, and a
 * refund that cannot start asks nobody.
 * @param store calls `assertApproved` with what it stores; it may run several times
 * @throws DomainError `request.approval_needed`, `request.approval_refused`; nothing is stored then
 */
export async function whenApproved<T>(
  { approvals, transactions, by }: { readonly approvals: Approvals<BigAction>; readonly transactions: Transactions; readonly by: UserId },
  store: (assertApproved: (refund: Refund) => void, transaction: ClientSession) => Promise<T>,
): Promise<T> {
  let granted: Refund | undefined;
  const assertApproved = (refund: Refund) => {
    if (refund.attempt !== granted?.attempt || refund.amount.amountMinor !== granted.amount.amountMinor)
      throw new NotLetThroughError(refund);
  };
  for (let raced = false; ;) {
    try {
      return await transactions.run((transaction) => store(assertApproved, transaction));
    } catch (error) {
      if (error instanceof NotLetThroughError) {
        const { bookingId, amount, attempt } = error.refund;
        await approvals.require(by, { kind: 'refund', bookingId, amountMinor: amount.amountMinor, attempt });
        granted = error.refund;
      } else if (isDuplicateKey(error) && !raced) {
        // Of simultaneous requests a unique index accepts one; the others read again and find it.
        raced = true;
      } else throw error;
    }
  }
}

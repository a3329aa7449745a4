import { refundRoutes, type RefundRow } from '@concert/contracts/payment/refunds';
import type { PollOptions } from '@concert/web-kit/reading/follow.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useEffect } from 'react';
import { isUnderWay } from './refund-words.ts';

/** Refunds are read again while one is on its way; not for ever, as a bank may take days. */
export const FOLLOWED_REFUNDS: PollOptions<{ readonly items: readonly RefundRow[] }> = {
  firstMs: 2_500,
  forMs: 15 * 60_000,
  while: (answer) => answer?.items.some(({ refund }) => isUnderWay(refund)) ?? false,
};

/**
 * Polls some rows while a refund of theirs is on its way, and reports their state; it renders nothing.
 * @param ids as many as one call may ask for
 */
export function FollowedRows({ ids, onRows }: { ids: readonly string[]; onRows: (rows: readonly RefundRow[]) => void }) {
  const { value } = useRoute(
    refundRoutes.showRefundRows,
    { query: { ids: ids.join(',') } },
    // A read that failed before the first answer is repeated: the rows were on their way when they were fetched.
    { follow: { ...FOLLOWED_REFUNDS, while: (answer, last) => answer === undefined || FOLLOWED_REFUNDS.while(answer, last) } },
  );
  useEffect(() => {
    if (value) onRows(value.items);
  }, [onRows, value]);
  return null;
}

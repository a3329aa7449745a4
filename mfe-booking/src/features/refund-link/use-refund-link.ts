import type { ProblemDocument } from '@concert/contracts/core/problem';
import { refundRoutes, type RefundShown } from '@concert/contracts/payment/refunds';
import { createClient } from '@concert/web-kit/api-client.ts';
import { useCallback, useEffect, useState } from 'react';
import { useFollow } from '../../use-follow.ts';

const refundApi = createClient(refundRoutes);

/** What a refund link leads to. */
export type RefundReading = { readonly state: 'reading' } | { readonly state: 'read'; readonly refund: RefundShown } | { readonly state: 'failed'; readonly problem: ProblemDocument };

/** Reads a refund by its secret link, and follows it while it moves. */
export function useRefundLink(reference: string, secret: string): { reading: RefundReading; again: () => void } {
  const [reading, setReading] = useState<RefundReading>({ state: 'reading' });
  const again = useCallback(() => {
    void refundApi.showRefundLink({ params: { bookingId: reference || 'none' }, query: { ref2: secret } }).then((result) => {
      // What was read stays when a later look fails.
      setReading((now) => (result.ok ? { state: 'read', refund: result.value } : now.state === 'read' ? now : { state: 'failed', problem: result.problem }));
    });
  }, [reference, secret]);
  useEffect(again, [again]);
  useFollow(reading.state === 'read' && reading.refund.state !== 'succeeded' && reading.refund.state !== 'failed', again);
  return { reading, again };
}

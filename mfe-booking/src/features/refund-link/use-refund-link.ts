import type { ProblemDocument } from '@concert/contracts/core/problem';
import { idSchema } from '@concert/contracts/core/ids';
import { refundRoutes, type RefundShown } from '@concert/contracts/payment/refunds';
import { createClient } from '@concert/web-kit/api-client.ts';
import { useCallback, useEffect, useState } from 'react';
import { useFollow } from '../../use-follow.ts';

const refundApi = createClient(refundRoutes);

/** What a refund link leads to. */
export type RefundReading =
  | { readonly state: 'reading' }
  | { readonly state: 'unknown' }
  | { readonly state: 'read'; readonly refund: RefundShown }
  | { readonly state: 'failed'; readonly problem: ProblemDocument };

/** Reads a refund by its secret link, or without one for the buyer who is signed in, and follows it while it moves. */
export function useRefundLink(reference: string, secret: string): { reading: RefundReading; again: () => void } {
  // A link without a booking needs no question to anybody.
  const whole = idSchema('booking').safeParse(reference).success;
  const [reading, setReading] = useState<RefundReading>({ state: whole ? 'reading' : 'unknown' });
  const again = useCallback(() => {
    if (!whole) return;
    void refundApi.showRefundLink({ params: { bookingId: reference }, query: secret === '' ? {} : { ref2: secret } }).then((result) => {
      // What was read stays when a later look fails.
      setReading((now) => {
        if (result.ok) return { state: 'read', refund: result.value };
        if (now.state === 'read') return now;
        return result.problem.status === 404 ? { state: 'unknown' } : { state: 'failed', problem: result.problem };
      });
    });
  }, [whole, reference, secret]);
  useEffect(again, [again]);
  useFollow(reading.state === 'read' && reading.refund.state !== 'succeeded' && reading.refund.state !== 'failed', again);
  return { reading, again };
}

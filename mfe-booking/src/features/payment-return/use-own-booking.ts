import type { BookingView } from '@concert/contracts/booking/http';
import { useEffect, useState } from 'react';
import { bookingApi } from '../../clients.ts';
import { ASK_AGAIN_MS, TICKETS_WITHIN_MS } from '../../settings.ts';

/**
 * The booking as its owner may see it: undefined while asking, null when this person may not see it or it does not exist.
 * While it is pending it is read again: the payment may be on its way.
 * @param bookingId nothing is asked without one
 * @param settled once the payment is settled the booking follows within moments, and is asked for often but not for ever
 */
export function useOwnBooking(bookingId: string | null, settled: boolean): BookingView | null | undefined {
  const [answer, setAnswer] = useState<{ id: string; booking: BookingView | null }>();

  useEffect(() => {
    if (!bookingId) return;
    const stop = new AbortController();
    const until = Date.now() + TICKETS_WITHIN_MS;
    let pause: number = ASK_AGAIN_MS.first;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const result = await bookingApi.showBooking({ params: { bookingId } }, { signal: stop.signal });
      if (stop.signal.aborted) return;
      setAnswer((before) => ({ id: bookingId, booking: result.ok ? result.value : before?.id === bookingId ? before.booking : null }));
      const behind = result.ok ? result.value.status === 'pending' : result.problem.retryable === true;
      if (!behind || (settled && Date.now() >= until)) return;
      timer = setTimeout(() => void read(), pause);
      if (!settled) pause = Math.min(ASK_AGAIN_MS.most, pause * 1.5);
    };
    void read();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [bookingId, settled]);

  if (!bookingId) return null;
  return answer?.id === bookingId ? answer.booking : undefined;
}

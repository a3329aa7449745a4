import type { BookingView } from '@concert/contracts/booking/http';
import { useEffect, useState } from 'react';
import { bookingApi } from '../../clients.ts';
import { ASK_AGAIN_MS, TICKETS_WITHIN_MS } from '../../settings.ts';

/**
 * The booking as its owner may see it: undefined while asking, null when this person may not see it or it does not exist.
 * @param bookingId nothing is asked without one
 * @param settled once the payment is settled the booking follows within moments; until it has, it is read again
 */
export function useOwnBooking(bookingId: string | null, settled: boolean): BookingView | null | undefined {
  const [answer, setAnswer] = useState<{ id: string; booking: BookingView | null }>();

  useEffect(() => {
    if (!bookingId) return;
    const stop = new AbortController();
    const until = Date.now() + TICKETS_WITHIN_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const result = await bookingApi.showBooking({ params: { bookingId } }, { signal: stop.signal });
      if (stop.signal.aborted) return;
      setAnswer((before) => ({ id: bookingId, booking: result.ok ? result.value : before?.id === bookingId ? before.booking : null }));
      const behind = result.ok ? settled && result.value.status === 'pending' : result.problem.retryable === true;
      if (behind && Date.now() < until) timer = setTimeout(() => void read(), ASK_AGAIN_MS.first);
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

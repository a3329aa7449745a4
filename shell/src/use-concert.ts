import { bookingRoutes, type ConcertView } from '@concert/contracts/booking/http';
import { createClient } from '@concert/web-kit/api-client.ts';
import { useEffect, useState } from 'react';

const booking = createClient(bookingRoutes);

/** The concert as read when the page opened: undefined while asking, null when it could not be read. */
export function useConcert(): ConcertView | null | undefined {
  const [concert, setConcert] = useState<ConcertView | null>();
  useEffect(() => {
    const stop = new AbortController();
    void booking.showConcert({}, { signal: stop.signal }).then((result) => {
      if (!stop.signal.aborted) setConcert(result.ok ? result.value : null);
    });
    return () => stop.abort();
  }, []);
  return concert;
}

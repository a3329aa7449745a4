import { pageAt } from '@concert/contracts/site/pages';
import { useEffect, useState } from 'react';
import { readTicketsPath } from './site-calls.ts';

/**
 * Where the tickets of the signed-in person are shown; undefined while none are known. Asked when somebody is signed in, and again on pages where
 * bookings change, until there are some. Nothing is asked for visitors.
 */
export function useTicketsPath(userId: string | undefined, path: string): string | undefined {
  const [found, setFound] = useState<{ readonly userId: string; readonly path: string }>();
  const known = found?.userId === userId ? found?.path : undefined;
  const changing = pageAt(path)?.remote === 'booking' ? path : '';
  useEffect(() => {
    if (userId === undefined || known !== undefined) return;
    const stop = new AbortController();
    void readTicketsPath(stop.signal).then((result) => {
      if (result.ok && result.value.path !== null && !stop.signal.aborted) setFound({ userId, path: result.value.path });
    });
    return () => stop.abort();
  }, [userId, known, changing]);
  return known;
}

import { serverNow } from './server-clock.ts';
import { useEffect, useState } from 'react';

/**
 * Whole seconds until a moment of the server's clock, never less than 0. They are computed from the clock and not counted down: nothing runs while the page is
 * hidden, and somebody who comes back sees at once what is left.
 */
export function useSecondsLeft(endsAt: string): number {
  const end = Date.parse(endsAt);
  const [now, setNow] = useState(serverNow);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      const left = end - serverNow();
      if (left > 0 && document.visibilityState === 'visible') timer = setTimeout(look, left % 1_000 || 1_000);
    };
    const look = () => {
      setNow(serverNow());
      plan();
    };
    plan();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [end]);

  return Math.max(0, Math.ceil((end - now) / 1_000));
}

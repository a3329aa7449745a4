import type { ConcertView } from '@concert/contracts/booking/http';
import { nextSaleChange, saleStateAt } from '@concert/contracts/booking/sale-state';
import { useEffect, useState } from 'react';
import { knowsServerTime, serverNow } from './server-clock.ts';

/** Clocks are set, and devices sleep: so long at most until the time is looked at again. */
const LOOK_AGAIN_MS = 60_000;

type Read = ConcertView | null | undefined;

/**
 * The concert with the state of its sale as it is now by the server's clock; it changes by itself when the sale opens and when it ends. Until the server's time is
 * known, the state is the one that the concert came with.
 */
export function useSaleState<Concert extends Read>(concert: Concert): Concert | (Concert & ConcertView) {
  const [seen, setSeen] = useState<{ readonly of: Read; readonly state: ConcertView['saleState'] }>();

  useEffect(() => {
    if (!concert) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const now = serverNow();
      const next = nextSaleChange(concert, now);
      if (knowsServerTime()) {
        const state = saleStateAt(concert, now);
        setSeen((before) => (before?.of === concert && before.state === state ? before : { of: concert, state }));
      }
      if (next !== undefined) timer = setTimeout(look, Math.min(next - now, LOOK_AGAIN_MS));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [concert]);

  return concert && seen?.of === concert && seen.state !== concert.saleState ? { ...concert, saleState: seen.state } : concert;
}

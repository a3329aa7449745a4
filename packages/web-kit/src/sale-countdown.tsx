import type { SaleTimes } from '@concert/contracts/booking/sale';
import { spanInWords } from '@concert/contracts/core/time-in-words';
import { useEffect, useState } from 'react';
import { knowsServerTime } from './server-clock.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** How long it is until the sale opens, by the server's clock. It begins once the page runs: a prerendered page cannot count. */
export function SaleCountdown({ sale }: { readonly sale: SaleTimes }) {
  const [runs, setRuns] = useState(false);
  // The shell reads the concert again once the page runs, which brings the server's time and draws this once more.
  useEffect(() => setRuns(knowsServerTime()), [sale]);
  return runs && sale.opensAt !== null && <Left opensAt={sale.opensAt} />;
}

function Left({ opensAt }: { readonly opensAt: string }) {
  return <span role="timer">{` · ${spanInWords(useSecondsLeft(opensAt))}`}</span>;
}

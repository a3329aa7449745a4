import { useEffect, useRef } from 'react';

/** How often a state that changes by itself is asked for; a bank may take days, so not for ever. */
const ASK_MS = 2_500;
const FOLLOW_FOR_MS = 15 * 60_000;

/** Asks again and again while something is under way and somebody looks at the page. */
export function useFollow(underWay: boolean, ask: () => Promise<void>): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  }, [ask]);
  useEffect(() => {
    if (!underWay) return undefined;
    const until = Date.now() + FOLLOW_FOR_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const plan = () => {
      clearTimeout(timer);
      if (stopped || Date.now() > until || document.visibilityState !== 'visible') return;
      timer = setTimeout(() => void latest.current().then(plan), ASK_MS);
    };
    plan();
    document.addEventListener('visibilitychange', plan);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    };
  }, [underWay]);
}

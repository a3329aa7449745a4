import { useEffect } from 'react';
import { ASK_AGAIN_MS, FOLLOW_FOR_MS } from './settings.ts';

/**
 * Asks again whenever someone comes back to the page, and, while something is under way, by itself: slower each time, and
 * not for ever, since banks take days. A hidden page asks nothing.
 * @param ask has to stay the same function
 */
export function useFollow(underWay: boolean, ask: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pause: number = ASK_AGAIN_MS.first;
    let until = 0;
    const plan = () => {
      timer = setTimeout(() => {
        ask();
        pause = Math.min(ASK_AGAIN_MS.most, pause * 1.5);
        if (Date.now() < until) plan();
      }, pause);
    };
    const begin = () => {
      clearTimeout(timer);
      if (!underWay || document.visibilityState !== 'visible') return;
      pause = ASK_AGAIN_MS.first;
      until = Date.now() + FOLLOW_FOR_MS;
      plan();
    };
    const seenAgain = () => {
      begin();
      if (document.visibilityState === 'visible') ask();
    };
    begin();
    document.addEventListener('visibilitychange', seenAgain);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seenAgain);
    };
  }, [ask, underWay]);
}

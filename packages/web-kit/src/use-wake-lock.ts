import { useEffect } from 'react';

/** Keeps the screen of this device on while `on` is true and the page is to be seen. Where a browser cannot, or will not, nothing happens. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let ended = false;
    const hold = async () => {
      // Browsers take the lock away whenever the page is hidden.
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (ended) void lock?.release();
    };
    void hold();
    const seen = () => void hold();
    document.addEventListener('visibilitychange', seen);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', seen);
      void lock?.release();
    };
  }, [on]);
}

import { doorRoutes } from '@concert/contracts/booking/door';
import { createClient } from '@concert/web-kit/api-client.ts';
import { serverNow } from '@concert/web-kit/server-clock.ts';
import { useEffect, useState } from 'react';
import { INITIAL_STATE, type ScannerState } from './scanner-state.ts';
import { OfflineScanner } from './offline-scanner.ts';
import { OnlyTab } from './only-tab.ts';
import { openEncryptedStore } from './encrypted-store.ts';

/** How often the server is asked for the state: a double is named at every door within 5 seconds. */
const LOOK_MS = 3_000;

/** Keeps a scanner up to date. @returns how to stop that */
function keepLooking(scanner: OfflineScanner): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /* The next look does not wait for the lists that this one reads: they may be long. */
  const round = () => {
    clearTimeout(timer);
    if (signal.aborted) return;
    timer = setTimeout(round, LOOK_MS);
    scanner.look(signal).catch(() => undefined);
  };
  void scanner.resume().then(round);
  const noticed = () => {
    scanner.noticed(navigator.onLine);
    if (navigator.onLine) round();
  };
  window.addEventListener('online', noticed, { signal });
  window.addEventListener('offline', noticed, { signal });
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

/** This device's scanner, kept up to date while the page is open; one tab of a device has it. */
export function useOfflineScanner() {
  const [state, setState] = useState<ScannerState>(INITIAL_STATE);
  const [scanner, setScanner] = useState<OfflineScanner>();
  const [elsewhere, setElsewhere] = useState(false);
  const [tab, setTab] = useState<OnlyTab>();

  useEffect(() => {
    const work = () => {
      const own = new OfflineScanner({
        api: createClient(doorRoutes),
        store: openEncryptedStore(),
        now: () => new Date(serverNow()),
        newId: () => crypto.randomUUID(),
        onChange: setState,
      });
      const stop = keepLooking(own);
      setElsewhere(false);
      setScanner(own);
      return async () => {
        stop();
        setScanner(undefined);
        await own.close();
      };
    };
    // Missing in old browsers, whatever its type says.
    const { locks } = navigator as { readonly locks?: LockManager };
    const only = new OnlyTab({
      shared: locks && { locks, channel: new BroadcastChannel('concert-door') },
      work,
      onElsewhere: () => setElsewhere(true),
    });
    setTab(only);
    void only.start();
    return () => only.end();
  }, []);

  return { scanner, state, elsewhere, take: () => void tab?.take() };
}

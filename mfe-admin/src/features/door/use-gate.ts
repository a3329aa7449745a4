import { doorRoutes } from '@concert/contracts/booking/door';
import { createClient } from '@concert/web-kit/api-client.ts';
import { useEffect, useState } from 'react';
import { Gate, NOTHING_YET, type GateState } from './gate.ts';
import { openVault } from './vault.ts';

/** How often the server is asked for the state. */
const LOOK_MS = 4_000;

/** This device's gate, kept up to date while the page is open. */
export function useGate(): { readonly gate: Gate; readonly state: GateState } {
  const [state, setState] = useState<GateState>(NOTHING_YET);
  const [gate] = useState(
    () =>
      new Gate({
        api: createClient(doorRoutes),
        vault: openVault(),
        now: () => new Date(),
        newId: () => crypto.randomUUID(),
        onChange: setState,
      }),
  );

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const round = async () => {
      clearTimeout(timer);
      await gate.look(signal).catch(() => undefined);
      if (!signal.aborted) timer = setTimeout(() => void round(), LOOK_MS);
    };
    void gate.resume().then(round);
    const noticed = () => {
      gate.noticed(navigator.onLine);
      if (navigator.onLine) void round();
    };
    window.addEventListener('online', noticed, { signal });
    window.addEventListener('offline', noticed, { signal });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [gate]);

  return { gate, state };
}

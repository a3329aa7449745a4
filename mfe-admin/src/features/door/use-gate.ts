import { doorRoutes } from '@concert/contracts/booking/door';
import { createClient } from '@concert/web-kit/api-client.ts';
import { serverNow } from '@concert/web-kit/server-clock.ts';
import { useEffect, useState } from 'react';
import { NOTHING_YET, type GateState } from './gate-state.ts';
import { Gate } from './gate.ts';
import { OnlyTab } from './only-tab.ts';
import { openVault } from './vault.ts';

/** How often the server is asked for the state: a double is named at every door within 5 seconds. */
const LOOK_MS = 3_000;

/** Keeps a gate up to date. @returns how to stop that */
function keepLooking(gate: Gate): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /* The next look does not wait for the lists that this one reads: they may be long. */
  const round = () => {
    clearTimeout(timer);
    if (signal.aborted) return;
    timer = setTimeout(round, LOOK_MS);
    gate.look(signal).catch(() => undefined);
  };
  void gate.resume().then(round);
  const noticed = () => {
    gate.noticed(navigator.onLine);
    if (navigator.onLine) round();
  };
  window.addEventListener('online', noticed, { signal });
  window.addEventListener('offline', noticed, { signal });
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

export interface DeviceGate {
  /** Undefined while another tab of this device is the door. */
  readonly gate: Gate | undefined;
  readonly state: GateState;
  readonly elsewhere: boolean;
  /** Makes this tab the door. */
  readonly take: () => void;
}

/** This device's gate, kept up to date while the page is open; one tab of a device has it. */
export function useGate(): DeviceGate {
  const [state, setState] = useState<GateState>(NOTHING_YET);
  const [gate, setGate] = useState<Gate>();
  const [elsewhere, setElsewhere] = useState(false);
  const [tab, setTab] = useState<OnlyTab>();

  useEffect(() => {
    const work = () => {
      const own = new Gate({
        api: createClient(doorRoutes),
        vault: openVault(),
        now: () => new Date(serverNow()),
        newId: () => crypto.randomUUID(),
        onChange: setState,
      });
      const stop = keepLooking(own);
      setElsewhere(false);
      setGate(own);
      return async () => {
        stop();
        setGate(undefined);
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

  return { gate, state, elsewhere, take: () => void tab?.take() };
}

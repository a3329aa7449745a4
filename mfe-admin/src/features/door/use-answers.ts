import { UNDO_SECONDS } from '@concert/contracts/booking/door';
import { serverNow } from '@concert/web-kit/server-clock.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { rehearse, type FoundTickets, type Verdict, type WaitingScan } from './door-list.ts';
import type { OfflineScanner } from './offline-scanner.ts';
import { readingsOf } from './scanned-text.ts';
import { signalOutcome } from './signals.ts';
import type { Device } from './use-device.ts';

/** For how long an answer stands, so that the next one is seen to be another, also when it says the same. */
const ANSWER_MS = 4_000;

/** @returns something that is forgotten so long after it was set */
function useBriefly<T>(ms: number) {
  const [value, set] = useState<T>();
  useEffect(() => {
    if (value === undefined) return;
    const timer = setTimeout(() => set(undefined), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return [value, set] as const;
}

/**
 * Answers whoever comes, one after the other: two codes in quick succession get two answers, in their order.
 * @param door the name of this door
 * @param answer where the answer stands
 */
export function useAnswers(scanner: OfflineScanner, device: Device, door: string, answer: RefObject<HTMLDivElement | null>) {
  const [verdict, setVerdict] = useBriefly<Verdict>(ANSWER_MS);
  const [undoable, setUndoable] = useBriefly<Verdict>(UNDO_SECONDS * 1_000);
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const rehearsed = useRef<readonly WaitingScan[]>([]);
  /* Read when a code's turn comes: a scan that was waiting then is what the switch says by then. */
  const rehearsing = useRef(false);
  useEffect(() => {
    rehearsing.current = device.rehearsing;
    rehearsed.current = [];
    setVerdict(undefined);
    setUndoable(undefined);
  }, [device.rehearsing, setVerdict, setUndoable]);

  const decide = async (code: string) => {
    if (!rehearsing.current) return scanner.scan(code, door);
    const scan = { scanId: crypto.randomUUID(), code, scannedAt: new Date(serverNow()).toISOString(), door };
    const tried = await rehearse(scanner.state.list, scan, rehearsed.current);
    rehearsed.current = tried.scans;
    return tried.verdict;
  };
  const inTurn = (decision: () => Promise<Verdict>): Promise<Verdict> => {
    const turn = queue.current.then(async () => {
      setBusy(true);
      const decided = await decision();
      setBusy(false);
      setVerdict(decided);
      setUndoable(decided.scans && decided.scans.length > 0 ? decided : undefined);
      answer.current?.scrollIntoView({ block: 'nearest' });
      signalOutcome(decided.admitted ? 'admitted' : 'refused', device.sound);
      return decided;
    });
    queue.current = turn;
    return turn;
  };
  const scan = (code: string) => void inTurn(() => decide(code));
  const scanTyped = (text: string) => {
    const [first = '', ...otherwise] = readingsOf(text);
    void inTurn(async () => {
      let decided = await decide(first);
      for (const reading of otherwise) if (decided.reason === 'unknown') decided = await decide(reading);
      return decided;
    });
  };
  const admit = (found: FoundTickets) => inTurn(() => scanner.admit(found, door));
  const takeBack = async (scans: readonly WaitingScan[]) => {
    setUndoable(undefined);
    // The button is gone: whoever works by keyboard goes on from the answer.
    answer.current?.focus({ preventScroll: true });
    const { reason } = await inTurn(() => scanner.undo(scans));
    if (reason !== 'not_undone') setUndone((before) => new Set([...before, ...scans.map(({ scanId }) => scanId)]));
  };
  return { verdict, busy, undoable, undone, scan, scanTyped, admit, undo: () => void takeBack(undoable?.scans ?? []) };
}

import { REFUND_CALL_TIMEOUT_MS, type RefundRow } from '@concert/contracts/payment/refunds';
import { showToast } from '@concert/design-system/toast.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useRef, useState } from 'react';
import { refundApi } from '../../clients.ts';
import { isUnderWay } from './refund-words.ts';
import { texts as words } from './texts.ts';
import { useFollow } from './use-follow.ts';

const ROWS_AT_ONCE = 50;

/** What the screen says of its last call, in the specified words. */
export interface Said {
  readonly text: string;
  readonly tone: 'info' | 'good' | 'bad';
}

/** The rows that were fetched, and the acts on them. */
export interface Refunds {
  readonly rows: readonly RefundRow[] | undefined;
  readonly next: string | undefined;
  readonly busy: boolean;
  readonly said: Said | undefined;
  readonly refunding: string | undefined;
  readonly get: () => void;
  readonly more: () => void;
  readonly refund: (row: RefundRow) => Promise<void>;
}

/**
 * @param proven makes a call that may ask for the password again
 * @param chosen the booking somebody came for: it is shown at once, alone, until all are asked for
 */
export function useRefunds(proven: <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>, chosen: string | null): Refunds {
  const { session } = useSession();
  const email = session?.email ?? '';
  const [rows, setRows] = useState<readonly RefundRow[]>();
  const [next, setNext] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>();
  const [refunding, setRefunding] = useState<string>();
  /* One press keeps its key until it has an answer, so that pressing again after a lost answer asks the same. */
  const keys = useRef(new Map<string, string>());

  const fetchPage = async (cursor: string | undefined) => {
    setBusy(true);
    setSaid({ text: words.loading, tone: 'info' });
    const result = await refundApi.sendRefundLink(
      { body: { email, ...(cursor === undefined ? {} : { cursor }) } },
      { timeoutMs: REFUND_CALL_TIMEOUT_MS },
    );
    setBusy(false);
    if (!result.ok || !result.value.success) {
      setSaid({ text: words.failed(result.ok ? (result.value.error ?? '') : problemText(result.problem)), tone: 'bad' });
      return;
    }
    const { details, next: further } = result.value;
    setRows((now) => (cursor === undefined ? details : merged(now ?? [], details)));
    setNext(further);
    setSaid({ text: words.loaded, tone: 'good' });
  };

  useEffect(() => {
    if (chosen === null) return undefined;
    const stop = new AbortController();
    setBusy(true);
    setSaid({ text: words.loading, tone: 'info' });
    void refundApi.showRefundRows({ query: { ids: chosen } }, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      setBusy(false);
      setRows(result.ok ? result.value.items : undefined);
      setSaid(result.ok ? { text: words.loaded, tone: 'good' } : { text: words.failed(problemText(result.problem)), tone: 'bad' });
    });
    return () => stop.abort();
  }, [chosen]);

  const refund = async (row: RefundRow) => {
    const key = keys.current.get(row.fkey) ?? crypto.randomUUID();
    keys.current.set(row.fkey, key);
    setRefunding(row.fkey);
    const result = await proven(() =>
      refundApi.triggerRefund({ body: { id: row.fkey, email } }, { timeoutMs: REFUND_CALL_TIMEOUT_MS, idempotencyKey: key }),
    );
    setRefunding(undefined);
    if (result.ok) keys.current.delete(row.fkey);
    const started = result.ok && result.value.success;
    const text = started
      ? words.started(result.value.details?.firstname ?? '', result.value.details?.lastname ?? '')
      : words.failed(result.ok ? (result.value.error ?? '') : problemText(result.problem));
    setSaid({ text, tone: started ? 'good' : 'bad' });
    showToast({ text, tone: started ? 'good' : 'bad' });
    await renew([row.fkey]);
  };

  const renew = async (ids: readonly string[]) => {
    for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
      const result = await refundApi.showRefundRows({ query: { ids: ids.slice(from, from + ROWS_AT_ONCE).join(',') } });
      if (!result.ok) return;
      const fresh = new Map(result.value.items.map((row) => [row.fkey, row]));
      setRows((now) => now?.map((row) => fresh.get(row.fkey) ?? row));
    }
  };

  const moving = (rows ?? []).filter((row) => isUnderWay(row.refund)).map(({ fkey }) => fkey);
  useFollow(moving.length > 0, () => renew(moving));

  return { rows, next, busy, said, refunding, get: () => void fetchPage(undefined), more: () => void fetchPage(next), refund };
}

/** Somebody who moved between two pages meanwhile is not shown twice. */
function merged(now: readonly RefundRow[], further: readonly RefundRow[]): RefundRow[] {
  const known = new Set(now.map(({ fkey }) => fkey));
  return [...now, ...further.filter(({ fkey }) => !known.has(fkey))];
}

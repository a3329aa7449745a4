import type { AnswerOf } from '@concert/contracts/core/route';
import { REFUND_CALL_TIMEOUT_MS, refundRoutes, type RefundRow } from '@concert/contracts/payment/refunds';
import { showToast } from '@concert/design-system/toast.tsx';
import type { Result } from '@concert/web-kit/api-client.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import type { Reading } from '@concert/web-kit/reading/reading.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useCallback, useState } from 'react';
import type { SignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { FOLLOWED_REFUNDS } from './followed-rows.tsx';
import { isUnderWay } from './refund-words.ts';
import { texts as words } from './texts.ts';

/** As many bookings as one call may ask for. */
export const ROWS_AT_ONCE = 50;

/** What the screen says about its last call, in the specified words. */
export interface CallMessage {
  readonly text: string;
  readonly tone: 'info' | 'good' | 'bad';
}

/** Rows that are read again in one call; the key changes with each action on them. */
export interface PolledRows {
  readonly key: string;
  readonly ids: readonly string[];
}

interface Fetched {
  readonly rows: readonly RefundRow[];
  readonly next: string | undefined;
  readonly followed: readonly PolledRows[];
}

const LOADING: CallMessage = { text: words.loading, tone: 'info' };
const LOADED: CallMessage = { text: words.loaded, tone: 'good' };
const failed = (why = ''): CallMessage => ({ text: words.failed(why), tone: 'bad' });

/**
 * @param proven makes a call that may ask for the password again
 * @param chosen the bookings that a link or a search names, with commas between them: they are shown at once, alone, until all are requested
 */
export function useRefunds(proven: SignInAgain['proven'], chosen: string | null) {
  const email = useSession().session?.email ?? '';
  const alone = useRoute(
    refundRoutes.showRefundRows,
    { query: { ids: chosen ?? '' } },
    { enabled: Boolean(chosen), follow: FOLLOWED_REFUNDS },
  );
  const fetching = useAct(refundRoutes.sendRefundLink, { timeoutMs: REFUND_CALL_TIMEOUT_MS });
  const sending = useAct(refundRoutes.triggerRefund, { timeoutMs: REFUND_CALL_TIMEOUT_MS, through: proven });
  const [fetched, setFetched] = useState<Fetched>();
  const [said, setSaid] = useState<CallMessage>();
  const [refunding, setRefunding] = useState<string>();

  const fetchPage = async (cursor?: string) => {
    const result = await fetching.act({ body: { email, ...(cursor === undefined ? {} : { cursor }) } });
    const { success, details, next, error } = result.ok ? result.value : { ...NOTHING, error: problemText(result.problem) };
    setSaid(success ? LOADED : failed(error));
    if (success) setFetched((now) => withPage(cursor === undefined ? undefined : now, details, next));
    return success;
  };

  const tell = (fkey: string, told: CallMessage) => {
    setSaid(told);
    showToast(told);
    if (chosen !== null) alone.again();
    setFetched((now) => now && { ...now, followed: [...now.followed, { key: crypto.randomUUID(), ids: [fkey] }] });
  };

  const refund = async (row: RefundRow) => {
    setRefunding(row.fkey);
    const result = await sending.act({ body: { id: row.fkey, email } });
    setRefunding(undefined);
    tell(row.fkey, outcomeOfRefund(result));
  };

  const renew = useCallback((fresh: readonly RefundRow[]) => {
    const known = new Map(fresh.map((row) => [row.fkey, row]));
    setFetched((now) => now && { ...now, rows: now.rows.map((row) => known.get(row.fkey) ?? row) });
  }, []);

  return {
    rows: chosen === null ? fetched?.rows : alone.value?.items,
    next: chosen === null ? fetched?.next : undefined,
    busy: fetching.busy || (Boolean(chosen) && alone.busy),
    said: fetching.busy ? LOADING : (said ?? (chosen ? saidOf(alone) : undefined)),
    refunding,
    get: () => fetchPage(),
    more: () => void fetchPage(fetched?.next),
    refund,
    tell,
    followed: fetched?.followed ?? [],
    renew,
  };
}

/** What became of a refund that was asked for, in the specified words. */
export function outcomeOfRefund(result: Result<AnswerOf<typeof refundRoutes.triggerRefund>>): CallMessage {
  // Nothing failed: another organiser has to approve it first.
  if (!result.ok && result.problem.code === 'request.approval_needed') return { text: problemText(result.problem), tone: 'info' };
  const { success, details, error } = result.ok ? result.value : { success: false, error: problemText(result.problem) };
  return success ? { text: words.started(details?.firstname ?? '', details?.lastname ?? ''), tone: 'good' } : failed(error);
}

const NOTHING = { success: false, details: [], next: undefined } as const;

function saidOf({ value, failure }: Reading<unknown>): CallMessage {
  if (value !== undefined) return LOADED;
  return failure === undefined ? LOADING : failed(failure);
}

/** Somebody who moved between two pages meanwhile is not shown twice. */
function withPage(now: Fetched | undefined, page: readonly RefundRow[], next: string | undefined): Fetched {
  const known = new Set(now?.rows.map(({ fkey }) => fkey));
  const fresh = page.filter(({ fkey }) => !known.has(fkey));
  const moving = fresh.filter((row) => isUnderWay(row.refund)).map(({ fkey }) => fkey);
  const groups = Array.from({ length: Math.ceil(moving.length / ROWS_AT_ONCE) }, (_, at) =>
    moving.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  ).map((ids) => ({ key: crypto.randomUUID(), ids }));
  return { rows: [...(now?.rows ?? []), ...fresh], next, followed: [...(now?.followed ?? []), ...groups] };
}

import { formatMoney } from '@concert/contracts/core/money';
import type { ProblemDocument } from '@concert/contracts/core/problem';
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
import { FOLLOWED_REFUNDS } from './followed-rows.tsx';
import { sumOf } from './refund-dialog.tsx';
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

/** @param chosen the bookings that a link or a search names, with commas between them: they are shown at once, alone, until all are requested
 */
export function useRefunds(chosen: string | null) {
  const email = useSession().session?.email ?? '';
  const alone = useRoute(
    refundRoutes.showRefundRows,
    { query: { ids: chosen ?? '' } },
    { enabled: Boolean(chosen), follow: FOLLOWED_REFUNDS },
  );
  const fetching = useAct(refundRoutes.sendRefundLink, { timeoutMs: REFUND_CALL_TIMEOUT_MS });
  const sending = useAct(refundRoutes.triggerRefund, { timeoutMs: REFUND_CALL_TIMEOUT_MS });
  const [fetched, setFetched] = useState<Fetched>();
  const [said, setSaid] = useState<CallMessage>();
  const [refunding, setRefunding] = useState<{ readonly fkey: string; readonly number: number }>();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, CallMessage>>(new Map());

  const fetchPage = async (cursor?: string) => {
    const result = await fetching.act({ body: { email, cursor } });
    const { success, details, next, error } = result.ok ? result.value : { ...NOTHING, error: problemText(result.problem) };
    setSaid(success ? LOADED : failed(error));
    if (success) setFetched((now) => withPage(cursor === undefined ? undefined : now, details, next));
    return success;
  };

  const renew = useCallback((fresh: readonly RefundRow[]) => {
    const known = new Map(fresh.map((row) => [row.fkey, row]));
    setFetched((now) => now && { ...now, rows: now.rows.map((row) => known.get(row.fkey) ?? row) });
  }, []);

  /** Reads some bookings again: something was done about them. */
  const again = (ids: readonly string[]) => {
    if (chosen !== null) alone.again();
    setFetched((now) => now && { ...now, followed: [...now.followed, ...groupsOf(ids)] });
  };

  /**
   * Refunds bookings one after the other, each by a request of its own that can be repeated without harm.
   * @returns those whose refund was started
   */
  const refund = async (asked: readonly RefundRow[]): Promise<readonly RefundRow[]> => {
    const made = new Map<RefundRow, CallMessage>();
    const started: RefundRow[] = [];
    for (const row of asked) {
      setRefunding({ fkey: row.fkey, number: made.size + 1 });
      const result = await sending.act({ body: { id: row.fkey, email } });
      const outcome = outcomeOfRefund(result);
      made.set(row, outcome);
      setOutcomes((now) => new Map(now).set(row.fkey, outcome));
      if (outcome.tone === 'good') started.push((result.ok && result.value.row) || row);
      renew(started.slice(-1));
      if (!result.ok && stopsOthers(result.problem)) break;
    }
    setRefunding(undefined);
    const told = asked.length === 1 ? made.get(asked[0]!)! : outcomeOfSeveral([...made.values()], asked.length, sumOf(started));
    setSaid(told);
    showToast(told);
    again([...made.keys()].map(({ fkey }) => fkey));
    return started;
  };

  return {
    rows: chosen === null ? fetched?.rows : alone.value?.items,
    next: chosen === null ? fetched?.next : undefined,
    busy: fetching.busy || (Boolean(chosen) && alone.busy),
    said: fetching.busy ? LOADING : (said ?? (chosen ? saidOf(alone) : undefined)),
    refunding,
    get: () => fetchPage(),
    more: () => void fetchPage(fetched?.next),
    outcomes,
    refund,
    again,
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

/** What became of several. */
function outcomeOfSeveral(made: readonly CallMessage[], asked: number, sumMinor: number): CallMessage {
  const [started, waiting, failed] = (['good', 'info', 'bad'] as const).map((tone) => made.filter((each) => each.tone === tone).length);
  const text = [
    words.startedSeveral(started!, asked, formatMoney(sumMinor)),
    ...(waiting ? [words.waiting(waiting)] : []),
    ...(failed ? [words.notStarted(failed)] : []),
    ...(asked > made.length ? [words.untried(asked - made.length)] : []),
  ].join(' ');
  return { text, tone: failed || asked > made.length ? 'bad' : waiting ? 'info' : 'good' };
}

/** After these answers the next booking's would be the same: nobody has proven who they are, or the site does not answer. */
function stopsOthers({ code, status }: ProblemDocument): boolean {
  return status === 401 || code === 'request.sign_in_again' || code.startsWith('network.');
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
  return { rows: [...(now?.rows ?? []), ...fresh], next, followed: [...(now?.followed ?? []), ...groupsOf(moving)] };
}

function groupsOf(ids: readonly string[]): PolledRows[] {
  return Array.from({ length: Math.ceil(ids.length / ROWS_AT_ONCE) }, (_, at) => ({
    key: crypto.randomUUID(),
    ids: ids.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  }));
}

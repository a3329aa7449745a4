import type { InputOf, ResultOf, Route } from '@concert/contracts/core/route';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callRoute } from '../api-client.ts';
import { useSession } from '../session.tsx';
import { lastReadOf, usePollInterval, type PollOptions, type LastRead } from './follow.ts';
import { useQueryReading, useRefresh, valueOf, type ProblemError, type Reading } from './reading.ts';

export interface ReadOptions<T> {
  /** False: nothing is read yet. */
  readonly enabled?: boolean;
  /** The answer is the same whoever asks, so it stays when it is known late who is signed in: a form that stands on it keeps what is typed. */
  readonly alike?: boolean;
  /** Milliseconds until a read is given up. */
  readonly timeoutMs?: number;
  /** Polls while something is under way. */
  readonly follow?: PollOptions<T>;
  /** Reads again whenever somebody comes back to the page. */
  readonly onReturn?: boolean;
}

/** A reading of a route, which can also be given the answer of an action. */
export interface RouteReading<T> extends Reading<T> {
  readonly set: (change: (now: T | undefined) => T | undefined) => void;
  /** Reads again; resolves when that is done, or has failed. */
  readonly refresh: () => Promise<void>;
}

/**
 * Reads a route; another input makes another reading.
 * @param input what stands in path, query and body, as plain data
 */
export function useRoute<R extends Route>(
  route: R,
  input: InputOf<R>,
  { enabled = true, alike = false, timeoutMs, follow, onReturn = false }: ReadOptions<ResultOf<R>> = {},
): RouteReading<ResultOf<R>> {
  const client = useQueryClient();
  const reader = useSession().session?.userId ?? null;
  // The signed-in person is part of the key, so that nobody is shown what somebody else has read.
  const key = [alike ? null : reader, route.method, route.path, input];
  // The library asks for the interval after each read, so it can depend on what was read last.
  const underWay = (value: ResultOf<R> | undefined, last: LastRead) => enabled && follow !== undefined && follow.while(value, last);
  const followed = underWay(client.getQueryData<ResultOf<R>>(key), lastReadOf(client.getQueryState(key)));
  const nextLook = usePollInterval(follow, followed);
  const query = useQuery<ResultOf<R>, ProblemError>({
    queryKey: key,
    queryFn: async ({ signal }) => valueOf(await callRoute(route, input, { signal, ...(timeoutMs ? { timeoutMs } : {}) })),
    enabled,
    refetchInterval: ({ state }) => underWay(state.data, lastReadOf(state as never)) && nextLook(),
    refetchOnWindowFocus: onReturn || followed ? 'always' : false,
  });
  const name = JSON.stringify(key);
  const set = useCallback(
    (change: (now: ResultOf<R> | undefined) => ResultOf<R> | undefined) =>
      void client.setQueryData<ResultOf<R>>(JSON.parse(name) as typeof key, change),
    [client, name],
  );
  return { ...useQueryReading(query.data, query), set, refresh: useRefresh(query) };
}

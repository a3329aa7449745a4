import type { InputOf, ResultOf, Route } from '@concert/contracts/core/route';
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { callRoute } from '../api-client.ts';
import { useSession } from '../session.tsx';
import { lastReadOf, usePollInterval, type PollOptions, type LastRead } from './follow.ts';
import { useProven } from './proof.ts';
import { useQueryReading, valueOf, type ProblemError, type Reading } from './reading.ts';

/** The rows of one page, and where the next page begins. */
export interface Page<Row> {
  readonly items: readonly Row[];
  readonly next?: string | undefined;
}

export interface PagesOptions<R extends Route, Row> {
  /** The request for the page at a cursor; undefined: for the first. */
  readonly input: (cursor: string | undefined) => InputOf<R>;
  /** The page in an answer that is none itself. */
  readonly page?: (answer: ResultOf<R>) => Page<Row>;
  /** The identity of a row: a row that moved between two pages meanwhile is not shown twice. */
  readonly idOf: (row: Row) => unknown;
  /** Polls all pages that were read while something in them is under way. */
  readonly follow?: PollOptions<readonly Row[]>;
}

/** The part of a list that was read so far, and the state of the rest. */
export interface PagedReading<Row, Answer = unknown> extends Reading<readonly Row[]> {
  /** The answer that was read last. */
  readonly answer: Answer | undefined;
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly readingMore: boolean;
  /** The last read was for a further page, and failed. */
  readonly moreFailed: boolean;
  /** Replaces a row by its new state, without a request. */
  readonly replace: (row: Row) => void;
}

type RowOf<R extends Route> = ResultOf<R> extends Page<infer Row> ? Row : never;

interface ReadPage<Row, Answer> extends Page<Row> {
  readonly answer: Answer;
}

/** Reads a list page by page; another input begins a new list. */
export function usePages<R extends Route, Row = RowOf<R>>(
  route: R,
  { input, page = (answer) => answer as Page<Row>, idOf, follow }: PagesOptions<R, Row>,
): PagedReading<Row, ResultOf<R>> {
  type Data = InfiniteData<ReadPage<Row, ResultOf<R>>, string | undefined>;
  const client = useQueryClient();
  const proven = useProven();
  // The signed-in person is part of the key, so that nobody is shown what somebody else has read.
  const key = [useSession().session?.userId ?? null, route.method, route.path, 'pages', input(undefined)];
  const rowsIn = (data: Data | undefined): readonly Row[] | undefined =>
    data && [...new Map(data.pages.flatMap(({ items }) => items.map((row) => [idOf(row), row] as const))).values()];
  const underWay = (data: Data | undefined, last: LastRead) => follow !== undefined && follow.while(rowsIn(data), last);
  const followed = underWay(client.getQueryData<Data>(key), lastReadOf(client.getQueryState(key)));
  const nextLook = usePollInterval(follow, followed);
  const query = useInfiniteQuery<ReadPage<Row, ResultOf<R>>, ProblemError, Data, unknown[], string | undefined>({
    queryKey: key,
    queryFn: async ({ signal, pageParam }) => {
      const answer = valueOf(await proven(() => callRoute(route, input(pageParam), { signal })));
      return { ...page(answer), answer };
    },
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => underWay(state.data, lastReadOf(state as never)) && nextLook(),
    refetchOnWindowFocus: followed ? 'always' : false,
  });
  return {
    ...useQueryReading(rowsIn(query.data), query),
    answer: query.data?.pages.at(-1)?.answer,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    readingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    replace: (row) =>
      void client.setQueryData<Data>(
        key,
        (now) =>
          now && {
            ...now,
            pages: now.pages.map((read) => ({ ...read, items: read.items.map((shown) => (idOf(shown) === idOf(row) ? row : shown)) })),
          },
      ),
  };
}

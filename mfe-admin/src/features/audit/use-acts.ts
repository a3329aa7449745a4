import type { AuditEntryView } from '@concert/contracts/booking/audit';
import { bookingApi } from '../../clients.ts';
import { usePagedList, type PagedList } from '../paged-list/use-paged-list.ts';

/** What the log is asked, as it stands in the address. */
export interface ActsQuestion {
  readonly search: string;
  readonly since: string;
  readonly until: string;
}

/** The entries for a question, a page at a time. */
export function useActs({ search, since, until }: ActsQuestion): PagedList<AuditEntryView> {
  return usePagedList(
    JSON.stringify([search, since, until]),
    (cursor, signal) =>
      bookingApi.listActs(
        {
          query: { ...(search ? { search } : {}), ...(since ? { since } : {}), ...(until ? { until } : {}), ...(cursor ? { cursor } : {}) },
        },
        { signal },
      ),
    ({ number }) => number,
  );
}

import { auditRoutes, type AuditEntryView } from '@concert/contracts/booking/audit';
import { usePages, type Pages } from '@concert/web-kit/reading/use-pages.ts';

/** The search of the log, as it stands in the address. */
export interface ActsQuestion {
  readonly search: string;
  readonly since: string;
  readonly until: string;
}

/** The entries that match a search, page by page. */
export function useActs({ search, since, until }: ActsQuestion): Pages<AuditEntryView> {
  return usePages(auditRoutes.listActs, {
    input: (cursor) => ({
      query: { ...(search ? { search } : {}), ...(since ? { since } : {}), ...(until ? { until } : {}), ...(cursor ? { cursor } : {}) },
    }),
    page: (answer) => answer,
    idOf: ({ number }) => number,
  });
}

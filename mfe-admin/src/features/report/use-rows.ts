import { reportRoutes, type ReportRow } from '@concert/contracts/booking/reports';
import { usePages, type Page, type PagedReading } from '@concert/web-kit/reading/use-pages.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import type { ReportQuery } from './question.ts';

const PAGE = 50;

/** One row more is requested than shown, so that a list that ends with a page is known to end. */
function pageOf(rows: readonly ReportRow[]): Page<ReportRow> {
  const items = rows.slice(0, PAGE);
  return { items, next: rows.length > PAGE ? items.at(-1)?.cursor : undefined };
}

/** The rows that match a search, page by page. Who reads very many of them is asked again who they are. */
export function useRows({ search, seating, status, sort }: ReportQuery): PagedReading<ReportRow> {
  const email = useSession().session?.email ?? '';
  return usePages(reportRoutes.getBookings, {
    input: (cursor) => ({
      body: {
        email,
        limit: PAGE + 1,
        sort,
        search: search || undefined,
        seating: seating ? [seating] : undefined,
        status: status ? [status] : undefined,
        cursor,
      },
    }),
    page: pageOf,
    idOf: ({ id }) => id,
  });
}

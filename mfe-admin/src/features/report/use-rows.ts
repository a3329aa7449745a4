import type { ReportRow } from '@concert/contracts/booking/reports';
import { useSession } from '@concert/web-kit/session.tsx';
import { bookingApi } from '../../clients.ts';
import { usePagedList, type PagedList, type ReadPage } from '../paged-list/use-paged-list.ts';
import type { Question } from './question.ts';

const PAGE = 50;

/** One row more is asked for than shown, so that a list that ends with a page says so. */
function pageOf(rows: readonly ReportRow[]): ReadPage<ReportRow> {
  const items = rows.slice(0, PAGE);
  return { items, next: rows.length > PAGE ? items.at(-1)?.cursor : undefined };
}

/** The rows for a question, a page at a time. */
export function useRows({ search, seating, status, sort }: Question): PagedList<ReportRow> {
  const email = useSession().session?.email ?? '';
  return usePagedList(
    JSON.stringify([email, search, seating, status, sort]),
    async (cursor, signal) => {
      const body = {
        email,
        limit: PAGE + 1,
        sort,
        ...(search ? { search } : {}),
        ...(seating ? { seating: [seating] } : {}),
        ...(status ? { status: [status] } : {}),
        ...(cursor ? { cursor } : {}),
      };
      const result = await bookingApi.getBookings({ body }, { signal });
      return result.ok ? { ok: true, value: pageOf(result.value) } : result;
    },
    ({ id }) => id,
  );
}

import type { UserRow } from '@concert/contracts/auth/http';
import { authApi } from '../../clients.ts';
import { usePagedList, type PagedList } from '../paged-list/use-paged-list.ts';

/** The users whose email or name begins with `search`, a page at a time. */
export function useUsers(search: string): PagedList<UserRow> {
  return usePagedList(
    search,
    (cursor, signal) => authApi.listUsers({ query: { ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) } }, { signal }),
    ({ id }) => id,
  );
}

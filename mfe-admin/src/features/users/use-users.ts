import { authRoutes } from '@concert/contracts/auth/http';
import type { UserRow } from '@concert/contracts/auth/users';
import { usePages, type Pages } from '@concert/web-kit/reading/use-pages.ts';

/** The users whose email or name begins with `search`, page by page. */
export function useUsers(search: string): Pages<UserRow> {
  return usePages(authRoutes.listUsers, {
    input: (cursor) => ({ query: { ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) } }),
    page: (answer) => answer,
    idOf: ({ id }) => id,
  });
}

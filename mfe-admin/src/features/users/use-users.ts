import type { UserRow } from '@concert/contracts/auth/http';
import { useSession } from '@concert/web-kit/session.tsx';
import { useCallback, useEffect, useState } from 'react';
import { authApi } from '../../clients.ts';
import { NOTHING_READ, withPage, withUser, type UsersList } from './users.ts';

export interface Users {
  readonly list: UsersList;
  readonly more: () => void;
  readonly again: () => void;
  readonly replace: (user: UserRow) => void;
}

/** The users whose email or name begins with `search`, a page at a time. */
export function useUsers(search: string): Users {
  const { refreshSession } = useSession();
  const [list, setList] = useState(NOTHING_READ);
  const [cursor, setCursor] = useState<{ search: string; at?: string; attempt: number }>({ search, attempt: 0 });

  // Another search begins a list of its own.
  if (cursor.search !== search) {
    setCursor({ search, attempt: 0 });
    setList(NOTHING_READ);
  }

  useEffect(() => {
    const stop = new AbortController();
    const { search: text, at } = cursor;
    void authApi.listUsers({ query: { ...(text ? { search: text } : {}), ...(at ? { cursor: at } : {}) } }, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      if (result.ok) setList((now) => withPage(now, result.value));
      else {
        setList((now) => ({ ...now, state: at ? 'more-failed' : 'failed', problem: result.problem }));
        if (result.problem.code === 'request.session_required') void refreshSession();
      }
    });
    return () => stop.abort();
  }, [cursor, refreshSession]);

  const again = useCallback(() => {
    setList((now) => ({ ...now, state: now.state === 'more-failed' ? 'reading-more' : 'reading', problem: undefined }));
    setCursor((now) => ({ ...now, attempt: now.attempt + 1 }));
  }, []);
  const more = () => {
    if (list.state !== 'read' || !list.next) return;
    setList((now) => ({ ...now, state: 'reading-more' }));
    setCursor({ search, at: list.next, attempt: 0 });
  };
  const replace = (user: UserRow) => setList((now) => withUser(now, user));

  return { list, more, again, replace };
}

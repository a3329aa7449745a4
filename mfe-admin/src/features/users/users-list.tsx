import { authRoutes } from '@concert/contracts/auth/http';
import type { UserRow } from '@concert/contracts/auth/users';
import { DataTable } from '@concert/design-system/data-table.tsx';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyList } from '../paged-list/empty-list.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import { SearchField } from '../paged-list/search-field.tsx';
import { useQueryPart } from '../paged-list/use-query-part.ts';
import { useSignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { LostPasskeysDialog } from './lost-passkeys-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { texts as words } from './texts.ts';
import { userColumns } from './user-columns.tsx';
import styles from './users.module.css';

/** Everybody who has an account, to be searched, and to be given another role. */
export function UsersList() {
  const { concert, session } = useSession();
  const [query] = useSearchParams();
  const set = useQueryPart();
  const search = query.get('search')?.trim() ?? '';
  const { proven, dialog } = useSignInAgain();
  const list = usePages(authRoutes.listUsers, {
    input: (cursor) => ({ query: { ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) } }),
    idOf: ({ id }) => id,
    proven,
  });
  const [asked, setAsked] = useState<{ user: UserRow; open: boolean }>();
  const [lost, setLost] = useState<UserRow>();
  const columns = userColumns(concert?.timeZone ?? 'UTC', session?.userId, (user) => setAsked({ user, open: true }), setLost);

  return (
    <div className="stack-24">
      <div className={styles.search}>
        <SearchField label={words.search.label} search={query.get('search') ?? ''} onSearch={set('search')} />
      </div>
      <PagedList
        list={list}
        words={words}
        skeletons={5}
        empty={
          search ? (
            <EmptyList title={words.empty} text={words.emptySearch(search)} all={{ to: '/admin/users', text: words.all }} />
          ) : (
            <EmptyList title={words.empty} text={words.emptyText} />
          )
        }
      >
        {(rows) => (
          <>
            <p role="status" className="quiet figures close-16">
              {words.count(rows.length, list.hasMore)}
            </p>
            <DataTable caption={words.caption} captionHidden columns={columns} rows={rows} rowKey={(user) => user.id} wide />
          </>
        )}
      </PagedList>
      {dialog}
      {lost && <LostPasskeysDialog user={lost} onClose={() => setLost(undefined)} />}
      {asked && (
        <RoleDialog
          key={asked.user.id}
          user={asked.user}
          open={asked.open}
          onClose={() => setAsked({ user: asked.user, open: false })}
          onChanged={(user) => {
            list.replace(user);
            setAsked({ user, open: false });
          }}
        />
      )}
    </div>
  );
}

import type { UserRow } from '@concert/contracts/auth/http';
import { Button } from '@concert/design-system/button.tsx';
import { DataTable, type Column } from '@concert/design-system/data-table.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { texts } from '../../texts.ts';
import { EmptyList } from '../paged-list/empty-list.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { UserSearch } from './user-search.tsx';
import { useUsers } from './use-users.ts';
import { nameOf, ROLE_NAMES } from './users.ts';
import styles from './users.module.css';

const words = texts.users;

function dayOf(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(new Date(iso));
}

/** What somebody said of themselves in the profile. */
function About({ user }: { user: UserRow }) {
  const said = (['skills', 'availability', 'note'] as const).filter((name) => user[name] !== '');
  if (said.length === 0) return <span className={styles.none}>{words.none}</span>;
  return (
    <dl className={styles.about}>
      {said.map((name) => (
        <div key={name}>
          <dt>{words.about[name]}</dt>
          <dd>{user[name]}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Everybody who has an account, to be searched, and to be given another role. */
export function UsersList() {
  const { concert } = useSession();
  const [query] = useSearchParams();
  const search = query.get('search')?.trim() ?? '';
  const list = useUsers(search);
  const [asked, setAsked] = useState<{ user: UserRow; open: boolean }>();
  const timeZone = concert?.timeZone ?? 'UTC';

  const columns: readonly Column<UserRow>[] = [
    {
      key: 'name',
      header: words.columns.name,
      primary: true,
      cell: (user) => user.name || <span className={styles.none}>{words.noName}</span>,
    },
    { key: 'email', header: words.columns.email, cell: (user) => <span className={styles.address}>{user.email}</span> },
    {
      key: 'phone',
      header: words.columns.phone,
      cell: (user) => (user.phone ? <span className={styles.phone}>{user.phone}</span> : <span className={styles.none}>{words.none}</span>),
    },
    { key: 'about', header: words.columns.about, cell: (user) => <About user={user} /> },
    {
      key: 'verified',
      header: words.columns.verified,
      cell: ({ verified }) => (
        <StatusBadge tone={verified ? 'good' : 'waiting'}>{verified ? words.verified : words.unverified}</StatusBadge>
      ),
    },
    {
      key: 'createdAt',
      header: words.columns.createdAt,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dayOf(createdAt, timeZone)}</time>,
    },
    {
      key: 'role',
      header: words.columns.role,
      cell: ({ role }) => <span className={role === 'buyer' ? undefined : styles.trusted}>{ROLE_NAMES[role]}</span>,
    },
    {
      key: 'change',
      header: words.columns.change,
      cell: (user) => (
        <Button
          variant="plain"
          className={styles.change}
          aria-label={words.changeOf(nameOf(user))}
          onClick={() => setAsked({ user, open: true })}
        >
          {words.change}
        </Button>
      ),
    },
  ];

  return (
    <div className={styles.list}>
      <UserSearch />
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
            <p role="status" className={styles.count}>
              {words.count(rows.length, list.hasMore)}
            </p>
            <DataTable caption={words.caption} captionHidden columns={columns} rows={rows} rowKey={(user) => user.id} />
          </>
        )}
      </PagedList>
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

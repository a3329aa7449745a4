import { authRoutes } from '@concert/contracts/auth/http';
import type { UserRow } from '@concert/contracts/auth/users';
import { dayInWords, shortDay } from '@concert/contracts/core/time-in-words';
import { columnsOf, type Column } from '@concert/design-system/data-table.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { useSearchParams } from 'react-router-dom';
import { ListTable } from '../paged-list/list-table.tsx';
import { ListTools } from '../paged-list/list-tools.tsx';
import { OpenRowLink, useOpenRow } from '../paged-list/open-row.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import rows from '../paged-list/rows.module.css';
import { SearchField } from '../paged-list/search-field.tsx';
import { useQueryPart } from '../paged-list/use-query-part.ts';
import { texts as words } from './texts.ts';
import { UserPanel } from './user-panel.tsx';
import { ROLE_NAMES } from './users.ts';

/** Everybody who has an account, who has a role first; each opens beside the list. */
export function UsersList() {
  const timeZone = useTimeZone();
  const [query] = useSearchParams();
  const set = useQueryPart();
  const { open, close } = useOpenRow('user');
  const search = query.get('search')?.trim() ?? '';
  const list = usePages(authRoutes.listUsers, {
    input: (cursor) => ({ query: { search: search || undefined, cursor } }),
    idOf: ({ id }) => id,
  });
  const opened = list.value?.find(({ id }) => id === open);
  return (
    <div className="stack-8 one-column">
      <ListTools count={list.value?.length ? words.count(list.value.length, list.hasMore) : ''}>
        <SearchField label={words.search.label} search={query.get('search') ?? ''} onSearch={set('search')} />
      </ListTools>
      <PagedList list={list} words={search ? { ...words, ...words.nothing(search) } : words} skeletons={5}>
        {(found) => <ListTable caption={words.caption} columns={columnsIn(timeZone)} rows={found} rowKey={({ id }) => id} />}
      </PagedList>
      {opened && <UserPanel key={opened.id} user={opened} timeZone={timeZone} onChanged={list.replace} onClose={close} />}
    </div>
  );
}

const named = ({ name }: UserRow) => name || words.noName;

function columnsIn(timeZone: string): readonly Column<UserRow>[] {
  return columnsOf(words.columns, {
    name: {
      primary: true,
      className: rows.name,
      cell: (user) => (
        <OpenRowLink part="user" id={user.id} name={named(user)} under={user.email} label={words.open(named(user), user.email)} />
      ),
    },
    phone: { className: `${rows.figures} ${rows.spare}`, cell: ({ phone }) => phone || words.none },
    role: { className: rows.state, cell: ({ role }) => <span className={role === 'buyer' ? 'quiet' : 'strong'}>{ROLE_NAMES[role]}</span> },
    verified: { cell: ({ verified }) => (verified ? words.verified : <StatusBadge tone="waiting">{words.unverified}</StatusBadge>) },
    createdAt: {
      className: rows.end,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={dayInWords(createdAt, timeZone)}>
          {shortDay(createdAt, timeZone)}
        </time>
      ),
    },
  });
}

import type { UserRow } from '@concert/contracts/auth/users';
import { dayInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import type { Column } from '@concert/design-system/data-table.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { texts as words } from './texts.ts';
import { nameOf, ROLE_NAMES } from './users.ts';
import styles from './users.module.css';

/** What the table shows of an account, and the buttons that ask for another role and for the removal of lost passkeys. */
export function userColumns(
  timeZone: string,
  ownId: string | undefined,
  onChange: (user: UserRow) => void,
  onLost: (user: UserRow) => void,
): readonly Column<UserRow>[] {
  return [
    {
      key: 'name',
      header: words.columns.name,
      primary: true,
      cell: (user) => user.name || <span className="quiet regular">{words.noName}</span>,
    },
    { key: 'email', header: words.columns.email, cell: (user) => <span className={styles.address}>{user.email}</span> },
    {
      key: 'phone',
      header: words.columns.phone,
      cell: (user) =>
        user.phone ? <span className="figures one-line">{user.phone}</span> : <span className="quiet regular">{words.none}</span>,
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
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dayInWords(createdAt, timeZone)}</time>,
    },
    {
      key: 'role',
      header: words.columns.role,
      cell: ({ role }) => <span className={role === 'buyer' ? undefined : 'strong'}>{ROLE_NAMES[role]}</span>,
    },
    {
      key: 'change',
      header: words.columns.change,
      cell: (user) => (
        <div className={styles.changes}>
          <Button variant="plain" className={styles.change} aria-label={words.changeOf(nameOf(user))} onClick={() => onChange(user)}>
            {words.change}
          </Button>
          {user.id !== ownId && (
            <Button variant="plain" className={styles.change} aria-label={words.passkeysOf(nameOf(user))} onClick={() => onLost(user)}>
              {words.passkeys}
            </Button>
          )}
        </div>
      ),
    },
  ];
}

/** What somebody said of themselves in the profile. */
function About({ user }: { user: UserRow }) {
  const said = (['skills', 'availability', 'note'] as const).filter((name) => user[name] !== '');
  if (said.length === 0) return <span className="quiet regular">{words.none}</span>;
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

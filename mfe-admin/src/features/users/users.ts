import type { UserRow } from '@concert/contracts/auth/http';
import type { Role } from '@concert/contracts/core/roles';
import type { ProblemDocument } from '@concert/contracts/core/problem';

/** The part of the users that was read so far, and what is being done about the rest. */
export interface UsersList {
  readonly rows: readonly UserRow[];
  /** Where the next page begins; undefined when there is none. */
  readonly next: string | undefined;
  readonly state: 'reading' | 'reading-more' | 'read' | 'failed' | 'more-failed';
  readonly problem: ProblemDocument | undefined;
}

export const NOTHING_READ: UsersList = { rows: [], next: undefined, state: 'reading', problem: undefined };

/** The list with a further page. Somebody who moved between two pages meanwhile is not shown twice. */
export function withPage(list: UsersList, page: { readonly items: readonly UserRow[]; readonly next?: string | undefined }): UsersList {
  const known = new Set(list.rows.map((row) => row.id));
  return { rows: [...list.rows, ...page.items.filter((row) => !known.has(row.id))], next: page.next, state: 'read', problem: undefined };
}

/** The list with one user as they are now. */
export function withUser(list: UsersList, user: UserRow): UsersList {
  return { ...list, rows: list.rows.map((row) => (row.id === user.id ? user : row)) };
}

/** How a user is named in a sentence. */
export function nameOf(user: Pick<UserRow, 'name' | 'email'>): string {
  return user.name || user.email;
}

export const ROLE_NAMES: Readonly<Record<Role, string>> = { buyer: 'Buyer', organiser: 'Organiser', admin: 'Admin' };

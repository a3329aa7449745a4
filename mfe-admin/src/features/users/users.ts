import type { UserRow } from '@concert/contracts/auth/users';
import type { Role } from '@concert/contracts/core/roles';

/** How a user is named in a sentence. */
export function nameOf(user: Pick<UserRow, 'name' | 'email'>): string {
  return user.name || user.email;
}

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  buyer: 'Buyer',
  door: 'Door helper',
  organiser: 'Organiser',
  admin: 'Admin',
};

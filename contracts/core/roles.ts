/** Roles, from least to most. An admin may do what an organiser may, an organiser what a buyer may. */
export const ROLES = ['buyer', 'organiser', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Whether `role` includes everything `needed` may do. */
export function roleIncludes(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

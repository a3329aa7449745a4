/** Roles, from least to most; each may do what the one before may. Helpers at the door scan tickets and see how many are inside, no more. */
export const ROLES = ['buyer', 'door', 'organiser', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Whether `role` includes everything `needed` may do. */
export function roleIncludes(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

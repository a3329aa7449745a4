import { roleIncludes, type Role } from '@concert/contracts/core/roles';

/** Who may not be without a passkey: organisers and admins, where the site's settings demand it. */
export class PasskeyRule {
  constructor(private readonly demanded: boolean) {}

  /** Whether a password or Google's word is not enough for this role. */
  needs(role: Role): boolean {
    return this.demanded && roleIncludes(role, 'organiser');
  }
}

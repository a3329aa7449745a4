import { newPasswordField } from '@concert/contracts/auth/http';
import { emailField, emailKey } from '@concert/contracts/core/fields';
import { ROLES } from '@concert/contracts/core/roles';
import type { Clock, Ids } from '@concert/service-kit/process/clock';
import type { Transactions } from '@concert/service-kit/store/mongo';
import { z } from 'zod';
import { weaknessOf } from '../passwords/password-rules.ts';
import type { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import { newUser } from './user.ts';
import type { MongoUsers } from './mongo-users.ts';

/** Accounts to create before anybody can sign up: for trying the system out, or for its first organisers. */
export const verifiedAccountsSchema = z.array(
  z
    .strictObject({ email: emailField, name: z.string().min(1), password: newPasswordField, role: z.enum(ROLES) })
    .refine(({ email, password }) => weaknessOf(password, email) === undefined, { path: ['password'] }),
);
export type VerifiedAccount = z.output<typeof verifiedAccountsSchema>[number];

/** Creates verified accounts that do not exist yet; an existing account stays as it is. */
export class AddVerifiedAccounts {
  constructor(
    private readonly users: MongoUsers,
    private readonly passwords: Pick<Argon2Passwords, 'hash'>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @returns how many were made */
  async add(accounts: readonly VerifiedAccount[]): Promise<number> {
    let made = 0;
    for (const { email, name, password, role } of accounts) {
      const key = emailKey(email);
      if (await this.users.byEmailKey(key)) continue;
      const passwordHash = await this.passwords.hash(password);
      const now = this.clock.now();
      const user = { ...newUser(this.ids.next('user'), { email, emailKey: key, name, passwordHash }, now), role, emailVerifiedAt: now };
      await this.transactions.run((transaction) => this.users.add(user, transaction));
      made += 1;
    }
    return made;
  }
}

import type { UserId } from '@concert/contracts/core/ids';
import type { Transactions } from '@concert/service-kit/store/mongo';
import { withChange, endEverySession, type User } from '../users/user.ts';
import type { MongoUsers } from '../users/mongo-users.ts';
import type { MongoSessions } from './mongo-sessions.ts';

/** Ends every session of a person, on every device, at once. */
export class SignOutEverywhere {
  constructor(
    private readonly users: MongoUsers,
    private readonly sessions: MongoSessions,
    private readonly transactions: Transactions,
  ) {}

  /** @returns the account afterwards, if there is one */
  async signOut(userId: UserId): Promise<User | undefined> {
    return this.transactions.run(async (transaction) => {
      const user = await this.users.byId(userId, transaction);
      if (!user) return undefined;
      const after = withChange(user, endEverySession(user));
      await this.users.replace(after, transaction);
      await this.sessions.endAllOf(userId, transaction);
      return after;
    });
  }
}

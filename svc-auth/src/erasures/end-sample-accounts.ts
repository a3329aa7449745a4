import { emailKey } from '@concert/contracts/core/fields';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { MongoAccountTraces } from './mongo-account-traces.ts';
import type { MongoUsers } from '../users/mongo-users.ts';

/** Whom `npm start` and `SAMPLE_ACCOUNTS=true` make (dev/system/sample-accounts.ts): their domain is nobody's (RFC 2606). */
export const SAMPLE_ADDRESSES: readonly string[] = ['buyer@example.org', 'organiser@example.org', 'admin@example.org'];

/** Takes the accounts of a rehearsal away, with their sessions and passkeys: everybody may know their passwords. */
export class EndSampleAccounts {
  constructor(
    private readonly users: MongoUsers,
    private readonly traces: MongoAccountTraces,
    private readonly transactions: Transactions,
  ) {}

  /** @returns how many there were */
  async end(): Promise<number> {
    let ended = 0;
    for (const address of SAMPLE_ADDRESSES) {
      const user = await this.users.byEmailKey(emailKey(address));
      if (!user) continue;
      await this.transactions.run((transaction) => this.traces.remove(user.id, user.emailKey, transaction));
      ended += 1;
    }
    return ended;
  }
}

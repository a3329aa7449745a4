import type { ReadinessRow } from '@concert/contracts/core/readiness';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import type { MongoUsers } from '../users/mongo-users.ts';

/** Who is there when one person is ill or has lost a phone. */
const ENOUGH = 2;

/** Says whether there are people enough to keep a sale. */
export class ShowReadiness {
  constructor(
    private readonly users: MongoUsers,
    private readonly passkeys: MongoPasskeys,
    private readonly transactions: Transactions,
    private readonly adminEmail: string | undefined,
  ) {}

  async rows(): Promise<ReadinessRow[]> {
    const organisers = await this.transactions.run((transaction) => this.users.organisers(this.adminEmail, transaction));
    const owned = await Promise.all(organisers.map(({ id }) => this.passkeys.ofUser(id)));
    const ready = owned.filter((passkeys) => passkeys.length > 0).length;
    if (ready >= ENOUGH) return [{ id: 'second-organiser', state: 'green', words: `${ready} organisers have a passkey.` }];
    const words = 'No second organiser has a passkey. Without one, large refunds wait a day and a lost phone cannot be recovered.';
    return [{ id: 'second-organiser', state: 'advice', words, mend: '/admin/users' }];
  }
}

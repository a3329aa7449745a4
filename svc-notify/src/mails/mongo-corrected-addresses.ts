import type { ClientSession, Connection } from '@concert/service-kit/mongo';
import { correctedAddressesCollection, type CorrectedAddressDocument } from './corrected-address.schema.ts';
import type { CorrectedAddresses } from './corrected-addresses.ts';

export class MongoCorrectedAddresses implements CorrectedAddresses {
  constructor(private readonly connection: Connection) {}

  async of(subjectIds: readonly string[]): Promise<string | undefined> {
    const last = await this.addresses
      .findOne({ _id: { $in: subjectIds } })
      .sort({ correctedAt: -1 })
      .lean<CorrectedAddressDocument>();
    return last?.email;
  }

  async keep(subjectId: string, email: string, now: Date, transaction: ClientSession): Promise<void> {
    await this.addresses.updateOne({ _id: subjectId }, { $set: { email, correctedAt: now } }, { session: transaction, upsert: true });
  }

  private get addresses() {
    return correctedAddressesCollection.on(this.connection);
  }
}

import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { CorrectedAddresses } from './corrected-addresses.ts';

interface AddressDocument {
  _id: string;
  email: string;
  correctedAt: Date;
}

export class MongoCorrectedAddresses implements CorrectedAddresses {
  constructor(private readonly connection: Connection) {}

  async of(subjectIds: readonly string[]): Promise<string | undefined> {
    return (await this.collection().findOne({ _id: { $in: [...subjectIds] } }, { sort: { correctedAt: -1 } }))?.email;
  }

  async keep(subjectId: string, email: string, now: Date, transaction: ClientSession): Promise<void> {
    await this.collection().updateOne({ _id: subjectId }, { $set: { email, correctedAt: now } }, { session: transaction, upsert: true });
  }

  private collection() {
    return collectionOf<AddressDocument>(this.connection, 'corrected-addresses');
  }
}

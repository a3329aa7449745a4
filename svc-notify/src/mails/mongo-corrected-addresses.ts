import { IN_ONE_ANSWER } from '@concert/service-kit/collection';
import { Batcher, NEVER_REFUSED } from '@concert/service-kit/batcher';
import type { ClientSession, Connection } from '@concert/service-kit/mongo';
import type { Outcome } from '@concert/service-kit/outcome';
import { correctedAddressesCollection, type CorrectedAddressDocument } from './corrected-address.schema.ts';
import type { CorrectedAddresses } from './corrected-addresses.ts';

const ASKED_TOGETHER = 100;
const LISTED_TOGETHER = 1_000;

export class MongoCorrectedAddresses implements CorrectedAddresses {
  /** Mails that are sent at the same time share one query. */
  private readonly lookUps = new Batcher<readonly string[], string | undefined>({
    ...NEVER_REFUSED,
    most: ASKED_TOGETHER,
    commit: (asked) => this.lookUp(asked),
  });

  constructor(private readonly connection: Connection) {}

  of(subjectIds: readonly string[]): Promise<string | undefined> {
    return this.lookUps.submit(subjectIds);
  }

  async ofEach(subjectIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const corrected = new Map<string, string>();
    for (let first = 0; first < subjectIds.length; first += LISTED_TOGETHER) {
      const some = subjectIds.slice(first, first + LISTED_TOGETHER);
      const found = await this.addresses.find({ _id: { $in: some } }, null, IN_ONE_ANSWER).lean<CorrectedAddressDocument[]>();
      for (const { _id, email } of found) corrected.set(_id, email);
    }
    return corrected;
  }

  async keep(subjectId: string, email: string, now: Date, transaction: ClientSession): Promise<void> {
    await this.addresses.updateOne({ _id: subjectId }, { $set: { email, correctedAt: now } }, { session: transaction, upsert: true });
  }

  private async lookUp(asked: readonly (readonly string[])[]): Promise<Outcome<string | undefined>[]> {
    const found = await this.addresses
      .find({ _id: { $in: [...new Set(asked.flat())] } }, null, IN_ONE_ANSWER)
      .sort({ correctedAt: -1 })
      .lean<CorrectedAddressDocument[]>();
    return asked.map((subjectIds) => ({ ok: true, value: found.find(({ _id }) => subjectIds.includes(_id))?.email }));
  }

  private get addresses() {
    return correctedAddressesCollection.on(this.connection);
  }
}

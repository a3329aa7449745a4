import { SINGLE_BATCH } from '@concert/service-kit/store/collection';
import { sharedReads } from '@concert/service-kit/store/shared-calls';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { correctedAddressesCollection } from './corrected-address.schema.ts';

const LISTED_TOGETHER = 1_000;

/** Addresses that an organiser corrected. They apply to every later mail of their booking or complimentary entry. */
export class MongoCorrectedAddresses {
  /** Each mail asks. */
  private readonly read = sharedReads(async (ids: readonly string[]) => {
    const found = await correctedAddressesCollection
      .driver(this.connection)
      .find({ _id: { $in: [...ids] } }, SINGLE_BATCH)
      .toArray();
    return new Map(found.map((one) => [one._id, one]));
  });

  constructor(private readonly connection: Connection) {}

  /** The address that was corrected last for any of these. */
  async of(subjectIds: readonly string[]): Promise<string | undefined> {
    const found = (await Promise.all(subjectIds.map((id) => this.read(id)))).filter((one) => one !== undefined);
    return found.sort((a, b) => b.correctedAt.getTime() - a.correctedAt.getTime())[0]?.email;
  }

  /** The corrected addresses among these, by booking or entry. */
  async ofEach(subjectIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const corrected = new Map<string, string>();
    for (let first = 0; first < subjectIds.length; first += LISTED_TOGETHER) {
      const some = subjectIds.slice(first, first + LISTED_TOGETHER);
      const found = await correctedAddressesCollection.read(this.connection, { _id: { $in: some } }, SINGLE_BATCH);
      for (const { _id, email } of found) corrected.set(_id, email);
    }
    return corrected;
  }

  async keep(subjectId: string, email: string, now: Date, transaction: ClientSession): Promise<void> {
    await correctedAddressesCollection
      .on(this.connection)
      .updateOne({ _id: subjectId }, { $set: { email, correctedAt: now } }, { session: transaction, upsert: true });
  }
}

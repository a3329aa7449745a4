import type { UserId } from '@concert/contracts/core/ids';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { sharedReads } from '@concert/service-kit/store/shared-calls';
import { concertChangesCollection, concertsCollection } from './concert.schema.ts';
import type { Concert } from './concert.ts';
import { unsaidBesideLive } from './unsaid-beside-live.ts';

/** Stores the concert. */
export class MongoConcert {
  /** Each order reads it several times. */
  private readonly read = sharedReads(async (keys: readonly 'current'[]) => new Map([[keys[0]!, await this.find({})]]));

  /**
   * @param live whether real money is taken
   * @param siteUrl where the site is
   * @param contactEmail where buyers can write until an admin says it
   */
  constructor(
    private readonly connection: Connection,
    private readonly live: boolean,
    private readonly siteUrl: string,
    private readonly contactEmail: string | undefined,
  ) {}

  /** The current concert. @throws Error when it was never seeded */
  async current(transaction?: ClientSession): Promise<Concert> {
    return transaction ? this.find({ session: transaction }) : (await this.read('current'))!;
  }

  /** The concert as it was at a moment. */
  async asOf(at: Date): Promise<Concert> {
    const [next, current] = await Promise.all([
      concertChangesCollection.readOne(this.connection, { at: { $gt: at } }, { sort: { at: 1 } }),
      this.current(),
    ]);
    return { ...current, ...next?.before };
  }

  private async find(options: { readonly session?: ClientSession }): Promise<Concert> {
    const found = await concertsCollection.driver(this.connection).findOne({ _id: 'current' }, options);
    if (!found) throw new Error('there is no concert: run the migrations');
    const { _id, changedLiveAt, ...concert } = found;
    if (!this.live || changedLiveAt !== undefined) return concert;
    return unsaidBesideLive(concert, { siteUrl: this.siteUrl, contactEmail: this.contactEmail ?? '' });
  }

  /** Stores `after` if the stored concert is still `before`, and keeps `before` with who changed it. @returns false otherwise */
  async replace(before: Concert, after: Concert, change: { at: Date; by: UserId }, transaction: ClientSession): Promise<boolean> {
    const { matchedCount } = await concertsCollection
      .on(this.connection)
      .updateOne(
        { _id: 'current', version: before.version },
        { $set: { ...after, ...(this.live ? { changedLiveAt: change.at } : {}) } },
        { session: transaction },
      );
    if (matchedCount === 1)
      await concertChangesCollection.on(this.connection).create([{ before, after, ...change }], { session: transaction });
    return matchedCount === 1;
  }
}

import type { UserId } from '@concert/contracts/core/ids';
import { isText } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { turnsCollection } from '../turns/turn.schema.ts';
import { helperLinksCollection, type HelperLinkDocument } from './helper-link.schema.ts';
import type { HelperLink, OpenedLink } from './helper-link.ts';

function toHelperLink({ _id, ...rest }: HelperLinkDocument): HelperLink {
  return { id: _id, ...rest };
}

/** Where helpers without accounts are kept. */
export class MongoHelperLinks {
  constructor(private readonly connection: Connection) {}

  async add({ id, ...rest }: HelperLink, transaction: ClientSession): Promise<void> {
    await this.helpers.create([{ _id: id, ...rest }], { session: transaction });
  }

  /** Opens a link for one session. @returns undefined when there is no such link, it was opened before, or its time is over */
  async open(tokenHash: string, opened: OpenedLink, transaction: ClientSession): Promise<HelperLink | undefined> {
    const found = await this.helpers
      .findOneAndUpdate(
        { tokenHash: isText(tokenHash), liveUntil: { $gt: opened.at } },
        [{ $set: { opened: { $literal: opened }, tokenHash: null, liveUntil: '$endsAt' } }],
        { session: transaction, returnDocument: 'after', updatePipeline: true },
      )
      .lean<HelperLinkDocument>();
    return found ? toHelperLink(found) : undefined;
  }

  /** Helpers by the hash of their session's secret, also those whose time is over. */
  async bySecrets(secretHashes: readonly string[]): Promise<Map<string, HelperLink>> {
    if (secretHashes.length === 0) return new Map();
    const found = await helperLinksCollection.read(this.connection, { 'opened.secretHash': { $in: [...secretHashes] } });
    return new Map(found.flatMap((row) => (row.opened ? [[row.opened.secretHash, toHelperLink(row)] as const] : [])));
  }

  /** Those of the ids that are stored, also those whose time is over. */
  async byIds(ids: readonly UserId[]): Promise<HelperLink[]> {
    const found = await helperLinksCollection.read(this.connection, { _id: { $in: [...ids] } });
    return found.map(toHelperLink);
  }

  /** Those that can still be opened, and those whose session counts; the newest first. */
  async live(now: Date): Promise<HelperLink[]> {
    const found = await helperLinksCollection.read(this.connection, { liveUntil: { $gt: now } });
    return found.map(toHelperLink).sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  }

  /** How many there are of those; changes of the number wait for each other. */
  async countLive(now: Date, transaction: ClientSession): Promise<number> {
    await turnsCollection.on(this.connection).updateOne({ _id: 'helpers' }, { $inc: { turn: 1 } }, { upsert: true, session: transaction });
    return this.helpers.countDocuments({ liveUntil: { $gt: now } }).session(transaction);
  }

  /** Deletes one. @returns false when there was none */
  async end(id: UserId, transaction?: ClientSession): Promise<boolean> {
    const { deletedCount } = await this.helpers.deleteOne({ _id: id }, transaction ? { session: transaction } : {});
    return deletedCount === 1;
  }

  private get helpers() {
    return helperLinksCollection.on(this.connection);
  }
}

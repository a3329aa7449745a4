import type { UserId } from '@concert/contracts/core/ids';
import { isText } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { helperLinksCollection, type HelperLinkDocument } from './helper-link.schema.ts';
import type { HelperLink, OpenedLink } from './helper-link.ts';
import type { HelperLinksRepository } from './helper-links.repository.ts';

function toHelperLink({ _id, ...rest }: HelperLinkDocument): HelperLink {
  return { id: _id, ...rest };
}

export class MongoHelperLinksRepository implements HelperLinksRepository {
  constructor(private readonly connection: Connection) {}

  async add({ id, ...rest }: HelperLink, transaction: ClientSession): Promise<void> {
    await this.helpers.create([{ _id: id, ...rest }], { session: transaction });
  }

  async open(tokenHash: string, opened: OpenedLink, transaction: ClientSession): Promise<HelperLink | undefined> {
    const found = await this.helpers
      .findOneAndUpdate(
        { tokenHash: isText(tokenHash), openUntil: { $gt: opened.at } },
        { $set: { opened, tokenHash: null } },
        { session: transaction, returnDocument: 'after' },
      )
      .lean<HelperLinkDocument>();
    return found ? toHelperLink(found) : undefined;
  }

  async bySecrets(secretHashes: readonly string[]): Promise<Map<string, HelperLink>> {
    if (secretHashes.length === 0) return new Map();
    const found = await helperLinksCollection.read(this.connection, { 'opened.secretHash': { $in: [...secretHashes] } });
    return new Map(found.flatMap((row) => (row.opened ? [[row.opened.secretHash, toHelperLink(row)] as const] : [])));
  }

  async byIds(ids: readonly UserId[]): Promise<HelperLink[]> {
    const found = await helperLinksCollection.read(this.connection, { _id: { $in: [...ids] } });
    return found.map(toHelperLink);
  }

  async list(most: number): Promise<HelperLink[]> {
    const found = await helperLinksCollection.read(this.connection, {}, { sort: { madeAt: -1 }, limit: most });
    return found.map(toHelperLink);
  }

  async end(id: UserId, transaction?: ClientSession): Promise<boolean> {
    const { deletedCount } = await this.helpers.deleteOne({ _id: id }, transaction ? { session: transaction } : {});
    return deletedCount === 1;
  }

  private get helpers() {
    return helperLinksCollection.on(this.connection);
  }
}

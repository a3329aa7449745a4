import type { UserId } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { Link, LinkKind } from './link.ts';
import type { LinksRepository } from './links.repository.ts';

const LINKS_COLLECTION = 'account-links';
/** Kept for a while after its end, so that somebody who opens an old mail is told that it is old. */
const KEEP_SECONDS = 7 * 86_400;

export const linkIndexes: readonly IndexSpec[] = [
  {
    collection: LINKS_COLLECTION,
    name: 'uq_token',
    key: { tokenHash: 1 },
    options: { unique: true, partialFilterExpression: { tokenHash: { $type: 'string' } } },
    serves: 'the link of a secret',
  },
  { collection: LINKS_COLLECTION, name: 'of_user', key: { userId: 1, kind: 1 }, serves: "ending a user's links" },
  {
    collection: LINKS_COLLECTION,
    name: 'ttl_expired',
    key: { expiresAt: 1 },
    options: { expireAfterSeconds: KEEP_SECONDS },
    serves: 'old links go by themselves; they work for nothing before that',
  },
];

interface LinkDocument extends Omit<Link, 'id'> {
  _id: string;
}

function toLink({ _id, ...rest }: LinkDocument): Link {
  return { id: _id, ...rest };
}

export class MongoLinksRepository implements LinksRepository {
  constructor(private readonly connection: Connection) {}

  async byId(id: string): Promise<Link | undefined> {
    const found = await this.collection().findOne({ _id: id });
    return found ? toLink(found) : undefined;
  }

  async byTokenHash(tokenHash: string, transaction?: ClientSession): Promise<Link | undefined> {
    const found = await this.collection().findOne({ tokenHash }, transaction ? { session: transaction } : {});
    return found ? toLink(found) : undefined;
  }

  async add({ id, ...rest }: Link, transaction?: ClientSession): Promise<void> {
    await this.collection().insertOne({ _id: id, ...rest }, transaction ? { session: transaction } : {});
  }

  async use(id: string, at: Date, transaction?: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.collection().updateOne(
      { _id: id, usedAt: null },
      { $set: { usedAt: at } },
      transaction ? { session: transaction } : {},
    );
    return modifiedCount === 1;
  }

  async endAllOf(userId: UserId, kinds: readonly LinkKind[], transaction: ClientSession): Promise<void> {
    await this.collection().deleteMany({ userId, kind: { $in: [...kinds] }, usedAt: null }, { session: transaction });
  }

  private collection() {
    return collectionOf<LinkDocument>(this.connection, LINKS_COLLECTION);
  }
}

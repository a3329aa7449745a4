import type { UserId } from '@concert/contracts/core/ids';
import { isText } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { linksCollection, type LinkDocument } from './link.schema.ts';
import type { Link, LinkKind } from './link.ts';

function toLink({ _id, ...rest }: LinkDocument): Link {
  return { id: _id, ...rest };
}

/** More than one browser gets mailed while a code works. */
const MAX_CODES_OF_A_BROWSER = 20;

/** Where single-use secrets are kept, by their hash. */
export class MongoLinks {
  constructor(private readonly connection: Connection) {}

  async byId(id: string): Promise<Link | undefined> {
    const found = await linksCollection.readOne(this.connection, { _id: id });
    return found ? toLink(found) : undefined;
  }

  async byTokenHash(tokenHash: string, transaction?: ClientSession): Promise<Link | undefined> {
    const found = await linksCollection.readOne(this.connection, { tokenHash: isText(tokenHash) }, { session: transaction });
    return found ? toLink(found) : undefined;
  }

  /** The sign-in codes that a browser asked for, newest first. */
  async byRequestHash(requestHash: string): Promise<Link[]> {
    const options = { sort: { createdAt: -1 }, limit: MAX_CODES_OF_A_BROWSER } as const;
    return (await linksCollection.read(this.connection, { requestHash: isText(requestHash) }, options)).map(toLink);
  }

  /**
   * Counts a try of a code. The same one again counts once: its answer may have been lost.
   * @param tried what was typed, as a hash
   * @returns how many others or this were tried; undefined where `most` others were
   */
  async tryCode(id: string, tried: string, most: number): Promise<number | undefined> {
    const counted = await this.links
      .findOneAndUpdate(
        { _id: id, $or: [{ tried }, { [`tried.${most - 1}`]: { $exists: false } }] },
        { $addToSet: { tried } },
        { returnDocument: 'after' },
      )
      .lean<LinkDocument>();
    return counted?.tried.length;
  }

  async add({ id, ...rest }: Link, transaction?: ClientSession): Promise<void> {
    await this.links.create([{ _id: id, ...rest }], transaction ? { session: transaction } : {});
  }

  /** Uses a link up. @returns false when somebody else did so first */
  async use(id: string, at: Date, transaction?: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.links.updateOne(
      { _id: id, usedAt: null },
      { $set: { usedAt: at } },
      transaction ? { session: transaction } : {},
    );
    return modifiedCount === 1;
  }

  /** Ends the unused links of a person. */
  async endAllOf(userId: UserId, kinds: readonly LinkKind[], transaction: ClientSession): Promise<void> {
    await this.links.deleteMany({ userId, kind: { $in: [...kinds] }, usedAt: null }, { session: transaction });
  }

  private get links() {
    return linksCollection.on(this.connection);
  }
}

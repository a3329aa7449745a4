import type { Id } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { mongo } from 'mongoose';
import type { ContactMessage } from './contact-message.ts';
import type { ContactPosition, ContactsRepository } from './contacts.repository.ts';

/** The specification's name (section 7). */
export const CONTACTS_COLLECTION = 'concert-2024-contacts';

export const contactIndexes: readonly IndexSpec[] = [
  { collection: CONTACTS_COLLECTION, name: 'newest', key: { receivedAt: -1, _id: -1 }, serves: 'messages of visitors, newest first' },
];

interface ContactDocument extends Omit<ContactMessage, 'id'> {
  _id: Id<'contact'>;
}

const toMessage = ({ _id, ...rest }: ContactDocument): ContactMessage => ({ id: _id, ...rest });

export class MongoContactsRepository implements ContactsRepository {
  constructor(private readonly connection: Connection) {}

  async add({ id, ...rest }: ContactMessage, transaction: ClientSession): Promise<void> {
    await this.collection().insertOne({ _id: id, ...rest }, { session: transaction });
  }

  async byId(id: string): Promise<ContactMessage | undefined> {
    const found = await this.collection().findOne({ _id: id as Id<'contact'> });
    return found ? toMessage(found) : undefined;
  }

  async list({ after, limit }: { after?: ContactPosition; limit: number }): Promise<{ messages: ContactMessage[]; more: boolean }> {
    const filter: mongo.Filter<ContactDocument> = after
      ? { $or: [{ receivedAt: { $lt: after.receivedAt } }, { receivedAt: after.receivedAt, _id: { $lt: after.id as Id<'contact'> } }] }
      : {};
    const found = await this.collection()
      .find(filter)
      .sort({ receivedAt: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return { messages: found.slice(0, limit).map(toMessage), more: found.length > limit };
  }

  private collection() {
    return collectionOf<ContactDocument>(this.connection, CONTACTS_COLLECTION);
  }
}

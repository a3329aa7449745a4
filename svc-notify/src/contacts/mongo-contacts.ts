import type { Id } from '@concert/contracts/core/ids';
import type { ContactState } from '@concert/contracts/notify/contact';
import { olderThan, type TimePosition } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import type { QueryFilter } from 'mongoose';
import { contactsCollection, type ContactDocument } from './contact.schema.ts';
import type { ContactMessage } from './contact-message.ts';

const toMessage = ({ _id, ...rest }: ContactDocument): ContactMessage => ({ id: _id, ...rest });

export class MongoContacts {
  constructor(private readonly connection: Connection) {}

  async add({ id, ...rest }: ContactMessage, transaction: ClientSession): Promise<void> {
    await this.messages.create([{ _id: id, ...rest }], { session: transaction });
  }

  async byId(id: string, transaction?: ClientSession): Promise<ContactMessage | undefined> {
    const found = await contactsCollection.readOne(this.connection, { _id: id as ContactMessage['id'] }, { session: transaction });
    return found ? toMessage(found) : undefined;
  }

  /** Stores whether a message was answered. */
  async mark({ id, answeredAt, answeredBy }: ContactMessage, transaction: ClientSession): Promise<void> {
    await this.messages.updateOne({ _id: id }, { $set: { answeredAt, answeredBy } }, { session: transaction });
  }

  /** How many messages nobody answered yet. */
  async countOpen(): Promise<number> {
    return this.messages.countDocuments({ answeredAt: null }).hint('open');
  }

  /** Messages that come in the mail due then, oldest first, and how many there are. */
  async ofDigest(digestAt: Date, most: number): Promise<{ messages: ContactMessage[]; count: number }> {
    const [found, count] = await Promise.all([
      contactsCollection.read(this.connection, { digestAt }, { sort: { receivedAt: 1, _id: 1 }, limit: most }),
      this.messages.countDocuments({ digestAt }),
    ]);
    return { messages: found.map(toMessage), count };
  }

  /** Newest first. */
  async list(state: ContactState | undefined, after: TimePosition<Id<'contact'>> | undefined, limit: number): Promise<ContactMessage[]> {
    const filter: QueryFilter<ContactDocument> = {
      ...(state === 'open' ? { answeredAt: null } : {}),
      ...(state === 'answered' ? { answeredAt: { $ne: null } } : {}),
      ...olderThan('receivedAt', after),
    };
    return (await contactsCollection.read(this.connection, filter, { sort: { receivedAt: -1, _id: -1 }, limit })).map(toMessage);
  }

  private get messages() {
    return contactsCollection.on(this.connection);
  }
}

import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { emailKey } from '@concert/contracts/core/fields';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import { findableText, findableWords, nameKey } from '../search-words/booking-words.ts';
import type { EntriesRepository, EntryQuestion } from './entries.repository.ts';
import type { Entry, EntryId } from './entry.ts';

export const ENTRIES_COLLECTION = 'complimentary-entries';

export const entryIndexes: readonly IndexSpec[] = [
  {
    collection: ENTRIES_COLLECTION,
    name: 'of_group',
    key: { group: 1, createdAt: -1, _id: -1 },
    serves: 'entries of a group, newest first',
  },
  { collection: ENTRIES_COLLECTION, name: 'of_guest', key: { group: 1, emailKey: 1 }, serves: 'whether a guest has an entry already' },
  { collection: ENTRIES_COLLECTION, name: 'of_ticket', key: { ticketIds: 1 }, serves: 'the entry behind a ticket' },
];

export interface EntryDocument extends Omit<Entry, 'id' | 'tickets'> {
  _id: EntryId;
  notickets: number;
  /** The form of the email that compares. */
  emailKey: string;
  /** What the report finds and sorts it by, beside the bookings. No money is taken for it. */
  charged: 0;
  nameKey: string;
  words: string[];
  text: string;
}

function toDocument({ id, tickets, ...rest }: Entry): EntryDocument {
  return {
    _id: id,
    ...rest,
    notickets: tickets,
    emailKey: emailKey(rest.email),
    charged: 0,
    nameKey: nameKey(rest.name),
    words: findableWords({ id, ...rest }),
    text: findableText({ id, ...rest }),
  };
}

function toEntry(document: EntryDocument): Entry {
  const { _id, notickets, emailKey: _key, charged: _charged, nameKey: _nameKey, words: _words, text: _text, ...rest } = document;
  return { id: _id, ...rest, tickets: notickets };
}

export class MongoEntriesRepository implements EntriesRepository {
  constructor(private readonly connection: Connection) {}

  async byId(id: EntryId, transaction?: ClientSession): Promise<Entry | undefined> {
    const found = await this.collection().findOne({ _id: id }, transaction ? { session: transaction } : {});
    return found ? toEntry(found) : undefined;
  }

  async list({ group, status, search, after, limit }: EntryQuestion): Promise<Entry[]> {
    const part = search ? { $regex: search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' } : undefined;
    const found = await this.collection()
      .find({
        group,
        ...(status ? { status } : {}),
        $and: [
          ...(part ? [{ $or: [{ name: part }, { email: part }, { phoneno: part }] }] : []),
          ...(after ? [{ $or: [{ createdAt: { $lt: after.createdAt } }, { createdAt: after.createdAt, _id: { $lt: after.id } }] }] : []),
          {},
        ],
      })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return found.map(toEntry);
  }

  async ticketsOf(group: ComplimentaryCategory, emails: readonly string[], transaction?: ClientSession): Promise<Map<string, number>> {
    const found = await this.collection()
      .find(
        { group, emailKey: { $in: emails.map(emailKey) }, status: { $ne: 'Revoked' } },
        { projection: { emailKey: 1, notickets: 1 }, ...(transaction ? { session: transaction } : {}) },
      )
      .toArray();
    const tickets = new Map<string, number>();
    for (const { emailKey: email, notickets } of found) tickets.set(email, (tickets.get(email) ?? 0) + notickets);
    return tickets;
  }

  async add(entries: readonly Entry[], transaction: ClientSession): Promise<void> {
    if (entries.length > 0) await this.collection().insertMany(entries.map(toDocument), { session: transaction });
  }

  async replace(before: Entry, after: Entry, transaction: ClientSession): Promise<void> {
    const { matchedCount } = await this.collection().replaceOne({ _id: before.id, version: before.version }, toDocument(after), {
      session: transaction,
    });
    if (matchedCount !== 1) throw new StaleWriteError('the entry changed in between');
  }

  private collection() {
    return collectionOf<EntryDocument>(this.connection, ENTRIES_COLLECTION);
  }
}

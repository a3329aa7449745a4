import type { ComplimentaryCategory, complimentaryRoutes } from '@concert/contracts/booking/complimentary';
import { emailKey } from '@concert/contracts/core/fields';
import type { Id } from '@concert/contracts/core/ids';
import { ERASED_PERSON } from '@concert/contracts/core/personal-data';
import type { CallOf } from '@concert/contracts/core/route';
import { olderThan, type TimePosition } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import { containsText } from '@concert/service-kit/store/search-words';
import { findableWords, searchTermsOf } from '../search-words/booking-words.ts';
import { allTickets } from '../tickets/renewal.ts';
import { entriesCollection, type EntryDocument } from './entry.schema.ts';
import type { Entry, EntryId } from './entry.ts';

/** `search`: part of a name, an email or a phone number. */
type EntryQuestion = Pick<CallOf<typeof complimentaryRoutes.listComplimentary>['query'], 'group' | 'status' | 'search'>;

function toDocument({ id, tickets, ...rest }: Entry): EntryDocument {
  return {
    _id: id,
    ...rest,
    notickets: tickets,
    emailKey: emailKey(rest.email),
    words: findableWords({ id, ...rest, ticketIds: allTickets(rest) }),
  };
}

export function toEntry(document: EntryDocument): Entry {
  const { _id, notickets, emailKey: _key, words: _words, ...rest } = document;
  return { id: _id, ...rest, tickets: notickets };
}

/** Stores complimentary entries. */
export class MongoEntries {
  constructor(private readonly connection: Connection) {}

  async byId(id: EntryId, transaction?: ClientSession): Promise<Entry | undefined> {
    const found = await entriesCollection.readOne(this.connection, { _id: id }, { session: transaction });
    return found ? toEntry(found) : undefined;
  }

  /** Newest first. @param after where the page before ended */
  async list({ group, status, search = '' }: EntryQuestion, after: TimePosition<EntryId> | undefined, limit: number): Promise<Entry[]> {
    const { words } = searchTermsOf(search);
    // A search of signs alone finds nobody, not everybody.
    if (search.trim() !== '' && words.length === 0) return [];
    const found = await entriesCollection.read(
      this.connection,
      {
        group,
        ...(status ? { status } : {}),
        $and: [...words.map((word) => ({ words: containsText(word) })), olderThan('createdAt', after)],
      },
      { sort: { createdAt: -1, _id: -1 }, limit },
    );
    return found.map(toEntry);
  }

  /** Tickets in the group that are not revoked, by normalised email. Guests without tickets are left out. */
  async ticketsOf(group: ComplimentaryCategory, emails: readonly string[], transaction?: ClientSession): Promise<Map<string, number>> {
    const found = await this.entries
      .find({ group, emailKey: { $in: emails.map(emailKey) }, status: { $ne: 'Revoked' } }, { emailKey: 1, notickets: 1 })
      .session(transaction ?? null)
      .lean<Pick<EntryDocument, 'emailKey' | 'notickets'>[]>();
    const tickets = new Map<string, number>();
    for (const { emailKey: email, notickets } of found) tickets.set(email, (tickets.get(email) ?? 0) + notickets);
    return tickets;
  }

  /** What was claimed through invitations, newest first. @param email by this address only */
  async claimed(invitationIds: readonly Id<'invitation'>[], email?: string, transaction?: ClientSession): Promise<Entry[]> {
    const filter = { invitationId: { $in: [...invitationIds] }, ...(email === undefined ? {} : { emailKey: emailKey(email) }) };
    const found = await entriesCollection.read(this.connection, filter, { session: transaction, sort: { createdAt: -1, _id: -1 } });
    return found.map(toEntry);
  }

  /** Entries of the groups that were not revoked and still name their guest, by id. @param after the id that a page before ended with */
  async named(groups: readonly ComplimentaryCategory[], after: string, most: number): Promise<Entry[]> {
    const which = { group: { $in: [...groups] }, status: { $ne: 'Revoked' as const }, email: { $ne: ERASED_PERSON.email } };
    const byId = { _id: 1 } as const;
    const filter = { _id: { $gt: after as EntryId }, ...which };
    return (await entriesCollection.read(this.connection, filter, { hint: byId, sort: byId, limit: most })).map(toEntry);
  }

  async add(entries: readonly Entry[], transaction: ClientSession): Promise<void> {
    if (entries.length > 0) await this.entries.insertMany(entries.map(toDocument), { session: transaction });
  }

  /** Stores `after` only if the stored entry is still `before`; otherwise the transaction starts over. */
  async replace(before: Entry, after: Entry, transaction: ClientSession): Promise<void> {
    await entriesCollection.replace(this.connection, before.version, toDocument(after), transaction);
  }

  private get entries() {
    return entriesCollection.on(this.connection);
  }
}

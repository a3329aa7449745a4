import { emailKey } from '@concert/contracts/core/fields';
import type { BookingId } from '@concert/contracts/core/ids';
import { isOneOf } from '@concert/service-kit/store/collection';
import type { Connection } from '@concert/service-kit/store/mongo';
import { contactsCollection, type ContactDocument } from '../contacts/contact.schema.ts';
import type { ContactMessage } from '../contacts/contact-message.ts';
import { correctedAddressesCollection } from '../mails/corrected-address.schema.ts';
import type { Mail } from '../mails/mail.ts';
import { mailsCollection } from '../mails/mail.schema.ts';

/** The beginning of time: a condition that every document meets, so that an index on a time serves the query. */
const EVER = new Date(0);

export interface CorrectedAddress {
  /** The booking or complimentary entry. */
  readonly of: string;
  readonly email: string;
  readonly correctedAt: Date;
}

/** Finds and deletes what names a person. */
export class MongoPeopleData {
  constructor(private readonly connection: Connection) {}

  /* Messages are kept as they were typed, and for a year at most: so all addresses are compared, and no index is kept for it. */
  /** Messages of visitors from an address, as its key. */
  async messagesFrom(key: string): Promise<ContactMessage[]> {
    const found: ContactMessage[] = [];
    const all = this.messages.find({ receivedAt: { $gte: EVER } }).sort({ receivedAt: -1 });
    for await (const { _id, ...rest } of all.lean<ContactDocument[]>().cursor())
      if (emailKey(rest.email) === key) found.push({ id: _id, ...rest });
    return found;
  }

  async correctedAddressesOf(subjectIds: readonly string[]): Promise<CorrectedAddress[]> {
    const found = await correctedAddressesCollection.read(this.connection, { _id: { $in: [...subjectIds] } });
    return found.map(({ _id, ...rest }) => ({ of: _id, ...rest }));
  }

  /** Mails about some bookings, newest first. */
  async mailsAbout(bookingIds: readonly BookingId[]): Promise<Pick<Mail, 'kind' | 'createdAt' | 'state' | 'sentAt' | 'delivery'>[]> {
    if (bookingIds.length === 0) return [];
    return mailsCollection.read(this.connection, { bookings: isOneOf(bookingIds) }, { sort: { createdAt: -1, _id: -1 } });
  }

  /** Deletes the messages from an address, as its key. */
  async forget(key: string): Promise<void> {
    const ids: ContactDocument['_id'][] = [];
    const all = this.messages.find({ receivedAt: { $gte: EVER } }, { email: true });
    for await (const { _id, email } of all.lean<Pick<ContactDocument, '_id' | 'email'>[]>().cursor())
      if (emailKey(email) === key) ids.push(_id);
    if (ids.length > 0) await this.messages.deleteMany({ _id: { $in: ids } });
  }

  async forgetCorrectedAddress(subjectId: string): Promise<void> {
    await correctedAddressesCollection.on(this.connection).deleteOne({ _id: subjectId });
  }

  private get messages() {
    return contactsCollection.on(this.connection);
  }
}

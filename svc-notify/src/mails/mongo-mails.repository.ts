import type { BookingId, MailId } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { mongo } from 'mongoose';
import type { Mail, MailKind } from './mail.ts';
import type { Claim, MailPosition, MailsRepository } from './mails.repository.ts';

export const MAILS_COLLECTION = 'mails';

export const mailIndexes: readonly IndexSpec[] = [
  {
    collection: MAILS_COLLECTION,
    name: 'uq_kind_and_fact',
    key: { kind: 1, factId: 1 },
    options: { unique: true },
    serves: 'one mail of a kind for each cause',
  },
  {
    collection: MAILS_COLLECTION,
    name: 'waiting_by_due',
    key: { nextAttemptAt: 1 },
    options: { partialFilterExpression: { state: 'waiting' } },
    serves: 'the sender: what is due, longest first; the oldest that waits',
  },
  { collection: MAILS_COLLECTION, name: 'newest', key: { createdAt: -1, _id: -1 }, serves: 'all mails, newest first' },
  {
    collection: MAILS_COLLECTION,
    name: 'of_bookings',
    key: { bookings: 1, createdAt: -1, _id: -1 },
    options: { partialFilterExpression: { bookings: { $type: 'string' } } },
    serves: 'mails of one booking, newest first',
  },
  {
    collection: MAILS_COLLECTION,
    name: 'in_trouble',
    key: { createdAt: -1, _id: -1, trouble: 1 },
    options: { partialFilterExpression: { trouble: true } },
    serves: 'mails that somebody should look at, newest first, and how many',
  },
  {
    collection: MAILS_COLLECTION,
    name: 'resends',
    key: { resendOf: 1, createdAt: -1 },
    options: { partialFilterExpression: { resendOf: { $type: 'string' } } },
    serves: 'as what a mail was sent again',
  },
  {
    collection: MAILS_COLLECTION,
    name: 'of_subject',
    key: { subjectId: 1, createdAt: -1, _id: -1 },
    serves: 'mails of one booking, in a version that kept no booking with them',
    forVersionBefore: true,
  },
];

/** A mail as it is stored. */
export interface MailDocument extends Omit<Mail, 'id'> {
  _id: MailId;
  /** Token of the process that sends it now. */
  claim: string | null;
}

function toMail({ _id, claim: _claim, ...rest }: MailDocument): Mail {
  return { id: _id, ...rest };
}

export class MongoMailsRepository implements MailsRepository {
  constructor(private readonly connection: Connection) {}

  async add(mail: Mail, transaction: ClientSession): Promise<void> {
    const { id, ...rest } = mail;
    await this.collection().insertOne({ _id: id, ...rest, claim: null }, { session: transaction });
  }

  async has(kind: MailKind, factId: string, transaction: ClientSession): Promise<boolean> {
    return (await this.collection().findOne({ kind, factId }, { session: transaction, projection: { _id: 1 } })) !== null;
  }

  async byId(id: MailId, transaction?: ClientSession): Promise<Mail | undefined> {
    const found = await this.collection().findOne({ _id: id }, transaction ? { session: transaction } : {});
    return found ? toMail(found) : undefined;
  }

  async claimDue(now: Date, leaseMs: number, token: string): Promise<Claim | undefined> {
    // While it is being sent it is due again at the end of the lease, so a process that dies loses nothing.
    const claimed = await this.collection().findOneAndUpdate(
      { state: 'waiting', nextAttemptAt: { $lte: now } },
      { $set: { claim: token, nextAttemptAt: new Date(now.getTime() + leaseMs) }, $inc: { attempts: 1 } },
      { sort: { nextAttemptAt: 1 }, returnDocument: 'after' },
    );
    return claimed ? { mail: toMail(claimed), token } : undefined;
  }

  async markAccepted(mail: Mail, transaction: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.collection().updateOne(
      { _id: mail.id, state: 'waiting' },
      {
        $set: { state: mail.state, sentAt: mail.sentAt, providerMessageId: mail.providerMessageId, lastFault: mail.lastFault, claim: null },
      },
      { session: transaction },
    );
    return modifiedCount === 1;
  }

  async markFailed({ token }: Claim, mail: Mail, transaction?: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.collection().updateOne(
      { _id: mail.id, claim: token, state: 'waiting' },
      { $set: { state: mail.state, nextAttemptAt: mail.nextAttemptAt, lastFault: mail.lastFault, trouble: mail.trouble, claim: null } },
      transaction ? { session: transaction } : {},
    );
    return modifiedCount === 1;
  }

  async markDelivered(before: Mail, after: Mail, transaction: ClientSession): Promise<void> {
    const { state, sentAt, providerMessageId, lastFault, delivery, deliveryAt, deliveryFault, trouble } = after;
    const { matchedCount } = await this.collection().updateOne(
      { _id: before.id, state: before.state, delivery: before.delivery },
      {
        $set: {
          state,
          sentAt,
          providerMessageId,
          lastFault,
          delivery,
          deliveryAt,
          deliveryFault,
          trouble,
          ...(state === before.state ? {} : { claim: null }),
        },
      },
      { session: transaction },
    );
    if (matchedCount === 0) throw new StaleWriteError('the mail has changed since it was read');
  }

  async lastResendOf(id: MailId, transaction: ClientSession): Promise<Mail | undefined> {
    const found = await this.collection().findOne({ resendOf: id }, { session: transaction, sort: { createdAt: -1 } });
    return found ? toMail(found) : undefined;
  }

  async countResends(id: MailId, transaction: ClientSession): Promise<number> {
    return this.collection().countDocuments({ resendOf: id }, { session: transaction });
  }

  async hurry(id: MailId, now: Date, transaction: ClientSession): Promise<void> {
    await this.collection().updateOne(
      { _id: id, state: 'waiting', claim: null },
      { $set: { nextAttemptAt: now } },
      { session: transaction },
    );
  }

  async calm({ id, kind, subjectId, wordsOf }: Mail, transaction: ClientSession): Promise<void> {
    await this.collection().updateOne({ _id: id }, { $set: { trouble: false } }, { session: transaction });
    await this.collection().updateMany({ trouble: true, kind, subjectId, wordsOf }, { $set: { trouble: false } }, { session: transaction });
  }

  /* Asked by every reading of metrics: without a hint the whole collection would be walked. */
  async oldestWaiting(): Promise<Date | undefined> {
    const found = await this.collection()
      .find({ state: 'waiting' }, { projection: { createdAt: 1 }, hint: 'waiting_by_due' })
      .sort({ createdAt: 1 })
      .limit(1)
      .toArray();
    return found[0]?.createdAt;
  }

  async countTrouble(): Promise<number> {
    return this.collection().countDocuments({ trouble: true }, { hint: 'in_trouble' });
  }

  async list({
    bookingId,
    trouble,
    after,
    limit,
  }: {
    bookingId?: BookingId;
    trouble?: boolean;
    after?: MailPosition;
    limit: number;
  }): Promise<{ mails: Mail[]; more: boolean }> {
    const filter: mongo.Filter<MailDocument> = {
      ...(bookingId === undefined ? {} : { bookings: bookingId }),
      ...(trouble ? { trouble: true } : {}),
      ...(after
        ? { $or: [{ createdAt: { $lt: after.createdAt } }, { createdAt: after.createdAt, _id: { $lt: after.id as MailId } }] }
        : {}),
    };
    const found = await this.collection()
      .find(filter)
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return { mails: found.slice(0, limit).map(toMail), more: found.length > limit };
  }

  private collection() {
    return collectionOf<MailDocument>(this.connection, MAILS_COLLECTION);
  }
}

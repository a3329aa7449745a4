import type { MailId } from '@concert/contracts/core/ids';
import type { IndexSpec } from '@concert/service-kit/migrations';
import { collectionOf, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { mongo } from 'mongoose';
import type { Mail } from './mail.ts';
import type { Claim, MailPosition, MailsRepository } from './mails.repository.ts';

export const MAILS_COLLECTION = 'mails';

export const mailIndexes: readonly IndexSpec[] = [
  { collection: MAILS_COLLECTION, name: 'uq_kind_and_fact', key: { kind: 1, factId: 1 }, options: { unique: true }, serves: 'one mail of a kind for each fact' },
  { collection: MAILS_COLLECTION, name: 'waiting_by_due', key: { nextAttemptAt: 1 }, options: { partialFilterExpression: { state: 'waiting' } }, serves: 'the sender: what is due, longest first' },
  { collection: MAILS_COLLECTION, name: 'newest', key: { createdAt: -1, _id: -1 }, serves: 'all mails, newest first' },
  { collection: MAILS_COLLECTION, name: 'of_subject', key: { subjectId: 1, createdAt: -1, _id: -1 }, serves: 'mails of one booking, newest first' },
];

interface MailDocument extends Omit<Mail, 'id'> {
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
      { $set: { state: mail.state, sentAt: mail.sentAt, providerMessageId: mail.providerMessageId, lastFault: mail.lastFault, claim: null } },
      { session: transaction },
    );
    return modifiedCount === 1;
  }

  async markFailed({ token }: Claim, mail: Mail): Promise<boolean> {
    const { modifiedCount } = await this.collection().updateOne(
      { _id: mail.id, claim: token, state: 'waiting' },
      { $set: { state: mail.state, nextAttemptAt: mail.nextAttemptAt, lastFault: mail.lastFault, claim: null } },
    );
    return modifiedCount === 1;
  }

  async list({ subjectId, after, limit }: { subjectId?: string; after?: MailPosition; limit: number }): Promise<{ mails: Mail[]; more: boolean }> {
    const filter: mongo.Filter<MailDocument> = {
      ...(subjectId === undefined ? {} : { subjectId }),
      ...(after ? { $or: [{ createdAt: { $lt: after.createdAt } }, { createdAt: after.createdAt, _id: { $lt: after.id as MailId } }] } : {}),
    };
    const found = await this.collection().find(filter).sort({ createdAt: -1, _id: -1 }).limit(limit + 1).toArray();
    return { mails: found.slice(0, limit).map(toMail), more: found.length > limit };
  }

  private collection() {
    return collectionOf<MailDocument>(this.connection, MAILS_COLLECTION);
  }
}

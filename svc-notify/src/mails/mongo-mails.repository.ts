import type { BookingId, MailId } from '@concert/contracts/core/ids';
import { StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/mongo';
import type { QueryFilter } from 'mongoose';
import { mailsCollection, type MailDocument } from './mail.schema.ts';
import type { Mail, MailKind } from './mail.ts';
import type { Claim, MailPosition, MailsRepository } from './mails.repository.ts';

function toMail({ _id, claim: _claim, ...rest }: MailDocument): Mail {
  return { id: _id, ...rest };
}

export class MongoMailsRepository implements MailsRepository {
  constructor(private readonly connection: Connection) {}

  async add(mail: Mail, transaction: ClientSession): Promise<void> {
    const { id, ...rest } = mail;
    await this.mails.create([{ _id: id, ...rest, claim: null }], { session: transaction });
  }

  async has(kind: MailKind, factId: string, transaction: ClientSession): Promise<boolean> {
    return (await this.mails.exists({ kind, factId }).session(transaction)) !== null;
  }

  async byId(id: MailId, transaction?: ClientSession): Promise<Mail | undefined> {
    const found = await this.mails
      .findById(id)
      .session(transaction ?? null)
      .lean<MailDocument>();
    return found ? toMail(found) : undefined;
  }

  async claimDue(now: Date, leaseMs: number, token: string): Promise<Claim | undefined> {
    // While it is being sent it is due again at the end of the lease, so a process that dies loses nothing.
    const claimed = await this.mails
      .findOneAndUpdate(
        { state: 'waiting', nextAttemptAt: { $lte: now } },
        { $set: { claim: token, nextAttemptAt: new Date(now.getTime() + leaseMs) }, $inc: { attempts: 1 } },
        { sort: { nextAttemptAt: 1 }, returnDocument: 'after' },
      )
      .lean<MailDocument>();
    return claimed ? { mail: toMail(claimed), token } : undefined;
  }

  async markAccepted(mail: Mail, transaction: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.mails.updateOne(
      { _id: mail.id, state: 'waiting' },
      {
        $set: { state: mail.state, sentAt: mail.sentAt, providerMessageId: mail.providerMessageId, lastFault: mail.lastFault, claim: null },
      },
      { session: transaction },
    );
    return modifiedCount === 1;
  }

  async markFailed({ token }: Claim, mail: Mail, transaction?: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.mails.updateOne(
      { _id: mail.id, claim: token, state: 'waiting' },
      { $set: { state: mail.state, nextAttemptAt: mail.nextAttemptAt, lastFault: mail.lastFault, trouble: mail.trouble, claim: null } },
      transaction ? { session: transaction } : {},
    );
    return modifiedCount === 1;
  }

  async markDelivered(before: Mail, after: Mail, transaction: ClientSession): Promise<void> {
    const { state, sentAt, providerMessageId, lastFault, delivery, deliveryAt, deliveryFault, trouble } = after;
    const { matchedCount } = await this.mails.updateOne(
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
    const found = await this.mails.findOne({ resendOf: id }).session(transaction).sort({ createdAt: -1 }).lean<MailDocument>();
    return found ? toMail(found) : undefined;
  }

  async countResends(id: MailId, transaction: ClientSession): Promise<number> {
    return this.mails.countDocuments({ resendOf: id }).session(transaction);
  }

  async hurry(id: MailId, now: Date, transaction: ClientSession): Promise<void> {
    await this.mails.updateOne({ _id: id, state: 'waiting', claim: null }, { $set: { nextAttemptAt: now } }, { session: transaction });
  }

  async calm({ id, kind, subjectId, wordsOf }: Mail, transaction: ClientSession): Promise<void> {
    await this.mails.updateOne({ _id: id }, { $set: { trouble: false } }, { session: transaction });
    await this.mails.updateMany({ trouble: true, kind, subjectId, wordsOf }, { $set: { trouble: false } }, { session: transaction });
  }

  /* Asked by every reading of metrics: without a hint the whole collection would be walked. */
  async oldestWaiting(): Promise<Date | undefined> {
    const oldest = await this.mails
      .findOne({ state: 'waiting' }, { createdAt: 1 })
      .hint('waiting_by_due')
      .sort({ createdAt: 1 })
      .lean<Pick<MailDocument, 'createdAt'>>();
    return oldest?.createdAt;
  }

  async countTrouble(): Promise<number> {
    return this.mails.countDocuments({ trouble: true }).hint('in_trouble');
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
    const filter: QueryFilter<MailDocument> = {
      ...(bookingId === undefined ? {} : { bookings: bookingId }),
      ...(trouble ? { trouble: true } : {}),
      ...(after
        ? { $or: [{ createdAt: { $lt: after.createdAt } }, { createdAt: after.createdAt, _id: { $lt: after.id as MailId } }] }
        : {}),
    };
    const found = await this.mails
      .find(filter)
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean<MailDocument[]>();
    return { mails: found.slice(0, limit).map(toMail), more: found.length > limit };
  }

  private get mails() {
    return mailsCollection.on(this.connection);
  }
}

import { CLOCKS_APART_MS, HOUR_MS } from '@concert/contracts/core/durations';
import type { BookingId, MailId, MessageRunId } from '@concert/contracts/core/ids';
import { SINGLE_BATCH, isText, olderThan, type TimePosition } from '@concert/service-kit/store/collection';
import { StaleWriteError, type ClientSession, type Connection } from '@concert/service-kit/store/mongo';
import type { QueryFilter } from 'mongoose';
import { mailsCollection, type MailDocument } from './mail.schema.ts';
import type { Mail } from './mail.ts';

/** No email is put off for longer, but the one that brings the messages of a day: what is due later was made while a clock was wrong. */
const MAX_WAIT_MS = HOUR_MS;

function toMail({ _id, claim: _claim, ...rest }: MailDocument): Mail {
  return { id: _id, ...rest };
}

/** The right to send one mail until the claim ends; then another process may assume that its holder died. */
export interface Claim {
  readonly mail: Mail;
  readonly token: string;
}

/** There is one mail of a kind for each cause. */
export type CauseOfMail = Pick<Mail, 'kind' | 'factId'>;

/** Which mails are listed: of a booking, in trouble, or all; of those behind a place in the list the first ones. */
interface WantedMails {
  readonly bookingId?: BookingId;
  readonly trouble?: boolean;
  readonly after?: TimePosition<MailId> | undefined;
  readonly limit: number;
}

export class MongoMails {
  constructor(private readonly connection: Connection) {}

  /** Stores new mails. The database refuses a second mail of the same kind for the same cause. */
  async add(mails: readonly Mail[], transaction: ClientSession): Promise<void> {
    await this.mails.insertMany(
      mails.map(({ id, ...rest }) => ({ _id: id, ...rest, claim: null })),
      { session: transaction },
    );
  }

  /** Those of the given causes that have a mail already. */
  async posted(causes: readonly CauseOfMail[], transaction: ClientSession): Promise<readonly CauseOfMail[]> {
    const kinds = [...new Set(causes.map(({ kind }) => kind))];
    return this.mails
      .find({ kind: { $in: kinds }, factId: { $in: causes.map(({ factId }) => factId) } }, { kind: 1, factId: 1 }, SINGLE_BATCH)
      .session(transaction)
      .lean<CauseOfMail[]>();
  }

  async byId(id: MailId, transaction?: ClientSession): Promise<Mail | undefined> {
    const found = await mailsCollection.readOne(this.connection, { _id: id }, { session: transaction });
    return found ? toMail(found) : undefined;
  }

  /** The mails that exist. */
  async byIds(ids: readonly MailId[], transaction: ClientSession): Promise<readonly Mail[]> {
    const found = await mailsCollection.read(this.connection, { _id: { $in: ids } }, { ...SINGLE_BATCH, session: transaction });
    return found.map(toMail);
  }

  /**
   * Claims the mails that have been due longest, at most `most`. Each claim counts as an attempt.
   * @param until when the claims end
   * @param held runs whose mails are left to wait
   */
  async claimDue(now: Date, until: Date, token: string, most: number, held: readonly MessageRunId[]): Promise<readonly Claim[]> {
    const notHeld = held.length === 0 ? {} : { runId: { $nin: [...held] } };
    const tooFar = new Date(now.getTime() + MAX_WAIT_MS + CLOCKS_APART_MS);
    const $or: QueryFilter<MailDocument>[] = [
      { nextAttemptAt: { $lte: now } },
      { nextAttemptAt: { $gt: tooFar }, kind: { $ne: 'contact-digest' } },
    ];
    const due: QueryFilter<MailDocument> = { state: 'waiting', $or, ...notHeld };
    for (;;) {
      const ids = await this.mails.find(due, { _id: 1 }).sort({ nextAttemptAt: 1 }).limit(most).lean<Pick<MailDocument, '_id'>[]>();
      if (ids.length === 0) return [];
      const those = { _id: { $in: ids.map(({ _id }) => _id) } };
      // A claimed mail becomes due again when the claim ends, so a process that dies loses nothing.
      const { modifiedCount } = await this.mails.updateMany(
        { ...those, ...due },
        { $set: { claim: token, nextAttemptAt: until }, $inc: { attempts: 1 } },
        // Otherwise the database may look for them among all that are due.
        { hint: '_id_' },
      );
      // Another process may have claimed all of them meanwhile.
      if (modifiedCount === 0) continue;
      const claimed = await mailsCollection.read(this.connection, { ...those, claim: token });
      return claimed.map((document) => ({ mail: toMail(document), token }));
    }
  }

  /** Ends a claim of which nothing came: the mail waits as before, and no attempt is counted. */
  async giveBack({ mail, token }: Claim): Promise<void> {
    await this.mails.updateOne(
      { _id: mail.id, claim: token, state: 'waiting' },
      { $set: { claim: null, nextAttemptAt: mail.createdAt }, $inc: { attempts: -1 } },
    );
  }

  /** Stores that the provider accepted mails. @returns the ids of those that were not marked as accepted before */
  async markAccepted(mails: readonly Mail[], transaction: ClientSession): Promise<ReadonlySet<MailId>> {
    const waiting = await this.mails
      .find({ _id: { $in: mails.map(({ id }) => id) }, state: 'waiting' }, { _id: 1 }, SINGLE_BATCH)
      .session(transaction)
      .lean<Pick<MailDocument, '_id'>[]>();
    const marked = new Set(waiting.map(({ _id }) => _id));
    if (marked.size === 0) return marked;
    await this.mails.bulkWrite(
      mails
        .filter(({ id }) => marked.has(id))
        .map(({ id, state, sentAt, providerMessageId, lastFault, trouble }) => ({
          updateOne: { filter: { _id: id }, update: { $set: { state, sentAt, providerMessageId, lastFault, trouble, claim: null } } },
        })),
      { session: transaction },
    );
    return marked;
  }

  /** Stores a failed attempt, unless another process has claimed the mail since. */
  async markFailed({ token }: Claim, mail: Mail, transaction?: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.mails.updateOne(
      { _id: mail.id, claim: token, state: 'waiting' },
      { $set: { state: mail.state, nextAttemptAt: mail.nextAttemptAt, lastFault: mail.lastFault, trouble: mail.trouble, claim: null } },
      transaction ? { session: transaction } : {},
    );
    return modifiedCount === 1;
  }

  /** Stores delivery reports in their mails. @throws when a mail was changed in between; the transaction then starts over */
  async markDelivered(changes: readonly { readonly before: Mail; readonly after: Mail }[], transaction: ClientSession): Promise<void> {
    const { matchedCount } = await this.mails.bulkWrite(
      changes.map(({ before, after }) => {
        const { state, sentAt, providerMessageId, lastFault, delivery, deliveryAt, deliveryFault, trouble } = after;
        const told = { state, sentAt, providerMessageId, lastFault, delivery, deliveryAt, deliveryFault, trouble };
        const claim = state === before.state ? {} : { claim: null };
        return {
          updateOne: {
            filter: { _id: before.id, state: before.state, delivery: before.delivery },
            update: { $set: { ...told, ...claim } },
          },
        };
      }),
      { session: transaction },
    );
    if (matchedCount < changes.length) throw new StaleWriteError('an email has changed since it was read');
  }

  /** The latest mail that was sent again for this one, if any. */
  async lastResendOf(id: MailId, transaction: ClientSession): Promise<Mail | undefined> {
    const found = await mailsCollection.readOne(
      this.connection,
      { resendOf: isText(id) },
      { session: transaction, sort: { createdAt: -1 } },
    );
    return found ? toMail(found) : undefined;
  }

  async countResends(id: MailId, transaction: ClientSession): Promise<number> {
    return this.mails.countDocuments({ resendOf: isText(id) }).session(transaction);
  }

  /** Makes a waiting mail due at once, unless it is being sent now. */
  async hurry(id: MailId, now: Date, transaction: ClientSession): Promise<void> {
    await this.mails.updateOne({ _id: id, state: 'waiting', claim: null }, { $set: { nextAttemptAt: now } }, { session: transaction });
  }

  /** Makes the waiting mails of a message run due at once, but those that are being sent now. */
  async hurryRun(runId: MessageRunId, now: Date, transaction: ClientSession): Promise<void> {
    await this.mails.updateMany(
      { runId: isText(runId), state: 'waiting', claim: null },
      { $set: { nextAttemptAt: now } },
      { session: transaction },
    );
  }

  /** Marks the trouble of this mail as seen, and that of all others with the same text to the same reader. */
  async calm({ id, kind, subjectId, wordsOf }: Mail, transaction: ClientSession): Promise<void> {
    await this.mails.updateOne({ _id: id }, { $set: { trouble: false } }, { session: transaction });
    await this.mails.updateMany({ trouble: true, kind, subjectId, wordsOf }, { $set: { trouble: false } }, { session: transaction });
  }

  /* Runs whenever metrics are read: without the hint the database would scan the whole collection. */
  /** Since when the oldest waiting mail waits; undefined when none waits. Without those of message runs, which may be paused. */
  async oldestWaiting(): Promise<Date | undefined> {
    const oldest = await this.mails
      .findOne({ state: 'waiting', runId: null }, { createdAt: 1 })
      .hint('waiting_by_due')
      .sort({ createdAt: 1 })
      .lean<Pick<MailDocument, 'createdAt'>>();
    return oldest?.createdAt;
  }

  async countTrouble(): Promise<number> {
    return this.mails.countDocuments({ trouble: true }).hint('in_trouble');
  }

  /** How many wait because the provider refuses our key or sender: nothing else is trouble while it waits. */
  async countRefused(): Promise<number> {
    return this.mails.countDocuments({ trouble: true, state: 'waiting' }).hint('in_trouble');
  }

  /** Whether the latest mail that a browser asked for was refused by the provider or the address. @param askedBy hash of its secret */
  async isRefused(askedBy: string): Promise<boolean> {
    const [latest] = await mailsCollection.read(this.connection, { askedBy: isText(askedBy) }, { sort: { createdAt: -1 }, limit: 1 });
    return latest?.delivery === 'bounced' || latest?.delivery === 'dropped' || latest?.delivery === 'spam';
  }

  /** Whether a mail of a kind, whose cause begins with these words and a dot, was delivered. */
  async hasArrived(kind: Mail['kind'], cause: string): Promise<boolean> {
    // `/` is the character after the dot.
    return (await this.mails.exists({ kind, factId: { $gte: `${cause}.`, $lt: `${cause}/` }, delivery: 'delivered' })) !== null;
  }

  /** Newest first. */
  async list({ bookingId, trouble, after, limit }: WantedMails): Promise<Mail[]> {
    const filter: QueryFilter<MailDocument> = {
      ...(bookingId === undefined ? {} : { bookings: isText(bookingId) }),
      ...(trouble ? { trouble: true } : {}),
      ...olderThan('createdAt', after),
    };
    return (await mailsCollection.read(this.connection, filter, { sort: { createdAt: -1, _id: -1 }, limit })).map(toMail);
  }

  private get mails() {
    return mailsCollection.on(this.connection);
  }
}

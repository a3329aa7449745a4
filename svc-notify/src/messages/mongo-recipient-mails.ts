import type { BookingId, MailId, MessageRunId, RecipientId } from '@concert/contracts/core/ids';
import type { RecipientState } from '@concert/contracts/notify/recipients';
import { isOneOf, isText } from '@concert/service-kit/store/collection';
import type { ClientSession, Connection } from '@concert/service-kit/store/mongo';
import type { mongo } from 'mongoose';
import { mailsCollection } from '../mails/mail.schema.ts';
import { UNSUBSCRIBED, WITHDRAWN } from '../mails/mail.ts';

/** Bookings that one query asks about. */
const ASKED_TOGETHER = 1_000;

/* Spam was delivered: its reader saw it. */
const STATE = {
  $switch: {
    branches: [
      { case: { $in: ['$delivery', ['delivered', 'spam']] }, then: 'delivered' },
      { case: { $in: ['$delivery', ['bounced', 'dropped']] }, then: 'unreached' },
      { case: { $and: [{ $eq: ['$state', 'given_up'] }, { $in: ['$lastFault', [UNSUBSCRIBED, WITHDRAWN]] }] }, then: 'left' },
      { case: { $eq: ['$state', 'given_up'] }, then: 'unreached' },
    ],
    default: 'under_way',
  },
} satisfies Record<string, unknown> & { $switch: { branches: unknown[]; default: RecipientState } };

/** The latest mail of each recipient, in the order of an index. */
function latestOf(filter: mongo.Document): mongo.Document[] {
  return [
    { $match: filter },
    { $sort: { runId: 1, subjectId: 1, createdAt: 1, _id: 1 } },
    {
      $group: {
        _id: { runId: '$runId', recipientId: '$subjectId' },
        mailId: { $last: '$_id' },
        state: { $last: STATE },
        lastFault: { $last: '$lastFault' },
        deliveryFault: { $last: '$deliveryFault' },
      },
    },
  ];
}

interface Latest {
  readonly _id: { readonly runId: MessageRunId; readonly recipientId: RecipientId };
  readonly mailId: MailId;
  readonly state: RecipientState;
  readonly lastFault: string | null;
  readonly deliveryFault: string | null;
}

const toMail = ({ _id, mailId, state, lastFault, deliveryFault }: Latest): RecipientMail => ({
  recipientId: _id.recipientId,
  mailId,
  state,
  reason: state === 'unreached' ? (deliveryFault ?? lastFault) : null,
});

/** What the latest mail to a recipient tells of them. */
export interface RecipientMail {
  readonly recipientId: RecipientId;
  readonly mailId: MailId;
  readonly state: RecipientState;
  /** Why it does not arrive, in fixed words; null where it may. */
  readonly reason: string | null;
}

/** What became of the mails of message runs. */
export class MongoRecipientMails {
  constructor(private readonly connection: Connection) {}

  /** How many recipients with a mail are in each state, by run; a state with none is absent. */
  async count(runIds: readonly MessageRunId[]) {
    const counts = new Map<MessageRunId, Partial<Record<RecipientState, number>>>();
    if (runIds.length === 0) return counts;
    const found = this.mails.aggregate<{ _id: { runId: MessageRunId; state: RecipientState }; count: number }>([
      ...latestOf({ runId: isOneOf(runIds) }),
      { $group: { _id: { runId: '$_id.runId', state: '$state' }, count: { $sum: 1 } } },
    ]);
    for await (const { _id, count } of found) counts.set(_id.runId, { ...counts.get(_id.runId), [_id.state]: count });
    return counts;
  }

  /** Recipients of a run in one state, in the order of their ids. @param after the id that a page before ended with */
  async inState(runId: MessageRunId, state: RecipientState, after: string, most: number): Promise<RecipientMail[]> {
    const found = await this.mails
      .aggregate<Latest>([
        ...latestOf({ runId: isText(runId), subjectId: { $gt: after } }),
        { $match: { state } },
        { $sort: { '_id.recipientId': 1 } },
        { $limit: most },
      ])
      .toArray();
    return found.map(toMail);
  }

  /** The latest mail of each of these recipients of a run who has one. */
  async latest(runId: MessageRunId, recipients: readonly RecipientId[]): Promise<RecipientMail[]> {
    if (recipients.length === 0) return [];
    const found = await this.mails.aggregate<Latest>(latestOf({ runId: isText(runId), subjectId: { $in: [...recipients] } })).toArray();
    return found.map(toMail);
  }

  /** Whom a run may have told: whose mail was accepted, and who was withdrawn from after an attempt whose outcome nobody knows. */
  async told(runId: MessageRunId, transaction: ClientSession): Promise<RecipientId[]> {
    const filter = { runId: isText(runId), $or: [{ state: 'accepted' as const }, { attempts: { $gt: 1 } }] };
    return (await this.mails.distinct('subjectId', filter, { session: transaction })) as RecipientId[];
  }

  /** Bookings whose buyers read in this time that their reservation has ended. */
  async readOfTheirEnd(since: Date, until: Date, transaction: ClientSession): Promise<BookingId[]> {
    const filter = { kind: 'payment-not-taken' as const, state: 'accepted' as const, sentAt: { $gte: since, $lte: until } };
    return this.mails.distinct('bookings', filter, { session: transaction });
  }

  /** How many mails of a run wait to be accepted. */
  countWaiting(runId: MessageRunId): Promise<number> {
    return this.mails.countDocuments({ runId: isText(runId), state: 'waiting' }, { hint: 'waiting_by_due' });
  }

  /** When the provider accepted the last mail of a run. */
  async lastAccepted(runId: MessageRunId): Promise<Date | undefined> {
    const [found] = await this.mails
      .aggregate<{ at: Date | null }>([{ $match: { runId: isText(runId) } }, { $group: { _id: null, at: { $max: '$sentAt' } } }])
      .toArray();
    return found?.at ?? undefined;
  }

  /** How many people no mail of a message run reaches, and nobody has called. */
  countUnreached(): Promise<number> {
    return this.mails.countDocuments(
      { trouble: true, state: { $ne: 'waiting' }, runId: { $type: 'string' }, delivery: { $ne: 'spam' } },
      { hint: 'in_trouble' },
    );
  }

  /** Of these bookings, those whose buyers were told of the cancellation with their money. */
  async toldOfCancellation(bookings: readonly BookingId[]): Promise<ReadonlySet<BookingId>> {
    const told = new Set<BookingId>();
    for (let first = 0; first < bookings.length; first += ASKED_TOGETHER) {
      const asked = bookings.slice(first, first + ASKED_TOGETHER);
      const found = this.mails.find({ bookings: isOneOf(asked), kind: 'cancellation' }, { projection: { bookings: 1 } });
      for await (const mail of found) for (const id of mail.bookings) told.add(id);
    }
    return told;
  }

  private get mails() {
    return mailsCollection.driver(this.connection);
  }
}

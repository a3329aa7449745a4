import type { ReaderKind, ReaderMessage } from '@concert/contracts/booking/reader-messages';
import type { BookingStatus } from '@concert/contracts/booking/states';
import type { Audience, MessagePurpose } from '@concert/contracts/notify/message-runs';
import type { TimedMessage } from '@concert/contracts/notify/timed-messages';
import type { BookingId, Id, MessageRunId, RecipientId, UserId } from '@concert/contracts/core/ids';

/** How far a run is: kept, being sent, held, or over because nobody waits to be mailed any more. */
export const STORED_STATES = ['draft', 'running', 'paused', 'sent'] as const;
export type StoredState = (typeof STORED_STATES)[number];

/** Bookings whose buyers the run of a stop tells. Whoever waited to pay, or paid too late, is told by a mail of their own. */
export const TOLD_OF_STOP: ReadonlySet<BookingStatus> = new Set(['paid', 'refund_failed', 'refund_requested', 'refunded', 'charged_back']);

/** A message to many people, each told once. It names nobody: who they are stands in its recipients. */
export interface MessageRun {
  readonly id: MessageRunId;
  readonly purpose: MessagePurpose;
  readonly audience: Audience;
  readonly messages: readonly ReaderMessage[];
  readonly state: StoredState;
  /** People it goes to: counted when the draft was saved, fixed once it is started. */
  readonly count: number;
  /** Null where it went out by itself. */
  readonly createdBy: UserId | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  /** When it was started or resumed last. */
  readonly goesOnSince: Date | null;
  readonly finishedAt: Date | null;
  /** Present where it went out by itself: which message, and for which day of the evening, `2027-01-16` by the clock of the venue. */
  readonly timed?: { readonly message: TimedMessage; readonly evening: string };
  /** Grows with every change. */
  readonly version: number;
  /** What it says no longer holds: nobody else is told. */
  readonly undone?: true;
  /** The run that this one takes back. Once it is known whom that one told, they are the people of this one; until then it counts none. */
  readonly takesBack?: MessageRunId;
}

/** Who a recipient is, by ids: name and address are asked for when they are needed. */
export interface RecipientSource {
  readonly readerKind: ReaderKind;
  /** Bookings and complimentary entries of this person, or the place in the list for the next date; the first one is whom the mail addresses. */
  readonly people: readonly string[];
}

/** One person of a run, who is told once: `planned`, then `posted` when there is a mail. */
export interface Recipient extends RecipientSource {
  readonly id: RecipientId;
  readonly runId: MessageRunId;
  readonly state: 'planned' | 'posted';
  readonly calledAt: Date | null;
  readonly calledBy: UserId | null;
}

/** What a reader of this kind gets; undefined where the run has no words for them. */
export function messageFor({ messages }: Pick<MessageRun, 'messages'>, reader: ReaderKind): ReaderMessage | undefined {
  return messages.find((message) => message.reader === reader) ?? messages.find((message) => message.reader === 'everybody');
}

/** The bookings among what a person holds. */
export const bookingIdsOf = ({ people }: RecipientSource) => people.filter((id): id is BookingId => id.startsWith('bk_'));
/** The complimentary entries among what a person holds. */
export const entryIdsOf = ({ people }: RecipientSource) => people.filter((id): id is Id<'complimentary'> => id.startsWith('cp_'));

import type { BookingId, MailId, MessageRunId, RecipientId } from '@concert/contracts/core/ids';
import type { RecipientState } from '@concert/contracts/notify/recipients';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';

export const RECIPIENT_MAILS = token<RecipientMails>('RecipientMails');

/** What the latest mail to a recipient tells of them. */
export interface RecipientMail {
  readonly recipientId: RecipientId;
  readonly mailId: MailId;
  readonly state: RecipientState;
  /** Why it does not arrive, in fixed words; null where it may. */
  readonly reason: string | null;
}

/** What became of the mails of message runs. */
export interface RecipientMails {
  /** How many recipients with a mail are in each state, by run; a state with none is absent. */
  count(runIds: readonly MessageRunId[]): Promise<ReadonlyMap<MessageRunId, Readonly<Partial<Record<RecipientState, number>>>>>;
  /** Recipients of a run in one state, in the order of their ids. @param after the id that a page before ended with */
  inState(runId: MessageRunId, state: RecipientState, after: string, most: number): Promise<RecipientMail[]>;
  /** The latest mail of each of these recipients of a run who has one. */
  latest(runId: MessageRunId, recipients: readonly RecipientId[]): Promise<RecipientMail[]>;
  /**
   * Whom a run may have told: whose mail was accepted, and who was withdrawn from after an attempt whose outcome nobody knows.
   */
  told(runId: MessageRunId, transaction: ClientSession): Promise<RecipientId[]>;
  /** Bookings whose buyers read in this time that their reservation has ended. */
  readOfTheirEnd(since: Date, until: Date, transaction: ClientSession): Promise<BookingId[]>;
  /** How many mails of a run wait to be accepted. */
  countWaiting(runId: MessageRunId): Promise<number>;
  /** When the provider accepted the last mail of a run. */
  lastAccepted(runId: MessageRunId): Promise<Date | undefined>;
  /** How many people no mail of a message run reaches, and nobody has called. */
  countUnreached(): Promise<number>;
  /** Of these bookings, those whose buyers were told of the cancellation with their money. */
  toldOfCancellation(bookings: readonly BookingId[]): Promise<ReadonlySet<BookingId>>;
}

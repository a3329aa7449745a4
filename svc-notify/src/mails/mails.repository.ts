import type { BookingId, MailId, MessageRunId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Mail } from './mail.ts';

export const MAILS = token<MailsRepository>('MailsRepository');

/** The right to send one mail until the claim ends; then another process may assume that its holder died. */
export interface Claim {
  readonly mail: Mail;
  readonly token: string;
}

/** There is one mail of a kind for each cause. */
export type CauseOfMail = Pick<Mail, 'kind' | 'factId'>;

/** The position after which a list of mails continues. */
export interface MailPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface MailsRepository {
  /**
   * Stores new mails. The database refuses a second mail of the same kind for the same cause.
   * @param claims of those among them that whoever stores them sends at once
   */
  add(mails: readonly Mail[], transaction: ClientSession, claims: readonly Claim[]): Promise<void>;
  /** Those of the given causes that have a mail already. */
  posted(causes: readonly CauseOfMail[], transaction: ClientSession): Promise<readonly CauseOfMail[]>;
  byId(id: MailId, transaction?: ClientSession): Promise<Mail | undefined>;
  /** The mails that exist. */
  byIds(ids: readonly MailId[], transaction: ClientSession): Promise<readonly Mail[]>;
  /**
   * Claims the mails that have been due longest, at most `most`. Each claim counts as an attempt.
   * @param until when the claims end
   * @param held runs whose mails are left to wait
   */
  claimDue(now: Date, until: Date, token: string, most: number, held: readonly MessageRunId[]): Promise<readonly Claim[]>;
  /** Ends a claim of which nothing came: the mail waits as before, and no attempt is counted. */
  giveBack(claim: Claim): Promise<void>;
  /** Stores that the provider accepted mails. @returns the ids of those that were not marked as accepted before */
  markAccepted(mails: readonly Mail[], transaction: ClientSession): Promise<ReadonlySet<MailId>>;
  /** Stores a failed attempt, unless another process has claimed the mail since. */
  markFailed(claim: Claim, mail: Mail, transaction?: ClientSession): Promise<boolean>;
  /** Stores delivery reports in their mails. @throws when a mail was changed in between; the transaction then starts over */
  markDelivered(changes: readonly { readonly before: Mail; readonly after: Mail }[], transaction: ClientSession): Promise<void>;
  /** The latest mail that was sent again for this one, if any. */
  lastResendOf(id: MailId, transaction: ClientSession): Promise<Mail | undefined>;
  countResends(id: MailId, transaction: ClientSession): Promise<number>;
  /** Makes a waiting mail due at once, unless it is being sent now. */
  hurry(id: MailId, now: Date, transaction: ClientSession): Promise<void>;
  /** Makes the waiting mails of a message run due at once, but those that are being sent now. */
  hurryRun(runId: MessageRunId, now: Date, transaction: ClientSession): Promise<void>;
  /** Marks the trouble of this mail as seen, and that of all others with the same text to the same reader. */
  calm(mail: Mail, transaction: ClientSession): Promise<void>;
  /** Since when the oldest waiting mail waits; undefined when none waits. Without those of message runs, which may be paused. */
  oldestWaiting(): Promise<Date | undefined>;
  countTrouble(): Promise<number>;
  /** How many wait because the provider refuses our key or sender: nothing else is trouble while it waits. */
  countRefused(): Promise<number>;
  /** Whether a mail of a kind, whose cause begins with these words and a dot, was delivered. */
  hasArrived(kind: Mail['kind'], cause: string): Promise<boolean>;
  /** Newest first. */
  list(filter: {
    bookingId?: BookingId;
    trouble?: boolean;
    after?: MailPosition;
    limit: number;
  }): Promise<{ mails: Mail[]; more: boolean }>;
}

import type { BookingId, MailId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { Mail } from './mail.ts';

export const MAILS = token<MailsRepository>('MailsRepository');

/** The right to send one mail, until another process may believe its holder dead. */
export interface Claim {
  readonly mail: Mail;
  readonly token: string;
}

/** There is one mail of a kind for each cause. */
export type CauseOfMail = Pick<Mail, 'kind' | 'factId'>;

/** Where a list of mails goes on: after this one. */
export interface MailPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface MailsRepository {
  /** Stores new mails. The same kind for the same cause is stored once: a second is refused by the database. */
  add(mails: readonly Mail[], transaction: ClientSession): Promise<void>;
  /** Which of some causes have their mail. */
  posted(causes: readonly CauseOfMail[], transaction: ClientSession): Promise<readonly CauseOfMail[]>;
  byId(id: MailId, transaction?: ClientSession): Promise<Mail | undefined>;
  /** Those that exist. */
  byIds(ids: readonly MailId[], transaction: ClientSession): Promise<readonly Mail[]>;
  /** Takes the mails that are due longest, at most so many, for `leaseMs`, counted as one more attempt each. */
  claimDue(now: Date, leaseMs: number, token: string, most: number): Promise<readonly Claim[]>;
  /** Stores that the provider took mails. @returns the ids of those of which that was not known */
  markAccepted(mails: readonly Mail[], transaction: ClientSession): Promise<ReadonlySet<MailId>>;
  /** Stores a failed attempt, unless somebody else has taken the mail since. */
  markFailed(claim: Claim, mail: Mail, transaction?: ClientSession): Promise<boolean>;
  /** Stores what news of their delivery made of mails. @throws when somebody wrote in between; the transaction starts over */
  markDelivered(changes: readonly { readonly before: Mail; readonly after: Mail }[], transaction: ClientSession): Promise<void>;
  /** The mail as which another was sent again last, if it was. */
  lastResendOf(id: MailId, transaction: ClientSession): Promise<Mail | undefined>;
  countResends(id: MailId, transaction: ClientSession): Promise<number>;
  /** Makes a waiting mail due at once, unless it is being sent right now. */
  hurry(id: MailId, now: Date, transaction: ClientSession): Promise<void>;
  /** Somebody has looked: at this mail, and at whatever else carried the same words to the same reader. */
  calm(mail: Mail, transaction: ClientSession): Promise<void>;
  /** Since when the mail waits that waits longest; undefined when none does. */
  oldestWaiting(): Promise<Date | undefined>;
  countTrouble(): Promise<number>;
  /** Newest first. */
  list(filter: {
    bookingId?: BookingId;
    trouble?: boolean;
    after?: MailPosition;
    limit: number;
  }): Promise<{ mails: Mail[]; more: boolean }>;
}

import type { BookingId, MailId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { Mail, MailKind } from './mail.ts';

export const MAILS = token<MailsRepository>('MailsRepository');

/** The right to send one mail, until another process may believe its holder dead. */
export interface Claim {
  readonly mail: Mail;
  readonly token: string;
}

/** Where a list of mails goes on: after this one. */
export interface MailPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface MailsRepository {
  /** Stores a new mail. The same kind for the same cause is stored once: a second is refused by the database. */
  add(mail: Mail, transaction: ClientSession): Promise<void>;
  has(kind: MailKind, factId: string, transaction: ClientSession): Promise<boolean>;
  byId(id: MailId, transaction?: ClientSession): Promise<Mail | undefined>;
  /** Takes the mail that is due longest, for `leaseMs`, counted as one more attempt; undefined when none is due. */
  claimDue(now: Date, leaseMs: number, token: string): Promise<Claim | undefined>;
  /** Stores that the provider took a mail. @returns false when that was known already */
  markAccepted(mail: Mail, transaction: ClientSession): Promise<boolean>;
  /** Stores a failed attempt, unless somebody else has taken the mail since. */
  markFailed(claim: Claim, mail: Mail, transaction?: ClientSession): Promise<boolean>;
  /** Stores what news of its delivery made of a mail. @throws when somebody wrote in between; the transaction starts over */
  markDelivered(before: Mail, after: Mail, transaction: ClientSession): Promise<void>;
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

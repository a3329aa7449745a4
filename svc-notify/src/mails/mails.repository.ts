import type { ClientSession } from '@concert/service-kit/mongo';
import type { Mail } from './mail.ts';

export const MAILS = Symbol('Mails');

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
  /** Stores a new mail. The same kind for the same fact is stored once: a second is refused by the database. */
  add(mail: Mail, transaction: ClientSession): Promise<void>;
  /** Takes the mail that is due longest, for `leaseMs`, counted as one more attempt; undefined when none is due. */
  claimDue(now: Date, leaseMs: number, token: string): Promise<Claim | undefined>;
  /** Stores that the provider took a mail. @returns false when that was known already */
  markAccepted(mail: Mail, transaction: ClientSession): Promise<boolean>;
  /** Stores a failed attempt, unless somebody else has taken the mail since. */
  markFailed(claim: Claim, mail: Mail): Promise<boolean>;
  /** Newest first. */
  list(filter: { subjectId?: string; after?: MailPosition; limit: number }): Promise<{ mails: Mail[]; more: boolean }>;
}

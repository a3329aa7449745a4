import type { AuditEntry } from '@concert/contracts/core/audit-entry';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { Caller } from '@concert/contracts/core/route';

/** An audit entry with its place in the log. */
export interface StoredAuditEntry {
  /** Grows by one with each entry, without gaps. */
  readonly number: number;
  readonly owner: Caller;
  readonly actor: UserId | 'operator';
  readonly act: string;
  readonly subject: AuditEntry['subject'];
  readonly bookingId?: BookingId;
  readonly at: Date;
  readonly from?: string;
  readonly detail: AuditEntry['detail'];
}

/** Filters for entries; an entry has to match all of them. */
export interface AuditQuestion {
  /** Each has to be a prefix of a word of the entry: its action, subject, booking, address or actor. */
  readonly terms?: readonly string[];
  /** An entry of one of these people also matches the terms. */
  readonly actors?: readonly UserId[];
  readonly act?: string;
  /** Only entries of this person. */
  readonly actor?: UserId;
  readonly since?: Date;
  readonly until?: Date;
  /** Only entries before this number. */
  readonly before?: number;
  readonly limit: number;
}

/** What an entry that begins a new chain says was done; its `detail.brokenAt` names the break. */
export const CHAIN_BEGUN = 'audit-log.chain-begun';

export interface ChainState {
  readonly entries: number;
  /** Number of the first entry that is missing, out of order or changed since it was written: from it on, nothing proves the log. */
  readonly brokenAt?: number;
  /** First and last of the entries that nothing proves, for each break after which a new chain was begun; left out where there is none. */
  readonly breaks?: readonly { readonly from: number; readonly to: number }[];
}

import type { AuditEntry } from '@concert/contracts/core/audit-entry';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import type { Caller } from '@concert/contracts/core/route';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';

export const AUDIT = token<AuditRepository>('AuditRepository');

/** An audit entry in the order in which it was written down. */
export interface StoredAuditEntry {
  /** Grows by one with each entry; no number is ever left out. */
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

/** What entries are looked for by; all of it has to fit. */
export interface AuditQuestion {
  /** Each has to be the beginning of a word of the entry: its act, subject, booking, address or actor. */
  readonly terms?: readonly string[];
  /** Acts of these people also fit the terms. */
  readonly actors?: readonly UserId[];
  readonly act?: string;
  readonly since?: Date;
  readonly until?: Date;
  /** Entries before this number. */
  readonly before?: number;
  readonly limit: number;
}

export interface ChainState {
  readonly entries: number;
  /** Number of the first entry that is missing, out of order or not what was written. */
  readonly brokenAt?: number;
}

/** Where acts are kept: added and read, never changed or removed. */
export interface AuditRepository {
  append(act: AuditEntry, owner: Caller, transaction: ClientSession): Promise<void>;
  /** Newest first. */
  list(question: AuditQuestion): Promise<StoredAuditEntry[]>;
  /** Everything that was done about a booking, oldest first. */
  ofBooking(id: BookingId): Promise<StoredAuditEntry[]>;
  /** Reads the whole chain and compares each entry with what was written. */
  verify(): Promise<ChainState>;
}

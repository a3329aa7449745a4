import type { ComplimentaryCategory, EntryStatus } from '@concert/contracts/booking/complimentary';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Entry, EntryId } from './entry.ts';

export const ENTRIES = token<EntriesRepository>('EntriesRepository');

/** Where a page of the list begins: after this entry. */
export interface EntryPosition {
  readonly createdAt: Date;
  readonly id: EntryId;
}

export interface EntryQuestion {
  readonly group: ComplimentaryCategory;
  readonly status?: EntryStatus;
  /** Part of a name, an email or a phone number. */
  readonly search?: string;
  readonly after?: EntryPosition;
  readonly limit: number;
}

/** Stores complimentary entries. */
export interface EntriesRepository {
  byId(id: EntryId, transaction?: ClientSession): Promise<Entry | undefined>;
  /** Newest first. */
  list(question: EntryQuestion): Promise<Entry[]>;
  /** Tickets in the group that are not revoked, by normalised email. Guests without tickets are left out. */
  ticketsOf(group: ComplimentaryCategory, emails: readonly string[], transaction?: ClientSession): Promise<Map<string, number>>;
  add(entries: readonly Entry[], transaction: ClientSession): Promise<void>;
  /** Stores `after` only if the stored entry is still `before`; otherwise the transaction starts over. */
  replace(before: Entry, after: Entry, transaction: ClientSession): Promise<void>;
}

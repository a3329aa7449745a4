import type { TicketId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import { token } from '@concert/service-kit/process/provide';
import type { Admission, ArrivalCount, Conflict } from './admission.ts';

export const ADMISSIONS = token<AdmissionsRepository>('AdmissionsRepository');

/** Stores admissions and door conflicts. */
export interface AdmissionsRepository {
  /** Stores each admission whose ticket has none yet: one conditional insert decides. @returns the tickets that are new */
  admit(admissions: readonly Admission[]): Promise<Set<TicketId>>;
  /** The admissions of these tickets, by ticket. */
  inside(ticketIds: readonly TicketId[]): Promise<Map<TicketId, Admission>>;
  /** How many of these tickets are inside. */
  insideOf(ticketIds: readonly TicketId[], transaction: ClientSession): Promise<number>;
  count(): Promise<number>;
  /** The same as an estimate, at a constant cost. After a crash of the database it may be wrong for a while. */
  estimate(): Promise<number>;
  /**
   * How many came in by each door in each minute, of those stored since then, in the order of time. A minute is the scan's own, for a device
   * may have been without network; where its clock puts the scan outside of that time, it is the one in which it was stored.
   */
  arrivals(since: Date): Promise<ArrivalCount[]>;
  /** Stores conflicts; one that is already stored stays as it is. */
  note(conflicts: readonly Conflict[]): Promise<void>;
  /** Newest first. */
  conflicts(most: number): Promise<Conflict[]>;
}

import type { TicketId } from '@concert/contracts/core/ids';
import type { ClientSession } from '@concert/service-kit/mongo';
import { token } from '@concert/service-kit/provide';
import type { Admission, Conflict } from './admission.ts';

export const ADMISSIONS = token<AdmissionsRepository>('AdmissionsRepository');

/** Where it is kept who is inside. */
export interface AdmissionsRepository {
  /** Writes each admission unless its ticket has one already: one conditional insert decides. @returns the tickets that are new */
  admit(admissions: readonly Admission[]): Promise<Set<TicketId>>;
  /** The admissions of these tickets, by ticket. */
  inside(ticketIds: readonly TicketId[]): Promise<Map<TicketId, Admission>>;
  /** How many of these tickets are inside. */
  insideOf(ticketIds: readonly TicketId[], transaction: ClientSession): Promise<number>;
  count(): Promise<number>;
  /** The same at no cost however many there are; after a crash of the database it may be off for a while. */
  estimate(): Promise<number>;
  /** Keeps conflicts; one that is known is left as it was. */
  note(conflicts: readonly Conflict[]): Promise<void>;
  /** Newest first. */
  conflicts(most: number): Promise<Conflict[]>;
}

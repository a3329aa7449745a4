import type { AuditEntryView, Person } from '@concert/contracts/booking/audit';
import type { UserId } from '@concert/contracts/core/ids';
import type { StoredAuditEntry } from './audit.repository.ts';

/** Ids of the people named in entries, without duplicates. */
export function actorsOf(entries: readonly StoredAuditEntry[]): UserId[] {
  return [...new Set(entries.map(({ actor }) => actor))].filter((actor): actor is UserId => actor !== 'operator');
}

/** An entry as organisers read it. */
export function viewOf({ actor, at, ...entry }: StoredAuditEntry, people: ReadonlyMap<string, Person>): AuditEntryView {
  return { ...entry, at: at.toISOString(), by: people.get(actor) ?? { id: actor } };
}

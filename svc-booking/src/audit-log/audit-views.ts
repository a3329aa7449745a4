import type { AuditEntryView, AuditPerson } from '@concert/contracts/booking/audit';
import { idSchema, type UserId } from '@concert/contracts/core/ids';
import type { StoredAuditEntry } from './stored-audit-entry.ts';

const userId = idSchema('user');
/** Subjects that are people. */
const PEOPLE = new Set(['user', 'helper']);

/** Ids of the people who did something or to whom it was done, without duplicates. */
export function peopleIn(entries: readonly StoredAuditEntry[]): UserId[] {
  const ids = entries.flatMap(({ actor, subject }) => [actor, ...(PEOPLE.has(subject.kind) ? [subject.id] : [])]);
  return [...new Set(ids)].filter((id) => userId.safeParse(id).success) as UserId[];
}

/** An entry as organisers read it. */
export function viewOf({ actor, at, subject, ...entry }: StoredAuditEntry, people: ReadonlyMap<string, AuditPerson>): AuditEntryView {
  const about = PEOPLE.has(subject.kind) ? people.get(subject.id) : undefined;
  const name = about?.name || about?.email;
  return { ...entry, at: at.toISOString(), by: people.get(actor) ?? { id: actor }, subject: { ...subject, ...(name ? { name } : {}) } };
}

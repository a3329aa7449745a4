import type { Person } from '@concert/contracts/booking/audit';
import type { UserId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const PEOPLE = token<People>('People');

/** Names the people behind the ids in audit entries. */
export interface People {
  /** Those that are known. While svc-auth cannot be reached the result is empty, so that the log can still be read. */
  named(ids: readonly UserId[]): Promise<ReadonlyMap<string, Person>>;
  /** Ids of people whose address, or a word of whose name, begins with the term. */
  found(search: string): Promise<UserId[]>;
}

import type { Person } from '@concert/contracts/booking/audit';
import type { UserId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/provide';

export const PEOPLE = token<People>('People');

/** Who stands behind the ids that acts carry. */
export interface People {
  /** Those that are known; nobody at all while svc-auth is away, so that a log can be read without it. */
  named(ids: readonly UserId[]): Promise<ReadonlyMap<string, Person>>;
  /** Ids of those whose address, or a word of whose name, begins so. */
  found(search: string): Promise<UserId[]>;
}

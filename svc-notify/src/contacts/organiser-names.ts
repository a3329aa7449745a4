import type { Person } from '@concert/contracts/booking/audit';
import type { UserId } from '@concert/contracts/core/ids';
import { token } from '@concert/service-kit/process/provide';

export const ORGANISER_NAMES = token<OrganiserNames>('OrganiserNames');

/** Names the organisers who answered messages. */
export interface OrganiserNames {
  /** Each of them; with the id alone where the account is gone or svc-auth cannot be reached, so that the messages can still be read. */
  of(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, Person>>;
}

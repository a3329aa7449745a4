import { authRoutes } from '@concert/contracts/auth/http';
import type { AuditPerson } from '@concert/contracts/booking/audit';
import type { UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { Log } from '@concert/service-kit/process/log';

/** Names the organisers who answered messages. Asks svc-auth: names are stored only there, so an erased account is erased here as well. A page of messages has 100 at most. */
export class HttpOrganiserNames {
  constructor(
    private readonly auth: InternalClient,
    private readonly log: Log,
  ) {}

  /** Each of them; with the id alone where the account is gone or svc-auth cannot be reached, so that the messages can still be read. */
  async of(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, AuditPerson>> {
    const people = new Map<UserId, AuditPerson>(ids.map((id) => [id, { id }]));
    if (people.size === 0) return people;
    try {
      const named = await this.auth.call(authRoutes.namePeople, { body: { ids: [...people.keys()] } });
      for (const person of named.people) people.set(person.id, person);
    } catch (error) {
      this.log.warn('organisers could not be named', { dependency: 'svc-auth' }, error);
    }
    return people;
  }
}

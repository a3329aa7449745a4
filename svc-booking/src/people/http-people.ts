import { authRoutes } from '@concert/contracts/auth/http';
import type { AuditPerson } from '@concert/contracts/booking/audit';
import type { UserId } from '@concert/contracts/core/ids';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { Log } from '@concert/service-kit/process/log';

const AT_ONCE = 100;

/** Asks svc-auth: names and addresses are stored only there, so an erased account is erased here as well. */
export class HttpPeople {
  constructor(
    private readonly auth: InternalClient,
    private readonly log: Log,
  ) {}

  /** Those that are known. While svc-auth cannot be reached the result is empty, so that the log can still be read. */
  async named(ids: readonly UserId[]): Promise<ReadonlyMap<string, AuditPerson>> {
    const known = new Map<string, AuditPerson>();
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const people = await this.ask({ ids: ids.slice(from, from + AT_ONCE) });
      for (const person of people) known.set(person.id, person);
    }
    return known;
  }

  /** Ids of people whose address, or a word of whose name, begins with the term. */
  async found(search: string): Promise<UserId[]> {
    return (await this.ask({ search })).map(({ id }) => id);
  }

  private async ask(body: { ids: UserId[] } | { search: string }) {
    try {
      return (await this.auth.call(authRoutes.namePeople, { body })).people;
    } catch (error) {
      this.log.warn('people could not be named', { dependency: 'svc-auth' }, error);
      return [];
    }
  }
}

import type { UserId } from '@concert/contracts/core/ids';
import { searchTerms } from '@concert/contracts/core/search-words';
import type { MongoHelperLinks } from '../helper-links/mongo-helper-links.ts';
import type { User } from './user.ts';
import type { MongoUsers } from './mongo-users.ts';

const MOST = 100;

/** Tells organisers of the other services who is behind an id: names and addresses are stored nowhere else. */
export class NamePeople {
  constructor(
    private readonly users: MongoUsers,
    private readonly helpers: Pick<MongoHelperLinks, 'byIds'>,
  ) {}

  /** Those of the ids that have an account or stand at the door without one, or those that a search finds, at most 100. */
  async find(asked: { readonly ids: readonly UserId[] } | { readonly search: string }): Promise<Pick<User, 'id' | 'name' | 'email'>[]> {
    if (!('ids' in asked)) return (await this.matching(asked.search)).map(({ id, name, email }) => ({ id, name, email }));
    const [users, helpers] = await Promise.all([this.users.byIds(asked.ids), this.helpers.byIds(asked.ids)]);
    return [...users.map(({ id, name, email }) => ({ id, name, email })), ...helpers.map(({ id, name }) => ({ id, name, email: '' }))];
  }

  private async matching(search: string): Promise<User[]> {
    const terms = searchTerms(search);
    return terms.length === 0 ? [] : this.users.page({ terms, limit: MOST });
  }
}

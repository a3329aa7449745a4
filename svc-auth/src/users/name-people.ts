import type { UserId } from '@concert/contracts/core/ids';
import { searchTerms } from '@concert/contracts/core/search-words';
import type { User } from './user.ts';
import type { UsersRepository } from './users.repository.ts';

const MOST = 100;

/** Tells organisers of the other services who is behind an id: names and addresses are stored nowhere else. */
export class NamePeople {
  constructor(private readonly users: UsersRepository) {}

  /** Those of the ids that have an account, or those that a search finds, at most 100. */
  async find(asked: { readonly ids: readonly UserId[] } | { readonly search: string }): Promise<Pick<User, 'id' | 'name' | 'email'>[]> {
    const found = 'ids' in asked ? await this.users.byIds(asked.ids) : await this.matching(asked.search);
    return found.map(({ id, name, email }) => ({ id, name, email }));
  }

  private async matching(search: string): Promise<User[]> {
    const terms = searchTerms(search);
    return terms.length === 0 ? [] : this.users.page({ terms, limit: MOST });
  }
}

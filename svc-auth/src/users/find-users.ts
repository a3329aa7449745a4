import type { UserRow } from '@concert/contracts/auth/users';
import { idSchema, type UserId } from '@concert/contracts/core/ids';
import type { Page } from '@concert/contracts/core/pagination';
import { unknownCursor } from '@concert/service-kit/http/cursor';
import { searchTerms } from '@concert/contracts/core/search-words';
import { rowOf } from './profile.ts';
import type { MongoUsers } from './mongo-users.ts';
import { isConfiguredAdmin, type User } from './user.ts';
import type { MongoHelperLinks } from '../helper-links/mongo-helper-links.ts';

const PAGE = 25;

const MOST = 100;

/** Lists users for those who run the site, and names them to the other services. */
export class FindUsers {
  constructor(
    private readonly users: MongoUsers,
    private readonly adminEmailKey: string | undefined,
    private readonly helpers: Pick<MongoHelperLinks, 'byIds'>,
  ) {}

  /**
   * @param query.cursor the last user of the page before: an id, so that no email address stands in a URL
   * @throws DomainError `request.invalid` when the cursor is none of ours
   */
  async list({
    search = '',
    cursor,
    limit = PAGE,
  }: {
    readonly search?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<Page<UserRow>> {
    const after = cursor === undefined ? undefined : await this.after(cursor);
    const afterTeam = after !== undefined && after.role === 'buyer' && !isConfiguredAdmin(after, this.adminEmailKey);
    const terms = searchTerms(search);
    // Characters that no word can begin with find nobody, not everybody.
    if (terms.length === 0 && search.trim() !== '') return { items: [] };
    const page = (has: boolean, most: number, afterEmailKey: string | undefined) =>
      this.users.page({ terms, team: { has, adminEmailKey: this.adminEmailKey }, limit: most, afterEmailKey });
    const team = afterTeam ? [] : await page(true, limit + 1, after?.emailKey);
    const others = team.length > limit ? [] : await page(false, limit + 1 - team.length, afterTeam ? after.emailKey : undefined);
    const found = [...team, ...others];
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return { items: shown.map((user) => rowOf(user, this.adminEmailKey)), ...(found.length > limit && last ? { next: last.id } : {}) };
  }

  /** Everybody who is an organiser or admin now. */
  async organisers(): Promise<{ id: UserId; email: string }[]> {
    return (await this.users.organisers(this.adminEmailKey)).map(({ id, email }) => ({ id, email }));
  }

  private async after(cursor: string): Promise<User> {
    const id = idSchema('user').safeParse(cursor);
    const user = id.success ? await this.users.byId(id.data) : undefined;
    if (!user) throw unknownCursor();
    return user;
  }

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

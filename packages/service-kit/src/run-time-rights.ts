import type { Connection } from 'mongoose';
import { kitCollections } from './kit-collections.ts';
import { migrationsCollection } from './store/internal/migrations.schema.ts';

type Db = NonNullable<Connection['db']>;

/** Role of the service's own account. Whoever makes the accounts makes it, without rights (packages/machine-kit/src/database-accounts.ts). */
const RUN_TIME_ROLE = 'run-time';
const ADD = ['find', 'listIndexes', 'insert'] as const;
const CHANGE = [...ADD, 'update', 'remove'] as const;
/** MongoDB's code for what an account may not do. */
const UNAUTHORIZED = 13;

interface Privilege {
  readonly resource: { readonly db: string; readonly collection: string };
  readonly actions: readonly string[];
}

/** A collection, as far as rights depend on it. */
interface Protected {
  readonly name: string;
  readonly appendOnly: boolean;
}

/**
 * Gives the run-time account its rights on the collections of a service and of this kit: to read and add, and to change and remove where
 * a collection is not append-only. It gets no right to make, drop or rename anything, and none on `migrations`. What it may do with a
 * collection that is not declared any more stays, because the previous version may still run.
 * @returns `kept` when the rights are as declared now; `no role` where the database has no accounts of this kind; `not ours` where they
 * are somebody else's to give
 */
export async function keepRunTimeRights(db: Db, collections: readonly Protected[]): Promise<'kept' | 'no role' | 'not ours'> {
  const held = await privilegesHeld(db);
  if (typeof held === 'string') return held;
  const wanted = [...kitCollections, ...collections]
    .filter(({ name }) => name !== migrationsCollection.name)
    .map(({ name, appendOnly }): Privilege => ({
      resource: { db: db.databaseName, collection: name },
      actions: appendOnly ? ADD : CHANGE,
    }));
  // How full the disk is.
  wanted.push({ resource: { db: db.databaseName, collection: '' }, actions: ['dbStats'] });
  const surplus = wanted.flatMap(({ resource, actions }): Privilege[] => {
    const beyond = (held.get(resource.collection) ?? []).filter((action) => !actions.includes(action));
    return beyond.length > 0 ? [{ resource, actions: beyond }] : [];
  });
  await db.command({ grantPrivilegesToRole: RUN_TIME_ROLE, privileges: wanted });
  if (surplus.length > 0) await db.command({ revokePrivilegesFromRole: RUN_TIME_ROLE, privileges: surplus });
  return 'kept';
}

/** Actions by collection. */
async function privilegesHeld(db: Db): Promise<ReadonlyMap<string, readonly string[]> | 'no role' | 'not ours'> {
  try {
    const { roles } = (await db.command({ rolesInfo: RUN_TIME_ROLE, showPrivileges: true })) as unknown as {
      roles: { privileges: Privilege[] }[];
    };
    const [role] = roles;
    return role ? new Map(role.privileges.map(({ resource, actions }) => [resource.collection, actions])) : 'no role';
  } catch (error) {
    if ((error as { code?: number }).code === UNAUTHORIZED) return 'not ours';
    throw error;
  }
}

import type mongoose from 'mongoose';

type MongoClient = InstanceType<typeof mongoose.mongo.MongoClient>;
type Db = ReturnType<MongoClient['db']>;

/** Named alike in packages/service-kit/src/run-time-rights.ts, by which migrations give it rights. */
const RUN_TIME_ROLE = 'run-time';
const MIGRATION_ROLE = 'migration';

/** A database account. */
export interface Account {
  readonly user: string;
  readonly password: string;
}

/** Whose accounts a service's database has. */
export interface DatabaseAccounts {
  /** What the running service uses: it reads and writes the service's collections, and changes no form and no record (0050). */
  readonly runTime: Account;
  /** The account of the service's migrations, and of an operator. */
  readonly migration: Account;
}

/** The accounts of a service, by the passwords they have. */
export function databaseAccountsOf(service: string, passwords: { readonly runTime: string; readonly migration: string }): DatabaseAccounts {
  return {
    runTime: { user: service, password: passwords.runTime },
    migration: { user: `${service}-migration`, password: passwords.migration },
  };
}

/**
 * Gives a service's database its two accounts, which have no rights elsewhere. The run-time account has none at all until the service's
 * migrations have run. Done again, it changes nothing but passwords that differ.
 * @param client of an administrator
 */
export async function putDatabaseAccounts(client: MongoClient, database: string, { runTime, migration }: DatabaseAccounts): Promise<void> {
  const db = client.db(database);
  if (!(await roleExists(db, RUN_TIME_ROLE))) await db.command({ createRole: RUN_TIME_ROLE, privileges: [], roles: [] });
  await db.command({
    [(await roleExists(db, MIGRATION_ROLE)) ? 'updateRole' : 'createRole']: MIGRATION_ROLE,
    privileges: [{ resource: { db: database, collection: '' }, actions: ['viewRole', 'grantRole', 'revokeRole'] }],
    roles: ['readWrite', 'dbAdmin'].map((role) => ({ role, db: database })),
  });
  await putUser(db, runTime, RUN_TIME_ROLE);
  await putUser(db, migration, MIGRATION_ROLE);
}

async function roleExists(db: Db, role: string): Promise<boolean> {
  const { roles } = (await db.command({ rolesInfo: role })) as unknown as { roles: unknown[] };
  return roles.length > 0;
}

/** Makes an account with one role of the database, or changes its password and role. */
export async function putUser(db: Db, { user, password }: Account, role: string): Promise<void> {
  const { users } = (await db.command({ usersInfo: user })) as unknown as { users: unknown[] };
  const roles = [{ role, db: db.databaseName }];
  await db.command({ [users.length > 0 ? 'updateUser' : 'createUser']: user, pwd: password, roles });
}

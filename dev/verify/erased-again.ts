import { collectionsWithText } from '@concert/test-kit/collections-with-text';
import { until } from '@concert/test-kit/until';
import mongoose, { type Connection } from 'mongoose';
import { SiteClient, valueOf, type Buyer } from '@concert/test-kit/site-client';
import { withDatabases } from '../system/databases.ts';
import { Progress } from '../system/progress.ts';
import { SERVICES } from '@concert/machine-kit/rooms';

type Databases = Readonly<Record<string, Connection>>;

const WITHIN = { withinMs: 90_000, everyMs: 200 };

const rows = (databases: Databases, name: string) => databases['auth']!.collection<{ _id: string; [field: string]: unknown }>(name);

/** Has somebody erase themselves. @returns ids of the documents that go with them */
export async function eraseOne(site: string, databases: Databases, person: Buyer): Promise<readonly string[]> {
  const user = (await rows(databases, 'users').findOne({ email: person.email }))!;
  const sessions = await rows(databases, 'sessions').find({ userId: user._id }).toArray();
  const booking = databases['booking']!;
  const bookings = await booking.collection<{ _id: string }>('reserve-your-seat').find({ userId: user._id }).toArray();
  // What the site answered to a reservation holds the name.
  const answers = await booking
    .collection<{ _id: string }>('idempotency-keys')
    .find({ 'answer.id': { $in: bookings.map(({ _id }) => _id) } })
    .toArray();
  valueOf('An erasure', await new SiteClient(site, person).auth.eraseAccount({ body: { confirmation: 'ERASE' } }));
  await allReported(databases);
  return [user._id, ...[...sessions, ...answers].map(({ _id }) => _id)];
}

/** Waits until every service has erased whoever was to be erased. */
export async function allReported(databases: Databases): Promise<void> {
  await until(
    'every service has erased them',
    () => rows(databases, 'erasures').countDocuments({ republishAt: { $type: 'date' } }),
    0,
    WITHIN,
  );
}

/** Which collections name somebody. */
export async function collectionsNaming(databases: Databases, email: string): Promise<string[]> {
  return (await Promise.all(Object.values(databases).map((database) => collectionsWithText(database, [email])))).flat();
}

/** The same, of a system that does not run. */
export function collectionsNamingAtRest(dataFolder: string, env: NodeJS.ProcessEnv, email: string): Promise<string[]> {
  return withDatabases({ dataFolder, env, progress: new Progress(false) }, async (mongoUrl) => {
    const found: string[] = [];
    for (const name of SERVICES) {
      const database = await mongoose.createConnection(mongoUrl(name), { serverSelectionTimeoutMS: 10_000 }).asPromise();
      found.push(...(await collectionsNaming({ [name]: database }, email)));
      await database.close();
    }
    return found;
  });
}

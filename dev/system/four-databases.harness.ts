import { afterAll, beforeAll } from '@jest/globals';
import { openTestRoom } from '@concert/test-kit/servers';
import mongoose, { type Connection } from 'mongoose';

export const NAMES = ['auth', 'booking', 'payment', 'notify'] as const;

/** The databases of the four services on a test server, for all tests of a file. */
export function useDatabases() {
  const room = openTestRoom();
  const databases: Record<string, Connection> = {};
  beforeAll(async () => {
    const root = await mongoose.createConnection(room.mongoUrl).asPromise();
    databases['auth'] = root;
    for (const name of NAMES.slice(1)) databases[name] = root.useDb(`${root.name}-${name}`);
  });
  afterAll(async () => {
    for (const name of NAMES.slice(1)) await databases[name]?.dropDatabase();
    await databases['auth']?.close();
    await room.close();
  });
  const rows = (database: string, name: string) => databases[database]!.collection<{ _id: string; [field: string]: unknown }>(name);
  return { databases, rows };
}

import { readFileSync } from 'node:fs';
import { putDatabaseAccounts, type DatabaseAccounts } from '@concert/machine-kit/database-accounts';
import mongoose from 'mongoose';

/*
 * One-shot job of docker-compose.yml: makes the replica set where there is none, and gives the database of each service its two
 * accounts, one for the service and one for its migrations. Run again, it changes nothing but passwords that differ.
 */

const HOST = process.env.MONGO_HOST ?? 'mongo:27017';
const FOLDER = process.env.SECRETS_FOLDER ?? '/secrets';
const READY_WITHIN_MS = 60_000;

const rootPassword = readFileSync(`${FOLDER}/root-password`, 'utf8');
const databases = JSON.parse(readFileSync(`${FOLDER}/accounts.json`, 'utf8')) as Record<string, DatabaseAccounts>;

const client = new mongoose.mongo.MongoClient(`mongodb://${HOST}/?directConnection=true`, {
  auth: { username: 'root', password: rootPassword },
  authSource: 'admin',
  serverSelectionTimeoutMS: READY_WITHIN_MS,
});

try {
  const admin = client.db('admin');
  await admin.command({ replSetGetStatus: 1 }).catch(async (error: { codeName?: string }) => {
    if (error.codeName !== 'NotYetInitialized') throw error;
    await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: HOST }] } });
  });
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
    if (Date.now() > deadline) throw new Error('MongoDB did not become writable within a minute.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  for (const [database, accounts] of Object.entries(databases)) await putDatabaseAccounts(client, database, accounts);
  console.log(`MongoDB is writable; the accounts of ${Object.keys(databases).join(', ')} are in place.`);
} finally {
  await client.close();
}

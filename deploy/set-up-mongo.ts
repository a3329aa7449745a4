import { readFileSync } from 'node:fs';
import mongoose from 'mongoose';

/*
 * One-shot job of docker-compose.yml: makes the replica set where there is none, and gives each service an account with all
 * rights on its own database and none elsewhere. Run again, it changes nothing but passwords that differ.
 */

const HOST = process.env.MONGO_HOST ?? 'mongo:27017';
const FOLDER = process.env.SECRETS_FOLDER ?? '/secrets';
const READY_WITHIN_MS = 60_000;

const rootPassword = readFileSync(`${FOLDER}/root-password`, 'utf8');
const services = JSON.parse(readFileSync(`${FOLDER}/services.json`, 'utf8')) as Record<string, string>;

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
  for (const [name, password] of Object.entries(services)) {
    const databaseName = name.replace('svc-', '');
    const database = client.db(databaseName);
    const { users } = (await database.command({ usersInfo: name })) as { users: unknown[] };
    const roles = ['readWrite', 'dbAdmin'].map((role) => ({ role, db: databaseName }));
    await database.command({ [users.length > 0 ? 'updateUser' : 'createUser']: name, pwd: password, roles });
  }
  console.log(`MongoDB is writable; accounts of ${Object.keys(services).join(', ')} are in place.`);
} finally {
  await client.close();
}

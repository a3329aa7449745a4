import { randomIds, systemClock } from '@concert/service-kit/process/clock';
import { runCommand } from '@concert/service-kit/store/command';
import { Transactions } from '@concert/service-kit/store/mongo';
import { databaseSettings, readSettings, SettingsError } from '@concert/service-kit/process/settings';
import { z } from 'zod';
import { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { MongoAccountTraces } from '../erasures/mongo-account-traces.ts';
import { EndSampleAccounts } from '../erasures/end-sample-accounts.ts';
import { AddVerifiedAccounts, verifiedAccountsSchema } from '../users/add-verified-accounts.ts';

const accounts = z.string().transform((text, context) => {
  try {
    return verifiedAccountsSchema.parse(JSON.parse(text));
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'must be a JSON list of {email, name, password, role}, each password as strong as one that people may choose',
    });
    return z.NEVER;
  }
});

/** Whether real money is taken. */
const paymentsLive = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((value) => value === 'true');

function read() {
  const settings = readSettings({ ...databaseSettings, SEED_ACCOUNTS: accounts, PAYMENTS_LIVE: paymentsLive });
  if (settings.PAYMENTS_LIVE && settings.SEED_ACCOUNTS.length > 0)
    throw new SettingsError([
      {
        setting: 'SEED_ACCOUNTS',
        fault: 'must be [] where real money is taken: accounts are made by signing up, the first admin by ADMIN_EMAIL',
      },
    ]);
  return settings;
}

await runCommand('svc-auth', 'the accounts could not be made', read, async (connection, settings) => {
  const users = new MongoUsers(connection);
  const transactions = new Transactions(connection);
  if (settings.PAYMENTS_LIVE) {
    const ended = await new EndSampleAccounts(users, new MongoAccountTraces(connection), transactions).end();
    process.stdout.write(`svc-auth: ${ended} sample accounts ended\n`);
  } else {
    const seeding = new AddVerifiedAccounts(users, new Argon2Passwords(), transactions, systemClock, randomIds);
    process.stdout.write(`svc-auth: ${await seeding.add(settings.SEED_ACCOUNTS)} accounts made\n`);
  }
});

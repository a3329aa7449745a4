import { randomIds, systemClock } from '@concert/service-kit/clock';
import { createMongo, openForCommand, Transactions } from '@concert/service-kit/mongo';
import { databaseSettings, readSettings, SettingsError } from '@concert/service-kit/settings';
import { z } from 'zod';
import { Argon2Passwords } from '../passwords/argon2-passwords.ts';
import { MongoUsersRepository } from '../users/mongo-users.repository.ts';
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

const connection = createMongo();
try {
  const settings = readSettings({ ...databaseSettings, SEED_ACCOUNTS: accounts });
  await openForCommand(connection, settings);
  const seeding = new AddVerifiedAccounts(
    new MongoUsersRepository(connection),
    new Argon2Passwords(),
    new Transactions(connection),
    systemClock,
    randomIds,
  );
  process.stdout.write(`svc-auth: ${await seeding.add(settings.SEED_ACCOUNTS)} accounts made\n`);
} catch (error) {
  process.stderr.write(
    error instanceof SettingsError
      ? `${error.message}\n`
      : `svc-auth: the accounts could not be made (${error instanceof Error ? error.name : 'unknown fault'})\n`,
  );
  process.exitCode = 1;
} finally {
  await connection.close();
}

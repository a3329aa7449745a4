import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import type { Account } from '@concert/machine-kit/database-accounts';
import { identitySettings } from '@concert/machine-kit/key-pairs';
import { databaseAccounts, DATABASES } from '../dev/system/database-accounts.ts';
import { identityPairs, signingSettings } from '../dev/system/process-settings.ts';
import { SERVICES } from '@concert/machine-kit/rooms';
import { assertKeyOpens, takeSecrets } from '../dev/system/sealed-secrets.ts';
import { keepSecrets, type Secrets } from '../dev/system/secrets.ts';
import { putSecret, SECRETS_ROOT, STORE_USER } from './secret-files.ts';

/*
 * One-shot job of docker-compose.yml: makes every secret of a new installation and lays each into the volume of the
 * one process that needs it. What was made is kept in a volume that only the jobs mount, so that a second run changes nothing. In place of an
 * installation that is gone, beside whose backups its secrets lie, it takes those.
 */

const made = path.join(SECRETS_ROOT, 'made');
const backups = process.env.BACKUPS ?? '/backups';
let secrets: Secrets;
let backupKey: string;
try {
  if (await takeSecrets(backups, made, process.env.BACKUP_KEY)) console.log('The secrets that lie beside the backups are taken.');
  secrets = await keepSecrets(made);
  backupKey = process.env.BACKUP_KEY || secrets.backupKey;
  await assertKeyOpens(backups, backupKey);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`${error.message}\n  Next: ${error.next}`);
  process.exit(1);
}

const pairs = identityPairs(secrets);
for (const name of Object.keys(pairs)) {
  const { IDENTITY_PRIVATE_KEY, IDENTITY_PUBLIC_KEYS } = identitySettings(name, pairs);
  putSecret(`${name}/identity-private-key`, IDENTITY_PRIVATE_KEY);
  putSecret(`${name}/identity-public-keys`, IDENTITY_PUBLIC_KEYS);
  putSecret(`${name}/pseudonym-key`, secrets.pseudonymKey);
}
for (const name of SERVICES) {
  const database = DATABASES[name];
  const { runTime, migration } = databaseAccounts(secrets, name);
  const mongoUrl = ({ user, password }: Account) =>
    `mongodb://${user}:${password}@mongo:27017/${database}?replicaSet=rs0&authSource=${database}`;
  putSecret(`${name}/mongo-url`, mongoUrl(runTime));
  putSecret(`${name}-migration/mongo-url`, mongoUrl(migration));
  putSecret(`${name}/rabbitmq-url`, `amqp://${name}:${secrets.rabbit[name]}@rabbitmq:5672`);
}
const keys = signingSettings(secrets);
putSecret('svc-auth/link-keys', keys.AUTH_LINK_KEYS);
putSecret('svc-booking/ticket-signing-keys', keys.TICKET_SIGNING_KEYS);
putSecret('svc-payment/refund-link-keys', keys.REFUND_LINK_KEYS);
putSecret('rabbitmq/password', secrets.rabbitAdministrator, STORE_USER);
putSecret('rabbitmq-setup/administrator-password', secrets.rabbitAdministrator);
putSecret('rabbitmq-setup/services.json', JSON.stringify(secrets.rabbit));
putSecret('mongo/keyfile', secrets.mongoKeyFile, STORE_USER);
putSecret('mongo/root-password', secrets.mongoRoot, STORE_USER);
putSecret('upkeep/backup-key', backupKey);
putSecret('mongo-setup/root-password', secrets.mongoRoot);
putSecret(
  'mongo-setup/accounts.json',
  JSON.stringify(Object.fromEntries(SERVICES.map((name) => [DATABASES[name], databaseAccounts(secrets, name)]))),
);

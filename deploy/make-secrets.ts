import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Account } from '@concert/machine-kit/database-accounts';
import { identitySettings } from '@concert/machine-kit/key-pairs';
import { databaseAccounts, DATABASES } from '../dev/system/database-accounts.ts';
import { passkeysDemanded } from '../dev/system/live-keys.ts';
import { identityPairs, signingSettings } from '../dev/system/process-settings.ts';
import { SERVICES } from '../dev/system/rooms.ts';
import { keepSecrets, typeablePassword } from '../dev/system/secrets.ts';
import { demandDigests } from './image-pins.ts';
import { providerAddresses, accountsOf } from './installation.ts';

/*
 * One-shot job of docker-compose.yml: makes every secret of a new installation and lays each into the volume of the
 * one process that needs it. What was made is kept in a volume nobody else mounts, so that a second run changes nothing.
 */

const ROOT = process.env.SECRETS_FOLDER ?? '/secrets';
/** Users of the images: services run as `node`, MongoDB and RabbitMQ as a user of this number; MongoDB refuses a key file that is not its own. */
const NODE_USER = 1000;
const STORE_USER = 999;

function put(file: string, text: string, user = NODE_USER): void {
  const place = join(ROOT, file);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text, { mode: 0o400 });
  chownSync(place, user, user);
}

demandDigests(process.env);
const secrets = await keepSecrets(join(ROOT, 'made'));

const pairs = identityPairs(secrets);
for (const name of Object.keys(pairs)) {
  const { IDENTITY_PRIVATE_KEY, IDENTITY_PUBLIC_KEYS } = identitySettings(name, pairs);
  put(`${name}/identity-private-key`, IDENTITY_PRIVATE_KEY);
  put(`${name}/identity-public-keys`, IDENTITY_PUBLIC_KEYS);
  put(`${name}/pseudonym-key`, secrets.pseudonymKey);
}
const keys = signingSettings(secrets);
for (const name of SERVICES) {
  const database = DATABASES[name];
  const { runTime, migration } = databaseAccounts(secrets, name);
  const mongoUrl = ({ user, password }: Account) =>
    `mongodb://${user}:${password}@mongo:27017/${database}?replicaSet=rs0&authSource=${database}`;
  put(`${name}/mongo-url`, mongoUrl(runTime));
  put(`${name}-migration/mongo-url`, mongoUrl(migration));
  put(`${name}/rabbitmq-url`, `amqp://${name}:${secrets.rabbit[name]}@rabbitmq:5672`);
}
put('svc-auth/link-keys', keys.AUTH_LINK_KEYS);
put('svc-auth/google-client-secret', process.env.GOOGLE_CLIENT_SECRET || secrets.googleSecret);
put('svc-booking/ticket-signing-keys', keys.TICKET_SIGNING_KEYS);
put('svc-booking/audit-signing-keys', keys.AUDIT_SIGNING_KEYS);
const { stripe, sendgrid, google } = providerAddresses(process.env);
put('svc-payment/stripe-api-url', stripe);
put('svc-notify/sendgrid-api-url', sendgrid);
put('svc-auth/google-issuer', google);
put('svc-auth/passkeys-demanded', passkeysDemanded(process.env));
put('svc-payment/stripe-secret-key', process.env.STRIPE_SECRET_KEY || secrets.stripeKey);
put('svc-payment/refund-link-keys', keys.REFUND_LINK_KEYS);
put('svc-payment/stripe-webhook-secrets', process.env.STRIPE_WEBHOOK_SECRETS || secrets.stripeWebhook);
put('svc-notify/link-keys', keys.NOTIFY_LINK_KEYS);
put('svc-notify/sendgrid-event-public-keys', process.env.SENDGRID_EVENT_PUBLIC_KEYS || secrets.mailEvents.publicKey);
put('svc-notify/sendgrid-api-key', process.env.SENDGRID_API_KEY || secrets.sendgridKey);
put('standins/webhook-secret', secrets.stripeWebhook);
put('standins/mail-event-key', secrets.mailEvents.privateKey);
put('standins/google-client-secret', secrets.googleSecret);
put('rabbitmq/password', secrets.rabbitAdministrator, STORE_USER);
put('rabbitmq-setup/administrator-password', secrets.rabbitAdministrator);
put('rabbitmq-setup/services.json', JSON.stringify(secrets.rabbit));
put('mongo/keyfile', secrets.mongoKeyFile, STORE_USER);
put('mongo/root-password', secrets.mongoRoot, STORE_USER);
put('mongo-setup/root-password', secrets.mongoRoot);
put(
  'mongo-setup/accounts.json',
  JSON.stringify(Object.fromEntries(SERVICES.map((name) => [DATABASES[name], databaseAccounts(secrets, name)]))),
);

const accounts = accountsOf(process.env, (role) => {
  const kept = `made/sample-password-${role}`;
  if (!existsSync(join(ROOT, kept))) put(kept, typeablePassword(), 0);
  return readFileSync(join(ROOT, kept), 'utf8');
});
put('accounts/accounts.json', JSON.stringify(accounts));
console.log(
  accounts.length > 0
    ? `Sample accounts:\n${accounts.map(({ email, password }) => `  ${email.padEnd(24)} ${password}`).join('\n')}`
    : 'No sample accounts (SAMPLE_ACCOUNTS=true makes them).',
);

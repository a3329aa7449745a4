import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/*
 * One-shot job of docker-compose.yml: makes every secret of a new installation and lays each into the volume of the
 * one process that needs it. What was made is remembered in a volume nobody else mounts, so that a second run changes nothing.
 */

const ROOT = process.env.SECRETS_FOLDER ?? '/secrets';
const NODE_USER = 1000;
const MONGO_USER = 999;
const SIGNERS = ['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify'] as const;
const SERVICES = SIGNERS.filter((name) => name.startsWith('svc-'));

interface Made {
  /** Base64 PKCS 8 and SPKI of each signing process. */
  readonly identities: Record<string, { readonly privateKey: string; readonly publicKey: string }>;
  readonly ticketKey: string;
  readonly mongo: { readonly keyFile: string; readonly root: string; readonly services: Record<string, string> };
  readonly rabbitmq: string;
  readonly webhook: string;
}

function ed25519(): { privateKey: string; publicKey: string } {
  const pair = generateKeyPairSync('ed25519', { privateKeyEncoding: { format: 'der', type: 'pkcs8' }, publicKeyEncoding: { format: 'der', type: 'spki' } });
  return { privateKey: pair.privateKey.toString('base64'), publicKey: pair.publicKey.toString('base64') };
}

function password(): string {
  return randomBytes(24).toString('hex');
}

function make(): Made {
  return {
    identities: Object.fromEntries(SIGNERS.map((name) => [name, ed25519()])),
    ticketKey: ed25519().privateKey,
    mongo: { keyFile: randomBytes(500).toString('base64'), root: password(), services: Object.fromEntries(SERVICES.map((name) => [name, password()])) },
    rabbitmq: password(),
    webhook: `whsec_${randomBytes(24).toString('hex')}`,
  };
}

function put(file: string, text: string, user: number): void {
  const place = join(ROOT, file);
  mkdirSync(dirname(place), { recursive: true });
  // Written under a new file each time: the old one is read-only, and its reader may be running.
  writeFileSync(place, text, { mode: 0o600 });
  chownSync(place, user, user);
}

const record = join(ROOT, 'made/made.json');
const made: Made = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Made) : make();
put('made/made.json', JSON.stringify(made), 0);

const publicKeys = JSON.stringify(Object.fromEntries(Object.entries(made.identities).map(([name, { publicKey }]) => [name, publicKey])));
for (const [name, { privateKey }] of Object.entries(made.identities)) {
  put(`${name}/identity-private-key`, privateKey, NODE_USER);
  put(`${name}/identity-public-keys`, publicKeys, NODE_USER);
}
for (const [name, secret] of Object.entries(made.mongo.services)) {
  put(`${name}/mongo-url`, `mongodb://${name}:${secret}@mongo:27017/${name}?replicaSet=rs0&authSource=${name}`, NODE_USER);
  put(`${name}/rabbitmq-url`, `amqp://concert:${made.rabbitmq}@rabbitmq:5672`, NODE_USER);
}
put('svc-booking/ticket-signing-key', made.ticketKey, NODE_USER);
put('svc-payment/stripe-secret-key', process.env.STRIPE_SECRET_KEY || 'sk_test_standin', NODE_USER);
put('svc-payment/stripe-webhook-secrets', process.env.STRIPE_WEBHOOK_SECRETS || made.webhook, NODE_USER);
put('svc-notify/sendgrid-api-key', process.env.SENDGRID_API_KEY || 'SG.standin', NODE_USER);
put('standins/webhook-secret', made.webhook, NODE_USER);
put('rabbitmq/password', made.rabbitmq, 0);
put('mongo/keyfile', made.mongo.keyFile, MONGO_USER);
put('mongo/root-password', made.mongo.root, 0);
put('mongo-setup/root-password', made.mongo.root, NODE_USER);
put('mongo-setup/services.json', JSON.stringify(made.mongo.services), NODE_USER);
console.log('The secrets are in their volumes.');

import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeKeyPair, type KeyPair } from '@concert/machine-kit/key-pairs';
import { makeLinkKey, newRing, type KeyRings, type Ring } from './key-rings.ts';
import { perService, type ServiceName } from '@concert/machine-kit/rooms';

/** Everything secret that a local system needs. Made once and kept, so that sessions, tickets and data stay valid. */
export interface Secrets extends KeyRings {
  readonly identityKeys: Readonly<Record<'gateway' | ServiceName, Ring<KeyPair>>>;
  /** Key of the hashes that stand for addresses. */
  readonly pseudonymKey: string;
  readonly mongoKeyFile: string;
  readonly mongoRoot: string;
  readonly mongo: Readonly<Record<ServiceName, string>>;
  readonly mongoMigration: Readonly<Record<ServiceName, string>>;
  readonly rabbitAdministrator: string;
  readonly rabbit: Readonly<Record<ServiceName, string>>;
  readonly stripeKey: string;
  readonly stripeWebhook: string;
  readonly sendgridKey: string;
  /** Signs what the mail stand-in reports about mails, as the provider does. */
  readonly mailEvents: KeyPair;
  readonly googleSecret: string;
  readonly samplePassword: string;
  /** Backups are encrypted with it: 64 hexadecimal digits. */
  readonly backupKey: string;
}

/** Reads the secrets of a data folder, making them the first time. */
export async function keepSecrets(folder: string): Promise<Secrets> {
  const file = path.join(folder, 'secrets.json');
  await mkdir(folder, { recursive: true });
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const made = kept === undefined ? {} : (JSON.parse(kept) as Partial<Secrets>);
  // A folder from before a secret was needed gets it now and keeps the others.
  const fresh = { ...makeSecrets(), ...made };
  if (Object.keys(made).length === Object.keys(fresh).length) return fresh;
  await storeSecrets(folder, fresh);
  return fresh;
}

/** Puts secrets in the place of those of a data folder, all or none. */
export async function storeSecrets(folder: string, secrets: Secrets): Promise<void> {
  const file = path.join(folder, 'secrets.json');
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function makeSecrets(): Secrets {
  return {
    identityKeys: { gateway: newRing(makeKeyPair), ...perService(() => newRing(makeKeyPair)) },
    ticketKeys: newRing(makeKeyPair),
    accountLinkKeys: newRing(makeLinkKey),
    refundLinkKeys: newRing(makeLinkKey),
    pseudonymKey: makeLinkKey(),
    mongoKeyFile: randomBytes(96).toString('base64'),
    mongoRoot: token(),
    mongo: perService(token),
    mongoMigration: perService(token),
    rabbitAdministrator: token(),
    rabbit: perService(token),
    // These say of themselves that they are a stand-in's, so that no service sends them to a provider.
    stripeKey: `sk_test_standin_${token()}`,
    stripeWebhook: `whsec_${token()}`,
    sendgridKey: `SG.standin.${token()}`,
    mailEvents: makeEventKeys(),
    googleSecret: token(),
    samplePassword: typeablePassword(),
    backupKey: randomBytes(32).toString('hex'),
  };
}

/** A pair on the curve the mail provider signs with, in base64 of DER. */
function makeEventKeys(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

function token(): string {
  return randomBytes(24).toString('base64url').replace(/[-_]/g, 'x');
}

/** Four groups of letters and digits that cannot be mistaken for one another: strong enough, and easy to type from a screen. */
export function typeablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

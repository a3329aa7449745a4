import { createPrivateKey, createPublicKey } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { z } from 'zod';

/** Most keys of one purpose: the one that signs, the next one, and those of before that are still accepted. */
export const MAX_KEYS = 5;
/** Least randomness of a key that we make ourselves, in bits. */
const LEAST_BITS = 128;
const LINK_KEY_FORM = /^[A-Za-z0-9+/=_-]{1,200}$/;

function isEd25519(form: 'private' | 'public', base64: string): boolean {
  const key = Buffer.from(base64, 'base64');
  try {
    const read =
      form === 'private' ? createPrivateKey({ key, format: 'der', type: 'pkcs8' }) : createPublicKey({ key, format: 'der', type: 'spki' });
    return read.asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** The most randomness that a key can hold: no more than its alphabet allows, and no more than is left once repetitions are taken out. */
function mostBits(key: string): number {
  const bitsPerCharacter = /^[0-9]+$/.test(key) ? Math.log2(10) : /^[0-9a-f]+$/i.test(key) ? 4 : 6;
  return Math.min(key.length * bitsPerCharacter, deflateRawSync(key).length * 8);
}

const keyList = (isKey: (key: string) => boolean, what: string) =>
  z
    .string()
    .transform((value) => value.split(',').map((key) => key.trim()))
    .refine((keys) => keys.length <= MAX_KEYS && keys.every(isKey), { error: `must be one to five ${what}, separated by commas` });

/** The private key of a process. */
export const keyPair = z.string().refine((value) => isEd25519('private', value), { error: 'must be a base64 Ed25519 key in PKCS 8 form' });

/** The public keys of each process: all of them are accepted, so that a process can begin to sign with another one. */
export const publicKeys = z.string().transform((value, context) => {
  try {
    return z
      .record(
        z.string(),
        z
          .array(z.string().refine((key) => isEd25519('public', key)))
          .min(1)
          .max(MAX_KEYS),
      )
      .parse(JSON.parse(value));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON object from caller to a list of base64 Ed25519 public keys in SPKI form' });
    return z.NEVER;
  }
});

/** Ed25519 keys of one purpose: the first signs, the others are accepted as well. */
export const signingKeys = keyList((key) => isEd25519('private', key), 'base64 Ed25519 keys in PKCS 8 form');

const isRandom = (key: string) => LINK_KEY_FORM.test(key) && mostBits(key) >= LEAST_BITS;

/** Keys that secret links are made with: the first signs, the others are accepted as well. */
export const linkKeys = keyList(isRandom, 'random keys of 128 bits or more (openssl rand -hex 32)');

/** One key, of which nothing is accepted later. */
export const randomKey = z.string().refine(isRandom, { error: 'must be a random key of 128 bits or more (openssl rand -hex 32)' });

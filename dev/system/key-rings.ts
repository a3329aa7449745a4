import { createHash, randomBytes } from 'node:crypto';
import { Failure } from '@concert/machine-kit/failure';
import { makeKeyPair, type KeyPair } from '@concert/machine-kit/key-pairs';

/** Keys of one purpose. The first of `keys` signs and all of them are accepted; so is `next`, which will sign. */
export interface Ring<Key> {
  readonly keys: readonly Key[];
  readonly next?: Key | undefined;
}

/** Every key that can be replaced while what it signed stays good. */
export interface KeyRings {
  readonly identityKeys: Readonly<Record<string, Ring<KeyPair>>>;
  readonly ticketKeys: Ring<KeyPair>;
  readonly accountLinkKeys: Ring<string>;
  readonly refundLinkKeys: Ring<string>;
}

/** Purposes of keys, and which processes have to start again when a key changes. */
export const KEY_PURPOSES = {
  identity: 'every process',
  tickets: 'svc-booking',
  'account-links': 'svc-auth',
  'refund-links': 'svc-payment',
} as const;
export type KeyPurpose = keyof typeof KEY_PURPOSES;

/** The rings of keys that secret links are made with. */
const LINK_KEYS = { 'account-links': 'accountLinkKeys', 'refund-links': 'refundLinkKeys' } as const;

/** Most keys of a purpose that a process accepts at once. */
const MAX_KEYS = 5;

/** A key that secret links are made with: 256 random bits. */
export function makeLinkKey(): string {
  return randomBytes(32).toString('base64url');
}

/** Every key of a ring that is accepted; the first signs. */
export function acceptedKeysOf<Key>({ keys, next }: Ring<Key>): readonly Key[] {
  return next === undefined ? keys : [...keys, next];
}

/** A ring of one new key. */
export function newRing<Key>(make: () => Key): Ring<Key> {
  return { keys: [make()] };
}

/**
 * The next step of a rotation: without a key that waits, a new one is accepted from now on; with one, it signs from now on, and the ones
 * before are still accepted. Between the two steps every process has to start again, because nobody may sign with a key that somebody does
 * not accept yet.
 * @throws Failure when there are as many keys as a process accepts
 */
export function withRotatedKey<Rings extends KeyRings>(rings: Rings, purpose: KeyPurpose): Rings {
  return changed(rings, purpose, ({ keys, next }, make) => {
    if (next !== undefined) return { keys: [next, ...keys] };
    if (keys.length >= MAX_KEYS)
      throw new Failure(`A process accepts ${MAX_KEYS} keys of a purpose.`, `npm run ops -- keys drop ${purpose} takes the oldest out.`);
    return { keys, next: make() };
  });
}

/** Without the oldest key, by which nothing is accepted any more. @throws Failure when only one is left */
export function withoutOldest<Rings extends KeyRings>(rings: Rings, purpose: KeyPurpose): Rings {
  return changed(rings, purpose, ({ keys, next }) => {
    if (keys.length < 2)
      throw new Failure(`There is one key of ${purpose}, and it signs.`, `npm run ops -- keys rotate ${purpose} makes another one first.`);
    return { keys: keys.slice(0, -1), next };
  });
}

type Step = <Key>(ring: Ring<Key>, make: () => Key) => Ring<Key>;

function changed<Rings extends KeyRings>(rings: Rings, purpose: KeyPurpose, step: Step): Rings {
  if (purpose === 'identity') {
    const all = Object.entries(rings.identityKeys).map(([name, ring]) => [name, step(ring, makeKeyPair)] as const);
    return { ...rings, identityKeys: Object.fromEntries(all) };
  }
  if (purpose === 'tickets') return { ...rings, ticketKeys: step(rings.ticketKeys, makeKeyPair) };
  const name = LINK_KEYS[purpose];
  return { ...rings, [name]: step(rings[name], makeLinkKey) };
}

/** The keys of a purpose by their ids, none of which says anything about its key. Of `identity`, those of the gateway. */
export function keyIdsOf(rings: KeyRings, purpose: KeyPurpose): { signs: string; accepted: readonly string[]; next: string | undefined } {
  const { keys, next } = namedRing(rings, purpose);
  return { signs: keys[0]!, accepted: keys.slice(1), next };
}

function namedRing(rings: KeyRings, purpose: KeyPurpose): Ring<string> {
  const ofPairs = ({ keys, next }: Ring<KeyPair>) => named({ keys: keys.map(spki), ...(next ? { next: spki(next) } : {}) });
  if (purpose === 'identity') return ofPairs(rings.identityKeys['gateway']!);
  return purpose === 'tickets' ? ofPairs(rings.ticketKeys) : named(rings[LINK_KEYS[purpose]]);
}

const spki = ({ publicKey }: KeyPair): Buffer => Buffer.from(publicKey, 'base64');

function named<Key extends string | Buffer>({ keys, next }: Ring<Key>): Ring<string> {
  const id = (key: Key) => createHash('sha256').update(key).digest('hex').slice(0, 16);
  return { keys: keys.map(id), ...(next === undefined ? {} : { next: id(next) }) };
}

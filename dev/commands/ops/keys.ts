import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AuditedAct } from '@concert/contracts/core/audit-entry';
import { Failure } from '@concert/machine-kit/failure';
import { keyIdsOf, KEY_PURPOSES, withRotatedKey, withoutOldest, type KeyPurpose } from '../../system/key-rings.ts';
import { keepSecrets, storeSecrets, type Secrets } from '../../system/secrets.ts';
import type { Operation } from './operation.ts';

/** Shows the keys of each purpose by their ids. */
export async function listKeys(operation: Operation): Promise<void> {
  const secrets = await secretsOf(operation);
  const purposes = Object.keys(KEY_PURPOSES) as KeyPurpose[];
  const widest = Math.max(...purposes.map((purpose) => purpose.length));
  for (const purpose of purposes) {
    const { signs, accepted, next } = keyIdsOf(secrets, purpose);
    const others = [
      accepted.length > 0 ? `; accepted as well: ${accepted.join(', ')}` : '',
      next === undefined ? '' : `; signs next: ${next}`,
    ];
    operation.say(`${purpose.padEnd(widest)}   signs: ${signs}${others.join('')}`);
  }
}

/** Goes one step further in the rotation of a purpose's keys. */
export async function rotateKeys(operation: Operation, word: string): Promise<void> {
  const purpose = purposeNamed(word);
  const secrets = await secretsOf(operation);
  const { next } = keyIdsOf(secrets, purpose);
  if (next === undefined)
    return change(operation, purpose, secrets, withRotatedKey, {
      question: `make a key of ${purpose} that is accepted from now on and signs nothing yet`,
      act: 'keys.announced',
      then: `Start ${KEY_PURPOSES[purpose]} again, so that it accepts the new key. Then let it sign: npm run ops -- keys rotate ${purpose}`,
    });
  return change(operation, purpose, secrets, withRotatedKey, {
    question: `sign ${purpose} with the key that waits; those of before are still accepted. Every copy of ${KEY_PURPOSES[purpose]} must have been started again since it was made`,
    act: 'keys.rotated',
    then: `Start ${KEY_PURPOSES[purpose]} again. When the key of before may go says docs/keys.md, "Rotating keys": npm run ops -- keys drop ${purpose}`,
  });
}

/** Takes the oldest key of a purpose out: what it signed is good no more. */
export async function dropKey(operation: Operation, word: string): Promise<void> {
  const purpose = purposeNamed(word);
  const secrets = await secretsOf(operation);
  await change(operation, purpose, secrets, withoutOldest, {
    question: `take the oldest key of ${purpose} out, by which nothing is accepted any more`,
    act: 'keys.dropped',
    then: `Start ${KEY_PURPOSES[purpose]} again; until then it accepts the key.`,
  });
}

/** The secrets of the system that npm start runs on a data folder. @throws Failure when there are none, or another system is meant */
function secretsOf({ env, dataFolder }: Operation): Promise<Secrets> {
  if (env.MONGO_URL)
    throw new Failure(
      'The keys of that system are where its secrets are.',
      'see docs/keys.md, "Rotating keys"; without MONGO_URL this works on .data.',
    );
  if (!existsSync(path.join(dataFolder, 'secrets.json')))
    throw new Failure(`There are no secrets in ${dataFolder}.`, 'npm start makes them; --data names another folder.');
  return keepSecrets(dataFolder);
}

/** A purpose by its name. @throws Failure naming those there are */
function purposeNamed(word: string): KeyPurpose {
  if (Object.hasOwn(KEY_PURPOSES, word)) return word as KeyPurpose;
  throw new Failure(`There are no keys of ${word}.`, `name one of ${Object.keys(KEY_PURPOSES).join(', ')}.`);
}

async function change(
  operation: Operation,
  purpose: KeyPurpose,
  secrets: Secrets,
  step: (secrets: Secrets, purpose: KeyPurpose) => Secrets,
  { question, act, then }: { question: string; act: AuditedAct; then: string },
): Promise<void> {
  const after = step(secrets, purpose);
  if (!(await operation.agreed(question))) return;
  // Written down first: a key that changed without a word in the audit log would be the worse of the two.
  await operation.withDatabases((_, record) => record({ act, subject: { kind: 'keys', id: purpose } }));
  await storeSecrets(operation.dataFolder, after);
  operation.say(then);
}

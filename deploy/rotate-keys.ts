import { join } from 'node:path';
import { keyIdsOf, KEY_PURPOSES, withRotatedKey, withoutOldest, type KeyPurpose } from '../dev/system/key-rings.ts';
import { keepSecrets, storeSecrets } from '../dev/system/secrets.ts';

/*
 * One step of a key's rotation for the containers of docker-compose.yml, in the volume where the job `secrets` keeps what it made (docs/keys.md,
 * "Rotating keys"): `docker compose run --rm secrets node deploy/rotate-keys.ts rotate tickets`. The next `up` lays the keys out.
 */

const STEPS = { rotate: withRotatedKey, drop: withoutOldest };
const [step = '', purpose = ''] = process.argv.slice(2);
if (!Object.hasOwn(STEPS, step) || !Object.hasOwn(KEY_PURPOSES, purpose)) {
  console.error(`Say what to do (${Object.keys(STEPS).join(', ')}) and with which keys (${Object.keys(KEY_PURPOSES).join(', ')}).`);
  process.exit(1);
}
const folder = join(process.env.SECRETS_FOLDER ?? '/secrets', 'made');
const after = STEPS[step as keyof typeof STEPS](await keepSecrets(folder), purpose as KeyPurpose);
await storeSecrets(folder, after);
const { signs, accepted, next } = keyIdsOf(after, purpose as KeyPurpose);
console.log(
  `${purpose}: signs ${signs}, accepted as well: ${[...accepted, ...(next ? [`${next}, which signs next`] : [])].join(', ') || 'none'}`,
);

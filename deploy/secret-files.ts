import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the volumes of the processes are mounted in the jobs that lay out secrets. */
export const SECRETS_ROOT = process.env.SECRETS_FOLDER ?? '/secrets';
/** Users of the images. MongoDB and RabbitMQ have one of their own, because MongoDB refuses a key file that is not its own. */
const NODE_USER = 1000;
export const STORE_USER = 999;
export const NOBODY = 65_534;

/** Lays a secret where one process reads it: the same one stays untouched, another one takes its place at once, never half of it. */
export function putSecret(file: string, text: string, user = NODE_USER): void {
  const place = path.join(SECRETS_ROOT, file);
  if (existsSync(place) && readFileSync(place, 'utf8') === text) return;
  mkdirSync(path.dirname(place), { recursive: true });
  const next = `${place}.new`;
  writeFileSync(next, text, { mode: 0o400 });
  chownSync(next, user, user);
  renameSync(next, place);
}

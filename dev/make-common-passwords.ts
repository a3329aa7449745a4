/*
 * Makes svc-auth's list of breached passwords, as hashes. The passwords are those of `@zxcvbn-ts/language-common` 4.1.3 (MIT), which is not
 * installed here because nothing else needs it:
 *
 *     npm pack @zxcvbn-ts/language-common@4.1.3, unpack it, then
 *     node dev/make-common-passwords.ts package/src/passwords.json
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/* As `svc-auth/src/passwords/common-passwords.codec.ts` reads them; its test finds out where the two differ. */
const HASH_BYTES = 5;
const SHORTEST_LISTED = 6;

const [list] = process.argv.slice(2);
if (!list) throw new Error('say which file has the passwords');
const passwords = JSON.parse(await readFile(list, 'utf8')) as string[];
const hashes = passwords
  .filter(({ length }) => length >= SHORTEST_LISTED)
  .map((password) => createHash('sha256').update(password.toLowerCase()).digest().subarray(0, HASH_BYTES));
const target = new URL('../svc-auth/src/passwords/common-passwords.bin', import.meta.url);
await writeFile(target, Buffer.concat(hashes.toSorted((a, b) => Buffer.compare(a, b))));
process.stdout.write(`${hashes.length} passwords written\n`);

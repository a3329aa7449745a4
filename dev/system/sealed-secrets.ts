import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Failure } from '@concert/machine-kit/failure';
import { decrypted, encrypted } from './sealed-file.ts';

/** Beside the backups: what the databases do not hold, and a system cannot be built again without. */
const NAME = 'secrets.sealed';
const KEY = /^[0-9a-f]{64}$/i;

/** The key of backups from the text of a setting. @throws Failure when it is not one */
export function backupKeyOf(text: string): Buffer {
  if (!KEY.test(text.trim()))
    throw new Failure('The key for backups is not one.', 'it is 64 hexadecimal digits, as openssl rand -hex 32 makes them.');
  return Buffer.from(text.trim(), 'hex');
}

const isAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

/** Puts the secrets of a system beside its backups, encrypted with the key of these. */
export async function sealSecrets(folder: string, secrets: string, key: Uint8Array): Promise<void> {
  const place = path.join(folder, NAME);
  await writeFile(`${place}.part`, await buffer(encrypted(Readable.from([Buffer.from(secrets)]), key, NAME)), { mode: 0o600 });
  await rename(`${place}.part`, place);
}

/**
 * In a new installation, takes the secrets that lie beside the backups of another one, so that what is restored can be used: signed tickets,
 * links in mails, accounts at the servers. Where there are secrets already, or no backups, it does nothing.
 * @param made where the secrets of this installation are kept
 * @throws Failure where there are backups, and the key is missing or another one
 */
export async function takeSecrets(backups: string, made: string, key: string | undefined): Promise<boolean> {
  const file = path.join(made, 'secrets.json');
  if ((await readFile(file).catch(() => undefined)) !== undefined) return false;
  const bytes = await readFile(path.join(backups, NAME)).catch(isAbsent);
  if (bytes === undefined) return false;
  const next = 'set BACKUP_KEY as the .env of that installation has it, or BACKUP_FOLDER to an empty folder to begin anew.';
  if (!key) throw new Failure('The folder of backups holds those of another installation, and there is no key for them.', next);
  const secrets = await buffer(decrypted(Readable.from([bytes]), backupKeyOf(key), NAME)).catch(() => {
    throw new Failure('The secrets beside the backups cannot be opened with this key.', next);
  });
  await mkdir(made, { recursive: true });
  await writeFile(`${file}.new`, secrets, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return true;
}

/**
 * A key never takes the place of another one that backups were made with: who lost the .env of a system has the old key still in its volume.
 * @throws Failure where backups lie there and the given key does not open what lies beside them
 */
export async function assertKeyOpens(backups: string, key: string): Promise<void> {
  const bytes = await readFile(path.join(backups, NAME)).catch(isAbsent);
  if (bytes === undefined) return;
  await buffer(decrypted(Readable.from([bytes]), backupKeyOf(key), NAME)).catch(() => {
    throw new Failure(
      'BACKUP_KEY is another key than that of the backups which are there.',
      'write the one in use back into .env; docker compose run --rm --no-deps secrets cat /secrets/upkeep/backup-key prints it. For a new key move the old backups away first.',
    );
  });
}

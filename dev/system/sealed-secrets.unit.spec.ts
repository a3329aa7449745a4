import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assertKeyOpens, backupKeyOf, sealSecrets, takeSecrets } from './sealed-secrets.ts';

const KEY = 'ab'.repeat(32);
const SECRETS = '{"backupKey":"x"}';
let root: string;
const backups = () => path.join(root, 'backups');
const made = () => path.join(root, 'made');
const taken = () => readFile(path.join(made(), 'secrets.json'), 'utf8').catch(() => undefined);

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'concert-sealed-'));
});
afterEach(() => rm(root, { recursive: true }));

describe('secrets beside the backups', () => {
  it('B4-540 are taken where there are none yet, and never in place of others', async () => {
    expect(await takeSecrets(backups(), made(), KEY)).toBe(false);
    await seal();
    expect([await takeSecrets(backups(), made(), KEY), await taken()]).toEqual([true, SECRETS]);
    await writeFile(path.join(made(), 'secrets.json'), 'others');
    expect([await takeSecrets(backups(), made(), KEY), await taken()]).toEqual([false, 'others']);
  });

  it('B4-540 are not begun anew beside the backups of another installation: its key is asked for', async () => {
    await seal();
    await expect(takeSecrets(backups(), made(), '')).rejects.toThrow('of another installation, and there is no key');
    await expect(takeSecrets(backups(), made(), 'cd'.repeat(32))).rejects.toThrow('cannot be opened with this key');
    await expect(takeSecrets(backups(), made(), 'no key')).rejects.toThrow('is not one');
    await truncate(path.join(backups(), 'secrets.sealed'), 60);
    await expect(takeSecrets(backups(), made(), KEY)).rejects.toThrow('cannot be opened');
    expect(await taken()).toBeUndefined();
  });

  it('B4-540 keep their key: another one is refused while they lie there', async () => {
    await assertKeyOpens(backups(), 'cd'.repeat(32));
    await seal();
    await assertKeyOpens(backups(), KEY);
    await expect(assertKeyOpens(backups(), 'cd'.repeat(32))).rejects.toThrow('BACKUP_KEY is another key');
  });
});

async function seal(): Promise<void> {
  await mkdir(backups(), { recursive: true });
  await sealSecrets(backups(), SECRETS, backupKeyOf(KEY));
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { container } from './deploy-files.harness.ts';

/* The script of the container that takes backups away, with a restic that keeps a list of snapshots and may or may not delete. */

const RESTIC = `#!/bin/sh
echo "$*" >> "$HERE/calls"
case "$1" in
  backup) case "$*" in *probe*) echo '{"short_id":"1"}' >> "$HERE/probes";; esac;;
  snapshots) cat "$HERE/probes";;
  forget) test "$MAY_DELETE" = yes || exit 1; case "$*" in *probe*) echo '{"short_id":"1"}' > "$HERE/probes";; esac;;
esac
exit 0
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'concert-away-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One round of the script. @returns what was asked of restic, what was said, and whether the backup counts as taken away */
function round(name: string, env: Record<string, string>): { calls: string[]; said: string; counts: boolean } {
  const here = path.join(folder, name);
  mkdirSync(path.join(here, 'backups/20261129T010000Z'), { recursive: true });
  for (const [program, text] of Object.entries({ restic: RESTIC, sleep: '#!/bin/sh\nkill $PPID\n' }))
    writeFileSync(path.join(here, program), text, { mode: 0o755 });
  writeFileSync(path.join(here, 'calls'), '');
  const [shell = '', option = '', script = ''] = container('backup-away').entrypoint!;
  const own = script.replaceAll('$$', '$').replaceAll('/backups', path.join(here, 'backups'));
  const { stdout } = spawnSync(shell, [option, own, 'restic'], {
    env: { PATH: `${here}:${process.env.PATH ?? ''}`, HERE: here, BACKUP_KEY: '', ...env },
    encoding: 'utf8',
    timeout: 20_000,
  });
  const calls = readFileSync(path.join(here, 'calls'), 'utf8').trim().split('\n');
  return { calls, said: stdout, counts: existsSync(path.join(here, 'backups/away-at')) };
}

describe('a backup that is taken away', () => {
  it('B9-605 takes older ones away, unless its key may only add', () => {
    const { calls, counts } = round('ordinary', { MAY_DELETE: 'yes' });
    expect(counts).toBe(true);
    expect(calls).toContainEqual(expect.stringMatching(/^forget .*--prune$/));
    expect(calls.filter((call) => call.includes('probe'))).toEqual([]);
  });

  it('B9-605 with a key that may only add counts without any being taken away', () => {
    const { calls, counts, said } = round('append-only', { MAY_DELETE: 'no', BACKUP_APPEND_ONLY: 'true' });
    expect({ counts, said }).toEqual({ counts: true, said: '' });
    expect(calls).toContainEqual(expect.stringMatching(/^backup .*--host concert .*20261129T010000Z/));
    expect(calls.filter((call) => call.startsWith('forget')).every((call) => call.includes('--host probe'))).toBe(true);
  });

  it('B9-605 does not count where the key is said to only add and could delete', () => {
    const { counts, said } = round('wrong', { MAY_DELETE: 'yes', BACKUP_APPEND_ONLY: 'true' });
    expect(counts).toBe(false);
    expect(said).toContain('the key of BACKUP_REPOSITORY may delete');
  });
});

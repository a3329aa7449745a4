import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** Headings of releases, newest first. */
const RELEASES = [...read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\](.*)$/gm)].map(([, version, rest]) => ({ version, rest }));

describe('a release', () => {
  it('B8-551 is what CHANGELOG.md tells first, with its day, above those before it, and the version of every workspace', () => {
    const [newest] = RELEASES;
    expect(newest?.rest).toMatch(/^ - 20\d\d-\d\d-\d\d$/);
    const { version, workspaces } = JSON.parse(read('package.json')) as { version: string; workspaces: string[] };
    const manifests = ['package.json', ...workspaces.flatMap((place) => globSync(`${place}/package.json`, { cwd: root }))];
    expect(manifests.length).toBeGreaterThan(15);
    const others = manifests.filter((file) => (JSON.parse(read(file)) as { version?: string }).version !== newest?.version);
    expect([version, others]).toEqual([newest?.version, []]);
    const ordered = [...RELEASES].sort((one, other) => other.version!.localeCompare(one.version!, 'en', { numeric: true }));
    expect(RELEASES).toEqual(ordered);
    expect(new Set(RELEASES.map((one) => one.version)).size).toBe(RELEASES.length);
  });
});

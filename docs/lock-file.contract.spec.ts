import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

interface Entry {
  readonly version?: string;
  /** Here only because another package asks for it; npm ci is lenient about its parts. */
  readonly peer?: boolean;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

const root = join(import.meta.dirname, '..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Entry> };

/** Where Node would find a package from inside another one. */
function found(from: string, name: string): boolean {
  for (let place = from; ; place = place.includes('/node_modules/') ? place.slice(0, place.lastIndexOf('/node_modules/')) : '') {
    if (packages[`${place}${place === '' ? '' : '/'}node_modules/${name}`]) return true;
    if (place === '') return false;
  }
}

describe('package-lock.json', () => {
  it('holds the optional parts of every platform, because npm ci refuses a lock file that lacks one', () => {
    const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {}, peer = false }]) =>
      (peer ? [] : Object.keys(optionalDependencies)).filter((name) => !found(from, name)).map((name) => `${name} of ${from}`),
    );
    expect(missing).toEqual([]);
  });

  it('agrees with the manifest of every workspace', () => {
    const workspaces = Object.keys(packages).filter((path) => !path.includes('node_modules'));
    expect(workspaces.length).toBeGreaterThan(15);
    for (const workspace of workspaces) {
      const manifest = read(join(workspace, 'package.json')) as Entry;
      const { version, dependencies, devDependencies, optionalDependencies } = packages[workspace] ?? {};
      expect({ workspace, version, dependencies, devDependencies, optionalDependencies }).toEqual({
        workspace,
        version: manifest.version,
        dependencies: manifest.dependencies,
        devDependencies: manifest.devDependencies,
        optionalDependencies: manifest.optionalDependencies,
      });
    }
  });
});

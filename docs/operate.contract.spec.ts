import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/operate.md'), 'utf8');

/** Names of the settings a module declares: the keys of its exported tables of settings. */
async function settingsOf(file: string): Promise<string[]> {
  const module = (await import(join(root, file))) as Record<string, unknown>;
  return Object.values(module)
    .filter((table): table is Record<string, unknown> => typeof table === 'object' && table !== null)
    .flatMap((table) => Object.keys(table))
    .filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name));
}

describe('docs/operate.md', () => {
  const files = globSync(['svc-*/src/settings.ts', 'gateway/src/settings.ts', 'packages/service-kit/src/settings.ts'], { cwd: root });

  it('finds the settings of every process', () => {
    expect(files).toHaveLength(6);
  });

  it('names every setting that a process reads', async () => {
    const names = new Set((await Promise.all(files.map(settingsOf))).flat());
    expect(names.size).toBeGreaterThan(15);
    expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

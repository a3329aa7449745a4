import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compileServers } from '@concert/machine-kit/build';
import { ROOT } from '@concert/machine-kit/rooms';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { EXPERIMENTS } from './experiments.ts';
import { RULES } from './experiments/mutation.ts';
import { setupWorlds } from './experiments/setup.ts';

const PATCHES = EXPERIMENTS.flatMap(({ name, patch, alsoLacks = [] }) =>
  [patch, ...alsoLacks.map((other) => other.patch)].flatMap((one) => (one ? [[name, one] as const] : [])),
);

describe('the experiments', () => {
  beforeAll(() => compileServers(), 300_000);

  it.each(PATCHES)(
    'B8-533 plant a fault for %s in code that is compiled from the source of today, once',
    async (_name, { file, code, into }) => {
      const compiled = path.join(ROOT, file.replace('/src/', '/dist/').replace(/ts$/, 'js'));
      expect((await readFile(compiled, 'utf8')).split(code)).toHaveLength(2);
      expect(into).not.toBe(code);
    },
  );

  it('change rules that are there, each proved by specs that are there', () => {
    const files = RULES.flatMap(([rule, ...specs]) => [`${rule}.ts`, ...specs.map((spec) => `${spec}.unit.spec.ts`)]);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('set up 60 broken worlds that say which sentences are due, and 20 good ones', () => {
    const worlds = setupWorlds();
    const good = worlds.filter(({ script }) => script.startsWith('good/'));
    expect([worlds.length - good.length, good.length]).toEqual([60, 20]);
    expect(worlds.filter(({ expected }) => expected.length === 0)).toEqual(good);
  });

  it('have a row each in docs/proof.md', async () => {
    const page = await readFile(path.join(ROOT, 'docs/proof.md'), 'utf8');
    expect(EXPERIMENTS.map(({ name }) => name).filter((name) => !page.includes(`| \`${name}\` | `))).toEqual([]);
  });
});

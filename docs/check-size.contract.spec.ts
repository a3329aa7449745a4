import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sizeFaults, sizes, sumOf } from './check-size.ts';

let root: string;
const put = async (file: string, lines: number): Promise<void> => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), 'x\n'.repeat(lines));
};

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'size-'));
  await put('jest.config.mjs', 1);
  await put('svc-x/src/seat.ts', 10);
  await put('svc-x/src/seat.unit.spec.ts', 4);
  await put('svc-x/src/store.harness.ts', 3);
  await put('svc-x/README.md', 50);
  await put('packages/kit/src/base.css', 7);
  await put('packages/kit/test/page.tsx', 2);
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', '.'], { cwd: root });
  await put('svc-x/src/not-added.ts', 100);
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('the size of the checkout', () => {
  it('is counted by folder, tests and what they stand on for themselves', () => {
    const folders = sizes(root);
    expect(Object.fromEntries(folders)).toEqual({
      '.': { source: 1, tests: 0 },
      'svc-x': { source: 10, tests: 7 },
      'packages/kit': { source: 7, tests: 2 },
    });
    expect(sumOf(folders.values())).toEqual({ source: 18, tests: 9 });
  });

  it('is a fault above the budget, each figure for itself, and none at it', () => {
    const sum = sumOf(sizes(root).values());
    expect(sizeFaults(sum, { source: 18, tests: 9 })).toEqual([]);
    expect(sizeFaults(sum, { source: 17, tests: 9 })).toEqual(['18 lines of source are 1 above the budget of 17']);
    expect(sizeFaults(sum, { source: 18, tests: 4 })).toEqual(['9 lines of tests are 5 above the budget of 4']);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { sizeFaults, sizes, sumOf } from './check-size.ts';

/** A checkout of files with so many lines each; what is not added is in no sum. */
async function checkout(files: Readonly<Record<string, number>>): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'size-'));
  for (const [file, lines] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), 'x\n'.repeat(lines));
  }
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', '--', ':!*.md', ':!*not-added*'], { cwd: root });
  return root;
}

it('the size of a checkout is counted by folder, tests and what they stand on for themselves, and is a fault above the budget', async () => {
  const root = await checkout({
    ...{ 'jest.config.mjs': 1, 'svc-x/src/seat.ts': 10, 'svc-x/src/seat.unit.spec.ts': 4, 'svc-x/src/store.harness.ts': 3 },
    ...{ 'packages/kit/src/base.css': 7, 'packages/kit/test/page.tsx': 2, 'svc-x/src/not-added.ts': 100 },
  });
  const folders = sizes(root);
  await rm(root, { recursive: true });
  expect(Object.fromEntries(folders)).toEqual({
    '.': { source: 1, tests: 0 },
    'svc-x': { source: 10, tests: 7 },
    'packages/kit': { source: 7, tests: 2 },
  });
  const sum = sumOf(folders.values());
  expect(sizeFaults(sum, { source: 18, tests: 9 })).toEqual([]);
  expect(sizeFaults(sum, { source: 17, tests: 4 })).toEqual([
    '18 lines of source are 1 above the budget of 17',
    '9 lines of tests are 5 above the budget of 4',
  ]);
});

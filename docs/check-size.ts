import { spawnSync } from 'node:child_process';
import path from 'node:path';

/*
 * Counts the lines of source and of tests, by folder, and holds both sums to the budget. Run by Node itself (types are stripped), in
 * `npm run check`:
 *   node docs/check-size.ts
 */

/** Most lines there may be. They sink with what is taken out, and rise by a decision record alone. */
export const BUDGET = { source: 116_172, tests: 57_913 } as const;

const COUNTED = /\.(ts|tsx|mjs|cjs|css)$/;
/** Specs, what they stand on, and folders of tests. */
const TEST = /\.(spec|harness|suite|setup|teardown)\.|(^|\/)test\//;

/** Lines of source and of tests. */
export interface Size {
  readonly source: number;
  readonly tests: number;
}

/** The folder a file is counted in: a room, or one of the packages. */
function folderOf(file: string): string {
  const [first = '', second = '', ...deeper] = file.split('/');
  if (second === '') return '.';
  return first === 'packages' && deeper.length > 0 ? `${first}/${second}` : first;
}

/**
 * The lines of a checkout by folder, of the files that git knows.
 * @throws when git cannot say them
 */
export function sizes(root: string): ReadonlyMap<string, Size> {
  const counted = spawnSync('git', ['grep', '--count', ''], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (counted.status !== 0) throw new Error(`git does not count the lines: ${counted.stderr || String(counted.error)}`);
  const found = new Map<string, Size>();
  for (const [, file = '', lines] of counted.stdout.matchAll(/^(.+):(\d+)$/gm)) {
    if (!COUNTED.test(file)) continue;
    const { source, tests } = found.get(folderOf(file)) ?? { source: 0, tests: 0 };
    found.set(folderOf(file), TEST.test(file) ? { source, tests: tests + Number(lines) } : { source: source + Number(lines), tests });
  }
  return found;
}

/** Both figures of all folders together. */
export function sumOf(folders: Iterable<Size>): Size {
  return [...folders].reduce((sum, { source, tests }) => ({ source: sum.source + source, tests: sum.tests + tests }), {
    source: 0,
    tests: 0,
  });
}

/** Which of the two figures is above the budget, a sentence each. */
export function sizeFaults(sum: Size, budget: Size = BUDGET): string[] {
  return (['source', 'tests'] as const)
    .filter((figure) => sum[figure] > budget[figure])
    .map((figure) => `${sum[figure]} lines of ${figure} are ${sum[figure] - budget[figure]} above the budget of ${budget[figure]}`);
}

if (import.meta.main) {
  const folders = sizes(path.join(import.meta.dirname, '..'));
  const sum = sumOf(folders.values());
  const row = (folder: string, source: number | string, tests: number | string): void =>
    console.log(`${folder.padEnd(24)}${String(source).padStart(8)}${String(tests).padStart(8)}`);
  row('lines', 'source', 'tests');
  for (const [folder, { source, tests }] of [...folders].toSorted(([one], [other]) => one.localeCompare(other))) row(folder, source, tests);
  row('all', sum.source, sum.tests);
  row('budget', BUDGET.source, BUDGET.tests);
  const faults = sizeFaults(sum);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

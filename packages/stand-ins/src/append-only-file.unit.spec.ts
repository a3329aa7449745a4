import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppendOnlyFile } from './append-only-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kept-lines-'));
  file = path.join(folder, 'kept.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('kept lines', () => {
  const keep = (numbers: Set<number>, growthBytes?: number) =>
    new AppendOnlyFile<{ n: number }>(
      file,
      ({ n }) => numbers.add(n),
      () => [...numbers].map((n) => ({ n })),
      growthBytes,
    );

  it('are written anew when the file has grown, without what is not held any more', () => {
    const numbers = new Set<number>();
    const kept = keep(numbers, 1_000);
    for (let n = 0; n < 10_000; n += 1) {
      numbers.clear();
      numbers.add(n);
      kept.append({ n });
    }
    expect(statSync(file).size).toBeLessThan(1_100);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)).toBe('{"n":9999}');
    const again = new Set<number>();
    keep(again);
    expect(again.has(9_999)).toBe(true);
  });
});

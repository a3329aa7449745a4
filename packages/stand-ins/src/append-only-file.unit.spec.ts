import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppendOnlyFile, linesOf } from './append-only-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kept-lines-'));
  file = path.join(folder, 'kept.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('lines of a file', () => {
  it('come one by one, also where a letter lies across two pieces of the file and the last line has no end', () => {
    const lines = ['é'.repeat(700_000), 'a'.repeat(1_048_575), '', '😀'.repeat(300_000), 'last'];
    writeFileSync(file, lines.join('\n'));
    expect([...linesOf(file)].map((line) => [line.length, line.slice(0, 2)])).toEqual(lines.map((line) => [line.length, line.slice(0, 2)]));
  });
});

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
  });
});

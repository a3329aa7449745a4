import { describe, expect, it } from '@jest/globals';
import { parityFaults, promiseFaults, testTitles } from './check-parity.ts';

const HEAD = '| id | what | where | proof | state |\n|---|---|---|---|---|\n';
const page = (...rows: string[]): string =>
  HEAD + rows.join('\n') + '\n\n| rows | what differs | reason |\n|---|---|---|\n| S1-01 | x | y |\n';
const tests: Record<string, string[]> = { 'a/one.unit.spec.ts': ['S1-01 says hello', 'S2-10, S2-11 both', 'B1-501 more'] };
const titlesOf = (path: string): string[] | undefined => tests[path];

describe('the parity page', () => {
  it('is true when each working row is proven by a test that carries its id', () => {
    const rows = page(
      '| S1-01 | a | / | a/one.unit.spec.ts | works |',
      '| S2-11 | b \\| c | / | `a/one.unit.spec.ts` | works |',
      '| S9-01 | c | / |  | missing |',
    );
    expect(parityFaults(rows, titlesOf)).toEqual([]);
  });

  it.each([
    ['a test file that is not there', '| S1-01 | a | / | a/gone.unit.spec.ts | works |', 'there is no test file a/gone.unit.spec.ts'],
    [
      'a test that does not carry the id',
      '| S1-02 | a | / | a/one.unit.spec.ts | works |',
      'no test title in a/one.unit.spec.ts carries the id',
    ],
    ['a working row without a test', '| S1-01 | a | / |  | works |', 'no test is named'],
    ['an unknown state', '| S1-01 | a | / |  | done |', "'done' is not one of"],
    ['what nobody specified: that stands in titles alone', '| B1-501 | a | / | a/one.unit.spec.ts | works |', 'line 3, B1-501: an id is S'],
    [
      'an id that stands twice',
      '| S1-01 | a | / |  | missing |\n| S1-01 | b | / |  | missing |',
      'line 4, S1-01: the id already stands in line 3',
    ],
    ['no rows, as the table of deviations has none', '', 'the page has no rows'],
  ])('is refused for %s', (_case, row, fault) => {
    expect(parityFaults(page(row), titlesOf).join('\n')).toContain(fault);
  });
});

describe('test titles', () => {
  it('are taken from describe, it, test and the tables of each, not from what is skipped, planned or said in a comment', () => {
    const source = `
      describe('outer', () => {
        it('S1-01 runs', async () => {});
        it.skip('S1-02 skipped', () => {});
        it.todo('S1-03 planned');
        describe.skip('later', () => { it('S1-04 inside', () => {}); });
        it.each([['S1-05', 1], ['S1-06', f(2)]])('%s counts', () => {});
        test(\`S1-08 \${name} runs\`, () => {});
        // it('S1-09 in a comment', () => {})
        other('S1-10 not a test', () => {});
      });`;
    const found = testTitles('a.unit.spec.ts', source).join(' ');
    expect(found.match(/S1-\d\d/g)).toEqual(['S1-01', 'S1-05', 'S1-06', 'S1-08']);
  });
});

it('promises beyond the specification stand in one file of each level: a screen, a unit, a service, a journey', () => {
  const named = ['a.unit.spec.ts', 'b.unit.spec.tsx', 'c.contract.spec.ts', 'd.int.spec.ts', 'e.e2e.spec.ts'];
  const titles = named.map((file): [string, string[]] => [file, ['B1-501 S1-01 lets one person in', 'B1-501 once', 'B1-503 come back']]);
  expect(promiseFaults(new Map(titles))).toEqual([]);
  expect(promiseFaults(new Map([...titles, ['f.int.spec.ts', ['B1-503 are few']]]))).toEqual([
    'B1-503 stands in d.int.spec.ts and in f.int.spec.ts, of one level: one of them is enough',
  ]);
});

import { describe, expect, it } from '@jest/globals';
import { parityFaults, promiseFaults, promisesIn, promiseTable, testTitles } from './check-parity.ts';

const HEAD = '| id | what | where | proof | state |\n|---|---|---|---|---|\n';
const page = (...rows: string[]): string =>
  HEAD + rows.join('\n') + '\n\n| rows | what differs | reason |\n|---|---|---|\n| S1-01 | x | y |\n';
const tests: Record<string, string[]> = { 'a/one.unit.spec.ts': ['S1-01 says hello', 'S2-10, S2-11 both', 'B1-501 more'] };
const titlesOf = (path: string): string[] | undefined => tests[path];

describe('the parity page', () => {
  it('is true when each working row is proven by a test that carries its id', () => {
    expect(
      parityFaults(
        page(
          '| S1-01 | a | / | a/one.unit.spec.ts | works |',
          '| S2-11 | b \\| c | / | `a/one.unit.spec.ts` | works |',
          '| S9-01 | c | / |  | missing |',
        ),
        titlesOf,
      ),
    ).toEqual([]);
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
        it.each([['S1-07']])('no placeholder', () => {});
        test(\`S1-08 \${name} runs\`, () => {});
        // it('S1-09 in a comment', () => {})
        other('S1-10 not a test', () => {});
      });`;
    expect(
      testTitles('a.unit.spec.ts', source)
        .join(' ')
        .match(/S1-\d\d/g),
    ).toEqual(['S1-01', 'S1-05', 'S1-06', 'S1-08']);
  });
});

describe('promises beyond the specification', () => {
  const one = `
    describe('a ticket', () => {
      it('B1-501 S1-01 lets one person in, once', () => {});
      it.each([['B1-502 after midnight', 1], ['before', 2]])('%s lets nobody in', () => {});
    });
    describe('B1-503 seats that are held', () => { it('come back', () => {}); it('are few', () => {}); });
    it.skip('B1-504 is not there yet at all', () => {});`;
  const promises = (files: Record<string, string>) =>
    new Map(Object.entries(files).map(([file, source]) => [file, promisesIn(file, source)]));

  it('are told in the words of title and describe, by the cheapest test first', () => {
    const other = "it('B1-501 a ticket | a door', () => {})";
    expect(
      promiseTable(promises({ 'a/two.int.spec.ts': other, 'a/one.unit.spec.ts': one }))
        .split('\n')
        .slice(2),
    ).toEqual([
      '| B1-501 | a ticket lets one person in, once; a ticket \\| a door | a/one.unit.spec.ts, a/two.int.spec.ts |',
      '| B1-502 | a ticket after midnight … lets nobody in | a/one.unit.spec.ts |',
      '| B1-503 | seats that are held: come back; are few | a/one.unit.spec.ts |',
    ]);
  });

  it('stand in one file of each level: a screen, a unit, a service, a journey', () => {
    const named = ['a.unit.spec.ts', 'b.unit.spec.tsx', 'c.contract.spec.ts', 'd.int.spec.ts', 'e.e2e.spec.ts'];
    const files = Object.fromEntries(named.map((file) => [file, one]));
    expect(promiseFaults(promises(files))).toEqual([]);
    expect(promiseFaults(promises({ ...files, 'f.int.spec.ts': "it('B1-503 seats that are held', () => {})" }))).toEqual([
      'B1-503 stands in d.int.spec.ts and in f.int.spec.ts, of one level: one of them is enough',
    ]);
  });

  it.each(["it('B1-501', () => {})", "it('B1-501 works %s', () => {})", "describe('B1-501', () => { it('works', () => {}) })"])(
    'are refused without a sentence: %s',
    (source) => {
      expect(promiseFaults(promises({ 'a.unit.spec.ts': source })).join()).toContain('B1-501 is said by no sentence');
    },
  );
});

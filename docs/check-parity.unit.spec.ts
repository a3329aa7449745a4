import { describe, expect, it } from '@jest/globals';
import { parityFaults, parityRows, testTitles } from './check-parity.ts';

const HEAD = '| id | what | where | proof | state |\n|---|---|---|---|---|\n';
const page = (...rows: string[]): string =>
  HEAD + rows.join('\n') + '\n\n| rows | what differs | reason |\n|---|---|---|\n| S1-01 | x | y |\n';
const beyond = (...rows: string[]): string => `## Beyond the specification\n\n${page(...rows)}`;
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
    ['an id that is only the beginning of another', '| S2-1 | a | / | a/one.unit.spec.ts | works |', 'an id is S'],
    ['a working row without a test', '| S1-01 | a | / |  | works |', 'no test is named'],
    ['an unknown state', '| S1-01 | a | / |  | done |', "'done' is not one of"],
    ['a row that lost a column', '| S1-01 | a | / | missing |', "'' is not one of"],
    ['a proof of a partly working row that is not there', '| S1-01 | a | / | a/gone.unit.spec.ts | partly |', 'there is no test file'],
  ])('is refused for %s', (_case, row, fault) => {
    expect(parityFaults(page(row), titlesOf).join('\n')).toContain(fault);
  });

  it('keeps the two apart: what nobody specified is not counted as specified, nor the other way round', () => {
    const fault = "rows of B, and no others, stand under 'Beyond the specification'";
    expect(parityFaults(page('| B1-501 | a | / | a/one.unit.spec.ts | works |'), titlesOf)).toEqual([`line 3, B1-501: ${fault}`]);
    expect(parityFaults(beyond('| S1-01 | a | / | a/one.unit.spec.ts | works |'), titlesOf)).toEqual([`line 5, S1-01: ${fault}`]);
    expect(
      parityFaults(
        `${beyond('| B1-501 | a | / | a/one.unit.spec.ts | works |')}\n## Deviations\n\n${page('| B1-502 | a | / |  | missing |')}`,
        titlesOf,
      ).join('\n'),
    ).toContain(fault);
  });

  it('is refused for an id that stands twice, naming both lines', () => {
    expect(parityFaults(page('| S1-01 | a | / |  | missing |', '| S1-01 | b | / |  | missing |'), titlesOf)).toEqual([
      'line 4, S1-01: the id already stands in line 3',
    ]);
  });

  it('is refused when it has no rows', () => {
    expect(parityFaults('# nothing', titlesOf)).toEqual(['the page has no rows']);
  });

  it('reads no row from the table of deviations', () => {
    expect(parityRows(page('| S1-01 | a | / |  | missing |'))).toHaveLength(1);
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

import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { FileLookUp } from './check-parity.ts';
import { asvsFaults, checkSecurity, faultNumbers, requirements, reviewFaults } from './check-security.ts';

const files: Record<string, readonly string[]> = {
  'svc-x/src/one.unit.spec.ts': ['refuses what is wrong', 'B1-501 says %s'],
  'docs/operate.md': ['Give each part\n   an account of its own.'],
};
const lookUp: FileLookUp = (file) => files[file];
const PROOF = '[refuses what is wrong](../../svc-x/src/one.unit.spec.ts)';

/** The whole map, true but for the rows that are given. */
function map(changed: Readonly<Record<string, string>> = {}): string {
  const rows = [...requirements()].map(([number, level]) => changed[number] ?? `| ${number} | ${level} | something | met | ${PROOF} |`);
  return ['| no. | level | requirement | state | proof |', '|---|---|---|---|---|', ...rows].join('\n');
}

function faultsTable(changed: Readonly<Record<string, string>> = {}): string {
  const rows = faultNumbers().map((number) => changed[number] ?? `| ${number} | low | something | mended | ${PROOF} |`);
  return ['| fault | severity | what could be done | state | proof |', '|---|---|---|---|---|', ...rows].join('\n');
}

describe('the map of the security requirements', () => {
  it('has the 246 requirements of levels 1 and 2, 70 of them of level 1', () => {
    const levels = [...requirements().values()];
    expect([levels.length, levels.filter((level) => level === '1').length]).toEqual([246, 70]);
  });

  it('is true when each met row leads to a test or a file that says its words', () => {
    expect(asvsFaults(map({ '13.2.2': '| 13.2.2 | 2 | x | operator | [Give each part an account](../operate.md) |' }), lookUp)).toEqual([]);
  });

  it.each([
    ['is missing', '', '6.2.1 is missing'],
    ['is none of the standard', '| 6.2.13 | 1 | x | met | ' + PROOF + ' |', '6.2.13: there is no such number'],
    ['has another level', '| 6.2.1 | 2 | x | met | ' + PROOF + ' |', 'its level is 1'],
    ['is met by nothing', '| 6.2.1 | 1 | x | met | as everyone knows |', 'met, but nothing proves it'],
    [
      'is met by a test that is not there',
      '| 6.2.1 | 1 | x | met | [a](../../svc-x/src/two.unit.spec.ts) |',
      'there is no file svc-x/src/two',
    ],
    [
      'is met by a test of another title',
      '| 6.2.1 | 1 | x | met | [takes all](../../svc-x/src/one.unit.spec.ts) |',
      "no test of svc-x/src/one.unit.spec.ts is called 'takes all'",
    ],
    [
      'is met by words nobody wrote',
      '| 6.2.1 | 1 | x | met | [all is well](../operate.md) |',
      "docs/operate.md does not say 'all is well'",
    ],
    ['is left open without a word', '| 6.2.1 | 1 | x | open | |', 'open, but nothing says why'],
    ['is in a state of its own', '| 6.2.1 | 1 | x | nearly met | ' + PROOF + ' |', "'nearly met' is not one of"],
  ])('B9-524 is refused when a row %s', (_case, row, fault) => {
    expect(asvsFaults(map({ '6.2.1': row }), lookUp).join('\n')).toContain(fault);
  });

  it('B9-524 is refused when a number stands twice, or more rows are open than may be', () => {
    expect(asvsFaults(map({ '6.2.1': `| 6.2.2 | 1 | x | met | ${PROOF} |` }), lookUp).join('\n')).toContain('already stands in line');
    const open = { '1.1.1': '| 1.1.1 | 2 | x | open | nobody did it |', '1.1.2': '| 1.1.2 | 2 | x | open | nobody did it |' };
    expect(asvsFaults(map(open), lookUp, 2)).toEqual([]);
    expect(asvsFaults(map(open), lookUp, 1)).toEqual(['2 rows are open, and at most 1 may be: 1.1.1, 1.1.2']);
  });
});

describe('the faults of the review', () => {
  it('B9-524 have a row each, and a mended one a test that tries it', () => {
    expect(reviewFaults(faultsTable(), lookUp)).toEqual([]);
    for (const [row, fault] of [
      ['', 'R7 is missing'],
      ['| R7 | low | x | mended | [Give each part](../operate.md) |', 'mended, but no test tries it'],
      ['| R7 | low | x | mended | it is |', 'mended, but nothing proves it'],
      ['| R32 | low | x | mended | ' + PROOF + ' |', 'there is no such number'],
      ['| R7 | low | x | met | ' + PROOF + ' |', "'met' is not one of mended, open"],
    ] as const)
      expect(reviewFaults(faultsTable({ R7: row }), lookUp).join('\n')).toContain(fault);
    expect(reviewFaults(faultsTable({ R7: '| R7 | low | x | open | nobody did it |' }), lookUp, 0).join()).toContain('1 rows are open');
  });
});

describe('the pages as they are', () => {
  it('B9-524 say nothing that their proofs do not', () => {
    expect(checkSecurity(join(import.meta.dirname, '..')).faults).toEqual([]);
  });
});

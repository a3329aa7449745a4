import { describe, expect, it } from '@jest/globals';
import { tallyOf, faultLines, shakyFiles, withRerun, withRun, type ShakyRuns, type Tally } from './tally.ts';

function results(given: { passed?: number; failed?: number; broken?: number; success?: boolean }): string {
  const { passed = 0, failed = 0, broken = 0, success = failed + broken === 0 } = given;
  return JSON.stringify({
    success,
    numPassedTests: passed,
    numFailedTests: failed,
    numTotalTests: passed + failed,
    numRuntimeErrorTestSuites: broken,
    testResults: [
      {
        name: 'a.spec.ts',
        status: failed > 0 ? 'failed' : 'passed',
        assertionResults: Array.from({ length: failed }, (_, n) => ({
          status: 'failed',
          fullName: `test ${n}`,
          failureMessages: [
            `Error: \u001B[31mWaited 20000 ms\u001B[39m until ${n < 4 ? 'the email is there' : 'it is paid'}\n\n    at it.ts:1:1`,
          ],
        })),
      },
      ...Array.from({ length: broken }, () => ({
        name: 'b.spec.ts',
        status: 'failed',
        message: 'no module\n at b.ts',
        assertionResults: [],
      })),
    ],
  });
}

describe('adding up the results of a test run', () => {
  it('says why, and many tests of one file that failed for one reason in one line', () => {
    const { faults } = tallyOf('e2e', results({ failed: 6, broken: 1 }), true);
    expect(faultLines(faults)).toEqual([
      'failed: test 0 (a.spec.ts), and 3 more of this file',
      '  because: Error: Waited 20000 ms until the email is there',
      'failed: test 4 (a.spec.ts)',
      'failed: test 5 (a.spec.ts)',
      '  because: Error: Waited 20000 ms until it is paid',
      'could not be run: b.spec.ts',
      '  because: no module',
    ]);
    expect(faultLines(faults.slice(4, 5), ': look into it')[0]).toBe('failed: test 4 (a.spec.ts): look into it');
  });

  it('takes a run without results as failed', () => {
    expect(tallyOf('e2e', undefined, true)).toMatchObject({
      passed: 0,
      failed: 1,
      faults: [{ what: expect.stringMatching(/before it had results/) }],
    });
  });

  it('takes no test at all as a fault, unless the person narrowed the choice', () => {
    expect(tallyOf('e2e', results({}), true).faults).toEqual([{ what: 'no test ran, which proves nothing' }]);
    expect(tallyOf('e2e', results({}), false)).toMatchObject({ passed: 0, failed: 0, faults: [] });
  });

  it('takes a run that jest calls unsuccessful as failed even when every test passed', () => {
    expect(tallyOf('int', results({ passed: 3, success: false }), true)).toMatchObject({ failed: 1 });
  });
});

describe('files that failed beside others and ran again alone', () => {
  const first: Tally = {
    kind: 'int',
    passed: 40,
    failed: 2,
    faults: [{ what: 'failed: quick (a)' }, { what: 'failed: slow (a)', why: 'slow' }],
    failedFiles: ['a'],
    passedInFailedFiles: 5,
    shaky: [],
  };

  it('count as they came out alone, and what failed only beside others is named', () => {
    const second = { ...first, passed: 6, failed: 1, faults: [{ what: 'failed: slow (a)', why: 'slower' }], passedInFailedFiles: 6 };
    expect(withRerun(first, second)).toMatchObject({
      kind: 'int',
      passed: 41,
      failed: 1,
      faults: [{ what: 'failed: slow (a)', why: 'slower' }],
      shaky: [{ what: 'failed: quick (a)' }],
    });
  });

  it('stay failed when they could not be run', () => {
    expect(withRerun(first, tallyOf('int', undefined, true))).toMatchObject({
      passed: 35,
      failed: 1,
      faults: [{ what: expect.stringMatching(/before it had results/) }],
    });
  });

  it('are remembered for ten runs, and a file that is so twice makes the run red', () => {
    const shaky = (...files: string[]): Tally => ({ ...first, failed: 0, shaky: files.map((file) => ({ what: 'failed: quick', file })) });
    expect(shakyFiles([shaky('a', 'a', 'b'), { ...shaky('c'), failed: 1 }])).toEqual(['a', 'b']);
    const after = (runs: ShakyRuns, quiet: number) => Array.from({ length: quiet }).reduce<ShakyRuns>((all) => withRun(all, []).runs, runs);
    const once = withRun([], ['a']);
    expect(once).toEqual({ runs: [['a']], repeated: [] });
    expect(withRun(after(once.runs, 8), ['b', 'a']).repeated).toEqual(['a']);
    expect(withRun(after(once.runs, 9), ['a']).repeated).toEqual([]);
    expect(after(once.runs, 30)).toHaveLength(10);
  });
});

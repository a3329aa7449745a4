import { describe, expect, it } from '@jest/globals';
import { tallyOf, withRerun, type Tally } from './tally.ts';

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
        assertionResults: Array.from({ length: failed }, (_, n) => ({ status: 'failed', fullName: `test ${n}` })),
      },
      ...Array.from({ length: broken }, () => ({ name: 'b.spec.ts', status: 'failed', assertionResults: [] })),
    ],
  });
}

describe('adding up the results of a test run', () => {
  it('names each test that failed, and each file that could not be run', () => {
    const { faults } = tallyOf('e2e', results({ failed: 1, broken: 1 }), true);
    expect(faults).toEqual(['failed: test 0 (a.spec.ts)', 'could not be run: b.spec.ts']);
  });

  it('takes a run without results as failed', () => {
    expect(tallyOf('e2e', undefined, true)).toMatchObject({
      passed: 0,
      failed: 1,
      faults: [expect.stringMatching(/before it had results/)],
    });
  });

  it('takes no test at all as a fault, unless the person narrowed the choice', () => {
    expect(tallyOf('e2e', results({}), true).faults).toEqual(['no test ran, which proves nothing']);
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
    faults: ['failed: quick (a)', 'failed: slow (a)'],
    failedFiles: ['a'],
    passedInFailedFiles: 5,
    shaky: [],
  };

  it('count as they came out alone, and what failed only beside others is named', () => {
    const second = { ...first, passed: 6, failed: 1, faults: ['failed: slow (a)'], passedInFailedFiles: 6 };
    expect(withRerun(first, second)).toMatchObject({
      kind: 'int',
      passed: 41,
      failed: 1,
      faults: ['failed: slow (a)'],
      shaky: ['failed: quick (a)'],
    });
  });

  it('stay failed when they could not be run', () => {
    expect(withRerun(first, tallyOf('int', undefined, true))).toMatchObject({
      passed: 35,
      failed: 1,
      faults: [expect.stringMatching(/before it had results/)],
    });
  });
});

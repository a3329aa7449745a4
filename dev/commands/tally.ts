/** The result of one kind of tests. */
export interface Tally {
  readonly kind: string;
  readonly passed: number;
  /** Failed tests; a file that could not even be run counts as one. */
  readonly failed: number;
  /** Each test that failed with its file, in words that are the same in each run. */
  readonly faults: readonly string[];
  /** Files in which a test failed, and how many tests passed in them. */
  readonly failedFiles: readonly string[];
  readonly passedInFailedFiles: number;
  /** Failures that did not occur again when their files ran alone. */
  readonly shaky: readonly string[];
}

interface JestResults {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numTotalTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/**
 * Reads jest's results.
 * @param text the results file, absent when jest did not get to its end
 * @param mustRun whether running nothing is a fault
 */
export function tallyOf(kind: string, text: string | undefined, mustRun: boolean): Tally {
  if (text === undefined) {
    const faults = ['the run ended before it had results; its output above says why'];
    return { kind, passed: 0, failed: 1, faults, failedFiles: [], passedInFailedFiles: 0, shaky: [] };
  }
  const results = JSON.parse(text) as JestResults;
  const faults = results.testResults.flatMap((file) => {
    const tests = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `failed: ${fullName} (${file.name})`);
    return tests.length === 0 && file.status === 'failed' ? [`could not be run: ${file.name}`] : tests;
  });
  const failed = Math.max(
    results.numFailedTests + results.numRuntimeErrorTestSuites,
    results.success || results.numTotalTests === 0 ? 0 : 1,
  );
  const ran = results.numPassedTests + failed;
  if (ran === 0 && mustRun) faults.push('no test ran, which proves nothing');
  const broken = results.testResults.filter((file) => file.status === 'failed');
  return {
    kind,
    passed: results.numPassedTests,
    failed,
    faults,
    failedFiles: broken.map(({ name }) => name),
    passedInFailedFiles: broken.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'passed').length,
    shaky: [],
  };
}

/** The result of a kind after its failed files ran once more, alone: what failed only beside others is shaky, what fails again has failed. */
export function withRerun(first: Tally, second: Tally): Tally {
  return {
    ...second,
    kind: first.kind,
    passed: first.passed - first.passedInFailedFiles + second.passed,
    shaky: first.faults.filter((fault) => !second.faults.includes(fault)),
  };
}

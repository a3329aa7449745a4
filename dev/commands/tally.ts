/** The result of one kind of tests. */
export interface Tally {
  readonly kind: string;
  readonly passed: number;
  /** Failed tests; a file that could not even be run counts as one. */
  readonly failed: number;
  /** In words, for the end of the output. */
  readonly faults: readonly string[];
  /** Files in which a test failed, and how many tests passed in them. */
  readonly failedFiles: readonly string[];
  readonly passedInFailedFiles: number;
  /** Failures that did not occur again when their files ran alone, in words. */
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
export function addUp(kind: string, text: string | undefined, mustRun: boolean): Tally {
  if (text === undefined)
    return {
      kind,
      passed: 0,
      failed: 1,
      faults: ['the run ended before it had results; its output above says why'],
      failedFiles: [],
      passedInFailedFiles: 0,
      shaky: [],
    };
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

/**
 * The result of a kind after its failed files ran once more, alone: a test that failed only beside others on a busy machine is named as
 * such, and one that fails again has failed.
 */
export function ranAgain(first: Tally, second: Tally): Tally {
  const seenAgain = new Set(second.faults);
  return {
    ...second,
    kind: first.kind,
    passed: first.passed - first.passedInFailedFiles + second.passed,
    shaky: first.faults.filter((fault) => !seenAgain.has(fault)),
  };
}

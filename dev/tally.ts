/** What came out of one kind of tests. */
export interface Tally {
  readonly kind: string;
  readonly passed: number;
  /** Failed tests; a file that could not even be run counts as one. */
  readonly failed: number;
  /** In words, for the end of the output. */
  readonly faults: readonly string[];
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
  if (text === undefined) return { kind, passed: 0, failed: 1, faults: ['the run ended before it had results; its output above says why'] };
  const results = JSON.parse(text) as JestResults;
  const faults = results.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `failed: ${fullName} (${file.name})`);
    return tests.length === 0 && file.status === 'failed' ? [`could not be run: ${file.name}`] : tests;
  });
  const failed = Math.max(results.numFailedTests + results.numRuntimeErrorTestSuites, results.success || results.numTotalTests === 0 ? 0 : 1);
  const ran = results.numPassedTests + failed;
  if (ran === 0 && mustRun) faults.push('no test ran, which proves nothing');
  return { kind, passed: results.numPassedTests, failed, faults };
}

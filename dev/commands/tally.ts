/** What went wrong. */
export interface Fault {
  /** A test with its file, in words; the same in each run. */
  readonly what: string;
  /** The file of a failed test, or the one that could not be run. */
  readonly file?: string;
}

/** The result of one kind of tests. */
export interface Tally {
  readonly kind: string;
  readonly passed: number;
  /** Failed tests; a file that could not even be run counts as one. */
  readonly failed: number;
  readonly faults: readonly Fault[];
  /** Files in which a test failed, and how many tests passed in them. */
  readonly failedFiles: readonly string[];
  readonly passedInFailedFiles: number;
  /** Failures that did not occur again when their files ran alone. */
  readonly shaky: readonly Fault[];
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
    const faults = [{ what: 'the run ended before it had results; its output above says why' }];
    return { kind, passed: 0, failed: 1, faults, failedFiles: [], passedInFailedFiles: 0, shaky: [] };
  }
  const results = JSON.parse(text) as JestResults;
  const faults = results.testResults.flatMap((file): Fault[] => {
    const tests = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => ({ what: `failed: ${fullName} (${file.name})`, file: file.name }));
    return tests.length === 0 && file.status === 'failed' ? [{ what: `could not be run: ${file.name}`, file: file.name }] : tests;
  });
  const failed = Math.max(
    results.numFailedTests + results.numRuntimeErrorTestSuites,
    results.success || results.numTotalTests === 0 ? 0 : 1,
  );
  const ran = results.numPassedTests + failed;
  if (ran === 0 && mustRun) faults.push({ what: 'no test ran, which proves nothing' });
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
  const seenAgain = new Set(second.faults.map(({ what }) => what));
  return {
    ...second,
    kind: first.kind,
    passed: first.passed - first.passedInFailedFiles + second.passed,
    shaky: first.faults.filter(({ what }) => !seenAgain.has(what)),
  };
}

/** The files of each of the last runs that were green only when they ran again, the newest last. */
export type ShakyRuns = readonly (readonly string[])[];

const REMEMBERED_RUNS = 10;

/** Files that were green only when they ran again. Where a kind failed all the same, its run is red by itself. */
export function shakyFiles(tallies: readonly Tally[]): string[] {
  const shaky = tallies.filter(({ failed }) => failed === 0).flatMap((tally) => tally.shaky);
  return [...new Set(shaky.flatMap(({ file }) => file ?? []))];
}

/** The last runs with one more, and which of its files were shaky in one of the others as well. */
export function withRun(runs: ShakyRuns, files: readonly string[]): { readonly runs: ShakyRuns; readonly repeated: readonly string[] } {
  const before = runs.slice(1 - REMEMBERED_RUNS);
  return { runs: [...before, files], repeated: files.filter((file) => before.some((run) => run.includes(file))) };
}

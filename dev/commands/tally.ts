import { stripVTControlCharacters } from 'node:util';

/** What went wrong. */
export interface Fault {
  /** A test with its file, in words; the same in each run. */
  readonly what: string;
  /** The file of a failed test, or the one that could not be run. */
  readonly file?: string;
  /** Why, as jest says it, in one line. */
  readonly why?: string | undefined;
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
    /** Why the file as a whole failed. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Tests of a file that failed for the same reason are named one by one up to this number. */
const NAMED = 3;
const REASON_LENGTH = 300;

/** The first lines of a failure, without where in the code it was and without colours. */
function reasonIn(message: string | undefined): string | undefined {
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const end = lines.findIndex((line) => line.startsWith('at '));
  return (
    lines
      .slice(0, end < 0 ? 4 : Math.min(end, 4))
      .join(' · ')
      .slice(0, REASON_LENGTH) || undefined
  );
}

/** Faults in lines for the end of the output. Many tests of one file that failed for one reason, such as a system that did not come up, are one line. */
export function faultLines(faults: readonly Fault[], after = ''): string[] {
  const groups = Map.groupBy(faults, ({ what, file, why }) => (file === undefined ? what : `${file}\n${why ?? ''}`));
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    const named = alike.length > NAMED ? [`${first!.what}, and ${alike.length - 1} more of this file`] : alike.map(({ what }) => what);
    return [...named.map((words) => `${words}${after}`), ...(first!.why === undefined ? [] : [`  because: ${first!.why}`])];
  });
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
      .map(({ fullName, failureMessages }) => ({
        what: `failed: ${fullName} (${file.name})`,
        file: file.name,
        why: reasonIn(failureMessages?.[0]),
      }));
    return tests.length === 0 && file.status === 'failed'
      ? [{ what: `could not be run: ${file.name}`, file: file.name, why: reasonIn(file.message) }]
      : tests;
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

import { ACCESS_TESTS } from '@concert/contracts/site/access-tests';
import { EVIDENCE, type Evidence } from '@concert/contracts/site/access-evidence';
import { CRITERIA } from '@concert/contracts/site/wcag';
import { isTest, lookUpIn, proofFault, type FileLookUp } from './check-parity.ts';

/* Holds the evidence of accessibility to its tests, and to every criterion there is. */

type Table = Readonly<Record<string, Evidence>>;
type Tests = Readonly<Record<string, { readonly file: string; readonly title: string }>>;

/** What is wrong with one piece of evidence. */
function faultsOf({ tests = [], seen, notApplicable }: Evidence, today: string): string[] {
  const faults: string[] = [];
  if (tests.length === 0 && !seen && !notApplicable) faults.push('nothing shows it');
  if (notApplicable && (tests.length > 0 || seen)) faults.push('either it applies or it does not');
  if (seen && !(/^\d{4}-\d\d-\d\d$/.test(seen.on) && seen.on <= today)) faults.push(`'${seen.on}' is no day that has been`);
  for (const words of [seen?.what, notApplicable])
    if (words !== undefined && words.length < 20) faults.push('nothing says what was looked at, or why not');
  return faults;
}

/**
 * What is wrong with the evidence, a sentence each.
 * @param today as `YYYY-MM-DD`
 */
export function evidenceFaults(table: Table, tests: Tests, today: string, lookUp: FileLookUp): string[] {
  const faults: string[] = [];
  const used = new Set<string>();
  for (const [criterion] of CRITERIA) {
    const evidence = table[criterion] ?? {};
    faults.push(...faultsOf(evidence, today).map((fault) => `${criterion}: ${fault}`));
    for (const test of evidence.tests ?? []) used.add(test);
  }
  for (const [name, { file, title }] of Object.entries(tests)) {
    const wrong = isTest(file) ? proofFault(file, title, lookUp) : `${file} is no test`;
    if (wrong !== undefined) faults.push(`${name}: ${wrong}`);
    if (!used.has(name)) faults.push(`${name}: shows nothing`);
  }
  return faults;
}

/** Checks the evidence of a checkout. @param today as `YYYY-MM-DD` */
export function checkAccessibility(root: string, today: string): string[] {
  return evidenceFaults(EVIDENCE, ACCESS_TESTS, today, lookUpIn(root));
}

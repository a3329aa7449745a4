import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isTest, lookUpIn, proofFault, type FileLookUp } from './check-parity.ts';
import { ASVS_LEVELS } from './security/asvs-levels.ts';
import { tableRows } from './table-rows.ts';

/*
 * Holds docs/security to what it names as proof. Run by Node itself (types are stripped), in `npm run check`:
 *   node docs/check-security.ts
 */

/** Requirements that may be open: those that asvs.md says are. */
export const MAX_OPEN = 3;
/** Faults of the reviews that may be open: those that faults.md says are. */
export const MAX_OPEN_FAULTS = 3;
/** First and last number of the faults of each review, by its letter; public reports have two digits. */
const REVIEWS = { R: [0, 31], T: [1, 15], A: [1, 19], S: [1, 18], N: [1, 5], O: [1, 13], F: [1, 22] } as const;
const FOLDER = 'docs/security';

/** What a requirement may be; `operator`: carried out by whoever runs the product, and the page for them says so. */
export const STATES = ['met', 'operator', 'not applicable', 'open'] as const;
export const FAULT_STATES = ['mended', 'open'] as const;

/** A proof is a link: its text stands in the file, in a test file as (part of) the title of a test. */
interface Proof {
  readonly words: string;
  /** From the root of the checkout. */
  readonly file: string;
}

interface Row {
  readonly line: number;
  readonly number: string;
  readonly level: string;
  readonly what: string;
  readonly state: string;
  readonly last: string;
}

/** Numbers of the requirements of levels 1 and 2, each with its level. */
export function requirements(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(ASVS_LEVELS).flatMap(([chapter, sections]) =>
      sections.flatMap((levels, section) =>
        [...levels].flatMap((level, index) => (level === '3' ? [] : [[`${chapter}.${section + 1}.${index + 1}`, level] as const])),
      ),
    ),
  );
}

function proofsIn(cell: string): Proof[] {
  return [...cell.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)].map(([, words = '', target = '']) => ({
    words,
    file: path.posix.normalize(path.posix.join(FOLDER, target)),
  }));
}

function rowsOf(markdown: string, firstColumn: string): Row[] {
  return tableRows(markdown, firstColumn).map(({ line, cells: [number = '', level = '', what = '', state = '', last = '', ...more] }) => ({
    line,
    number,
    level,
    what,
    state: more.length === 0 ? state : '',
    last,
  }));
}

/** What both tables have to keep: each number once, none missing, none made up; a known state; words; proofs that hold. */
function rowFaults(rows: readonly Row[], levels: ReadonlyMap<string, string>, states: readonly string[], lookUp: FileLookUp): string[] {
  const faults: string[] = [];
  const lineOf = new Map<string, number>();
  for (const row of rows) {
    const fault = (text: string): void => void faults.push(`line ${row.line}, ${row.number}: ${text}`);
    const level = levels.get(row.number);
    if (level === undefined) fault('there is no such number');
    else if (level !== '' && level !== row.level) fault(`its level is ${level}`);
    const earlier = lineOf.get(row.number);
    if (earlier !== undefined) fault(`the number already stands in line ${earlier}`);
    lineOf.set(row.number, row.line);
    if (row.what === '') fault('nobody can tell what it is about');
    if (!states.includes(row.state)) fault(`'${row.state}' is not one of ${states.join(', ')}`);
    const proofs = proofsIn(row.last);
    if (['met', 'operator', 'mended'].includes(row.state) && proofs.length === 0) fault(`${row.state}, but nothing proves it`);
    if (['not applicable', 'open'].includes(row.state) && row.last.length < 10) fault(`${row.state}, but nothing says why`);
    for (const { file, words } of proofs) {
      const wrong = proofFault(file, words, lookUp);
      if (wrong !== undefined) fault(wrong);
    }
  }
  for (const number of levels.keys()) if (!lineOf.has(number)) faults.push(`${number} is missing`);
  return faults;
}

function tooManyOpen(rows: readonly Row[], max: number): string[] {
  const open = rows.filter(({ state }) => state === 'open');
  return open.length > max
    ? [`${open.length} rows are open, and at most ${max} may be: ${open.map(({ number }) => number).join(', ')}`]
    : [];
}

/** What is wrong with the map of requirements, a sentence each. */
export function asvsFaults(markdown: string, lookUp: FileLookUp, maxOpen = MAX_OPEN): string[] {
  const rows = rowsOf(markdown, 'no.');
  return [...rowFaults(rows, requirements(), STATES, lookUp), ...tooManyOpen(rows, maxOpen)];
}

/** Every fault that a review numbered. */
export function faultNumbers(): string[] {
  return Object.entries(REVIEWS).flatMap(([letter, [first, last]]) =>
    Array.from({ length: last - first + 1 }, (_, at) => `${letter}${String(first + at).padStart(letter === 'F' ? 2 : 1, '0')}`),
  );
}

/** What is wrong with the tables of faults, a sentence each. A mended one has a test that tries it. */
export function reviewFaults(markdown: string, lookUp: FileLookUp, maxOpen = MAX_OPEN_FAULTS): string[] {
  const rows = rowsOf(markdown, 'fault');
  const numbers = new Map(faultNumbers().map((number) => [number, ''] as const));
  const untried = rows
    .filter(({ state, last }) => state === 'mended' && !proofsIn(last).some(({ file }) => isTest(file)))
    .map(({ line, number }) => `line ${line}, ${number}: mended, but no test tries it`);
  return [...rowFaults(rows, numbers, FAULT_STATES, lookUp), ...untried, ...tooManyOpen(rows, maxOpen)];
}

/** Checks the pages of a checkout. */
export function checkSecurity(root: string): { readonly faults: string[]; readonly counts: string } {
  const lookUp = lookUpIn(root);
  const read = (name: string): string => readFileSync(path.join(root, FOLDER, name), 'utf8');
  const [asvs, faults] = [read('asvs.md'), read('faults.md')];
  const count = (markdown: string, firstColumn: string, states: readonly string[]): string => {
    const rows = rowsOf(markdown, firstColumn);
    return states.map((state) => `${rows.filter((row) => row.state === state).length} ${state}`).join(', ');
  };
  return {
    faults: [
      ...asvsFaults(asvs, lookUp).map((fault) => `${FOLDER}/asvs.md ${fault}`),
      ...reviewFaults(faults, lookUp).map((fault) => `${FOLDER}/faults.md ${fault}`),
    ],
    counts: `ASVS: ${count(asvs, 'no.', STATES)}; faults of the reviews: ${count(faults, 'fault', FAULT_STATES)}`,
  };
}

if (import.meta.main) {
  const { faults, counts } = checkSecurity(path.join(import.meta.dirname, '..'));
  for (const fault of faults) console.error(fault);
  console.log(counts);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { tableRows } from './table-rows.ts';

/*
 * Holds docs/parity.md to the tests it names, and the titles of tests to the promises beyond the specification. Run by Node itself
 * (types are stripped), in `npm run check`:
 *   node docs/check-parity.ts              checks
 *   node docs/check-parity.ts --promises   prints what stands beyond the specification, a title each
 */

export const STATES = ['works', 'partly', 'missing'] as const;

/** One line of docs/parity.md. */
interface ParityRow {
  readonly line: number;
  readonly id: string;
  readonly proofs: readonly string[];
  readonly state: string;
}

/** The rows of all tables whose first column is `id`. A row whose columns do not add up keeps an empty state and is so refused. */
function parityRows(markdown: string): ParityRow[] {
  return tableRows(markdown, 'id').map(({ line, cells }) => {
    const whole = cells.length === 5;
    return {
      line,
      id: cells[0] ?? '',
      proofs: whole
        ? (cells[3] ?? '')
            .replaceAll('`', '')
            .split(',')
            .map((proof) => proof.trim())
            .filter(Boolean)
        : [],
      state: whole ? (cells[4] ?? '') : '',
    };
  });
}

/** The kind of test a file holds, by the end of its name; undefined for any other file. */
const levelOf = (path: string): string | undefined => /\.(unit|int|contract|e2e)\.spec\.tsx?$/.exec(path)?.[0];

/** Whether a path is one of a test, by its name. */
export const isTest = (path: string): boolean => levelOf(path) !== undefined;

/** The texts of a program's part; `${}` where a value is put in. */
function literalsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('${}')];
  return node.getChildren().flatMap(literalsIn);
}

/** Titles of the tests in a file, and the texts of their tables; what is skipped or only planned proves nothing. */
export function testTitles(fileName: string, source: string): string[] {
  const kind = fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const called = ts.isCallExpression(node) ? /^(?:it|test|describe)\b(\.skip|\.todo)?/.exec(node.expression.getText()) : null;
    if (called?.[1]) return;
    // The table of an `each` is the argument of a call of its own.
    if (called) titles.push(...(node as ts.CallExpression).arguments.slice(0, 1).flatMap(literalsIn));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, kind));
  return titles;
}

const PROMISE_ID = /\bB[1-9]-[0-9]{3}\b/g;

/** The ids beyond the specification in the titles of a file, each with its title. */
const promisesIn = (titles: readonly string[]): (readonly [id: string, title: string])[] =>
  titles.flatMap((title) => (title.match(PROMISE_ID) ?? []).map((id) => [id, title] as const));

/** Ids that stand in two files of one level, a sentence each. @param titles those of each test file, by its path */
export function promiseFaults(titles: ReadonlyMap<string, readonly string[]>): string[] {
  const fileOf = new Map<string, string>();
  return [...titles].flatMap(([file, all]) =>
    [...new Set(promisesIn(all).map(([id]) => id))].flatMap((id) => {
      const place = `${id} ${levelOf(file)}`;
      const earlier = fileOf.get(place);
      fileOf.set(place, file);
      return earlier === undefined ? [] : [`${id} stands in ${earlier} and in ${file}, of one level: one of them is enough`];
    }),
  );
}

/**
 * What is wrong with a parity page, a sentence each; empty when it tells the truth.
 * @param titlesOf titles of a test file by its path from the root, or undefined when there is no such file
 */
export function parityFaults(markdown: string, titlesOf: (path: string) => readonly string[] | undefined): string[] {
  const faults: string[] = [];
  const lineOf = new Map<string, number>();
  const rows = parityRows(markdown);
  if (rows.length === 0) faults.push('the page has no rows');
  for (const row of rows) {
    const fault = (text: string): void => {
      faults.push(`line ${row.line}, ${row.id}: ${text}`);
    };
    if (!/^S[1-9]-[0-9]{2,3}$/.test(row.id)) fault('an id is S, the section, a dash and two or three digits');
    const earlier = lineOf.get(row.id);
    if (earlier !== undefined) fault(`the id already stands in line ${earlier}`);
    lineOf.set(row.id, row.line);
    if (!(STATES as readonly string[]).includes(row.state)) fault(`'${row.state}' is not one of ${STATES.join(', ')}`);
    if (row.state === 'works' && row.proofs.length === 0) fault('works, but no test is named');
    for (const proof of row.proofs) {
      const titles = titlesOf(proof);
      if (!titles) fault(`there is no test file ${proof}`);
      else if (!titles.some((title) => new RegExp(`\\b${row.id}\\b`).test(title))) fault(`no test title in ${proof} carries the id`);
    }
  }
  return faults;
}

/** What a file says: titles of a test file, the text of any other; undefined when there is none. */
export type FileLookUp = (file: string) => readonly string[] | undefined;

/** Looks files of a checkout up, each once. */
export function lookUpIn(root: string): FileLookUp {
  const seen = new Map<string, readonly string[] | undefined>();
  return (file) => {
    if (!seen.has(file)) {
      const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
      seen.set(file, text === undefined ? undefined : isTest(file) ? testTitles(file, text) : [text]);
    }
    return seen.get(file);
  };
}

/** What is wrong with a file as a proof that it says these words, as part of a test's title where it is a test; undefined when nothing is. */
export function proofFault(file: string, words: string, lookUp: FileLookUp): string | undefined {
  const said = lookUp(file);
  if (!said) return `there is no file ${file}`;
  if (said.some((text) => text.replace(/\s+/g, ' ').includes(words))) return undefined;
  return isTest(file) ? `no test of ${file} is called '${words}'` : `${file} does not say '${words}'`;
}

/** The titles of every test file of a checkout, by its path from the root. */
function titlesOfAll(root: string): ReadonlyMap<string, readonly string[]> {
  const exclude = (name: string): boolean => ['node_modules', 'dist', '.data', '.cache'].includes(name);
  const files = globSync('**/*.spec.{ts,tsx}', { cwd: root, exclude }).filter(isTest).toSorted();
  return new Map(files.map((file) => [file, testTitles(file, readFileSync(join(root, file), 'utf8'))]));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const titles = titlesOfAll(root);
  const promises = [...titles].flatMap(([file, all]) => promisesIn(all).map(([id, title]) => ({ id, said: `${id}  ${title}  (${file})` })));
  if (process.argv.includes('--promises'))
    console.log(
      promises
        .map(({ said }) => said)
        .toSorted()
        .join('\n'),
    );
  else {
    const page = readFileSync(join(root, 'docs/parity.md'), 'utf8');
    const faults = [...parityFaults(page, (file) => titles.get(file)).map((fault) => `docs/parity.md ${fault}`), ...promiseFaults(titles)];
    for (const fault of faults) console.error(fault);
    const rows = parityRows(page);
    const counts = STATES.map((state) => `${rows.filter((row) => row.state === state).length} ${state}`).join(', ');
    const beyond = new Set(promises.map(({ id }) => id)).size;
    console.log(`parity: ${rows.length} rows of the specification, ${counts}; ${beyond} promises beyond it`);
    process.exitCode = faults.length > 0 ? 1 : 0;
  }
}

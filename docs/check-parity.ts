import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { tableRows } from './table-rows.ts';

/*
 * Holds docs/parity.md to the tests it names, and the titles of tests to the promises beyond the specification. Run by Node itself
 * (types are stripped), in `npm run check`:
 *   node docs/check-parity.ts              checks
 *   node docs/check-parity.ts --promises   prints what stands beyond the specification, as a table
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

function literalText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('${}');
  return undefined;
}

/** `it`, `it.each`, `describe.only` … as their names, or undefined for any other call. */
function runnerNames(callee: ts.Expression): string[] | undefined {
  if (ts.isIdentifier(callee)) return ['it', 'test', 'describe'].includes(callee.text) ? [callee.text] : undefined;
  if (ts.isPropertyAccessExpression(callee)) {
    const before = runnerNames(callee.expression);
    return before && [...before, callee.name.text];
  }
  return undefined;
}

function literalsIn(node: ts.Node): string[] {
  const own = literalText(node);
  const found = own === undefined ? [] : [own];
  ts.forEachChild(node, (child) => {
    found.push(...literalsIn(child));
  });
  return found;
}

const LEVELS = ['unit', 'unit-web', 'contract', 'int', 'e2e'] as const;

/** The kind of test a file holds, by its name; undefined for any other file. */
function levelOf(path: string): (typeof LEVELS)[number] | undefined {
  const level = /\.(unit|int|contract|e2e)\.spec\.tsx?$/.exec(path)?.[1] as 'unit' | 'int' | 'contract' | 'e2e' | undefined;
  return level === 'unit' && path.endsWith('x') ? 'unit-web' : level;
}

/** Whether a path is one of a test, by its name. */
export function isTest(path: string): boolean {
  return levelOf(path) !== undefined;
}

/** A `describe`, `it` or `test` that really runs: what is skipped or only planned proves nothing. */
interface Titled {
  readonly title: string;
  /** Texts of the table of an `each` that its title shows. */
  readonly cells: readonly string[];
  /** The title of the `describe` around it. */
  readonly around?: string;
  /** Of a `describe`: what stands in it. */
  readonly inner: readonly Titled[];
}

function titledIn(fileName: string, source: string): Titled[] {
  const kind = fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const within = (node: ts.Node, around?: string): Titled[] => {
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    return children.flatMap((child) => visit(child, around));
  };
  const visit = (node: ts.Node, around?: string): Titled[] => {
    if (!ts.isCallExpression(node)) return within(node, around);
    const table = ts.isCallExpression(node.expression) ? node.expression : undefined;
    const names = runnerNames(table ? table.expression : node.expression);
    if (names?.some((name) => name === 'skip' || name === 'todo')) return [];
    const title = names && node.arguments[0] && node.arguments.length > 1 ? literalText(node.arguments[0]) : undefined;
    if (title === undefined) return within(node, around);
    const cells = table && /[%$]/.test(title) ? table.arguments.flatMap(literalsIn) : [];
    return [{ title, cells, inner: within(node, title), ...(around === undefined ? {} : { around }) }];
  };
  return within(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, kind));
}

/** Titles of the tests in a file that really run. */
export function testTitles(fileName: string, source: string): string[] {
  const titlesOf = ({ title, cells, inner }: Titled): string[] => [title, ...cells, ...inner.flatMap(titlesOf)];
  return titledIn(fileName, source).flatMap(titlesOf);
}

const PROMISE_ID = /\bB[1-9]-[0-9]{3}\b/g;
/** Ids of rows, promises, faults and invariants, with what parts them from the words. */
const IDS = /\b(?:[SB][0-9]-[0-9]{2,3}|[FI][0-9]{1,2})\b,? ?/g;

const wordsOf = (title: string): string =>
  title
    .replace(IDS, '')
    .replace(/%[a-z#]|\$\w+|\$\{\}/g, '…')
    .trim();

/** What a title says, in the words of its `describe` where it has none of its own. */
function sentenceOf({ title, around = '', inner }: Titled, cell: string): string {
  const own = [around, cell, title].map(wordsOf).filter(Boolean).join(' ');
  return inner.length === 0 ? own : `${wordsOf(title)}: ${inner.map((one) => wordsOf(one.title)).join('; ')}`;
}

/** An id beyond the specification in a test file. */
export interface Promised {
  readonly id: string;
  readonly sentences: readonly string[];
}

/** The promises that the titles of a file carry, each with what they say of it. */
export function promisesIn(fileName: string, source: string): Promised[] {
  const found = new Map<string, string[]>();
  const look = (one: Titled): void => {
    for (const text of [one.title, ...one.cells])
      for (const [id] of text.matchAll(PROMISE_ID)) {
        const sentences = found.get(id) ?? [];
        found.set(id, [...new Set([...sentences, sentenceOf(one, text === one.title ? '' : text)])]);
      }
    one.inner.forEach(look);
  };
  titledIn(fileName, source).forEach(look);
  return [...found].map(([id, sentences]) => ({ id, sentences }));
}

/** What is wrong with the ids in titles, a sentence each. @param promises those of each test file, by its path */
export function promiseFaults(promises: ReadonlyMap<string, readonly Promised[]>): string[] {
  const faults: string[] = [];
  const fileOf = new Map<string, string>();
  for (const [file, all] of promises)
    for (const { id, sentences } of all) {
      const place = `${id} ${levelOf(file)}`;
      const earlier = fileOf.get(place);
      if (earlier !== undefined) faults.push(`${id} stands in ${earlier} and in ${file}, of one level: one of them is enough`);
      fileOf.set(place, file);
      for (const sentence of sentences)
        if (sentence.split(' ').filter((word) => /\p{L}/u.test(word)).length < 3)
          faults.push(`${file}: ${id} is said by no sentence: '${sentence}'`);
    }
  return faults;
}

/** What stands beyond the specification as a table, each promise in the words of its tests, the cheapest first. */
export function promiseTable(promises: ReadonlyMap<string, readonly Promised[]>): string {
  const byId = new Map<string, { readonly file: string; readonly sentences: readonly string[] }[]>();
  for (const [file, all] of promises) for (const { id, sentences } of all) byId.set(id, [...(byId.get(id) ?? []), { file, sentences }]);
  const rank = (file: string): number => LEVELS.findIndex((level) => level === levelOf(file));
  const rows = [...byId]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([id, proofs]) => {
      const cheapest = proofs.toSorted((one, other) => rank(one.file) - rank(other.file));
      const said = [...new Set(cheapest.flatMap(({ sentences }) => sentences))].join('; ').replaceAll('|', '\\|');
      return `| ${id} | ${said} | ${cheapest.map(({ file }) => file).join(', ')} |`;
    });
  return ['| id | what | proof |', '|---|---|---|', ...rows].join('\n');
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

/** Every test file of a checkout by its path from the root, with its text. */
function testFiles(root: string): ReadonlyMap<string, string> {
  const files = globSync('**/*.spec.{ts,tsx}', {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', '.data', '.cache'].includes(name),
  });
  return new Map(
    files
      .filter(isTest)
      .toSorted()
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const sources = testFiles(root);
  const promises = new Map([...sources].map(([file, source]) => [file, promisesIn(file, source)]));
  if (process.argv.includes('--promises')) console.log(promiseTable(promises));
  else {
    const page = readFileSync(join(root, 'docs/parity.md'), 'utf8');
    const titles = new Map([...sources].map(([file, source]) => [file, testTitles(file, source)]));
    const faults = [
      ...parityFaults(page, (file) => titles.get(file)).map((fault) => `docs/parity.md ${fault}`),
      ...promiseFaults(promises),
    ];
    for (const fault of faults) console.error(fault);
    const rows = parityRows(page);
    const count = (state: string): number => rows.filter((row) => row.state === state).length;
    const beyond = new Set([...promises.values()].flat().map(({ id }) => id)).size;
    console.log(
      `parity: ${rows.length} rows of the specification, ${STATES.map((state) => `${count(state)} ${state}`).join(', ')}; ${beyond} promises beyond it`,
    );
    process.exitCode = faults.length > 0 ? 1 : 0;
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { tableRows } from './table-rows.ts';

/*
 * Holds docs/parity.md to the tests it names. Run by Node itself (types are stripped), in `npm run check`:
 *   node docs/check-parity.ts
 */

export const STATES = ['works', 'partly', 'missing'] as const;

/** Heading of the rows that nobody specified; their ids begin with B. */
export const BEYOND = 'Beyond the specification';

/** One line of docs/parity.md: of the specification, or of what stands beyond it. */
export interface ParityRow {
  readonly line: number;
  /** Heading it stands under, empty before the first one. */
  readonly heading: string;
  readonly id: string;
  readonly what: string;
  readonly proofs: readonly string[];
  readonly state: string;
}

/** The rows of all tables whose first column is `id`. A row whose columns do not add up keeps an empty state and is so refused. */
export function parityRows(markdown: string): ParityRow[] {
  return tableRows(markdown, 'id').map(({ line, heading, cells }) => {
    const whole = cells.length === 5;
    return {
      line,
      heading,
      id: cells[0] ?? '',
      what: cells[1] ?? '',
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

/** Whether a path is one of a test, by its name. */
export function isTest(path: string): boolean {
  return /\.(unit|int|contract|e2e)\.spec\.tsx?$/.test(path);
}

/** Titles of the tests in a file that really run: what is skipped or only planned proves nothing. */
export function testTitles(fileName: string, source: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const table = ts.isCallExpression(node.expression) ? node.expression : undefined;
      const names = runnerNames(table ? table.expression : node.expression);
      if (names?.some((name) => name === 'skip' || name === 'todo')) return;
      const title = names && node.arguments[0] && node.arguments.length > 1 ? literalText(node.arguments[0]) : undefined;
      if (title !== undefined) {
        titles.push(title);
        if (table && /[%$]/.test(title)) titles.push(...table.arguments.flatMap(literalsIn));
      }
    }
    ts.forEachChild(node, visit);
  };
  const kind = fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, kind));
  return titles;
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
    if (!/^(S[1-9]-[0-9]{2,3}|B[1-9]-[0-9]{3})$/.test(row.id))
      fault('an id is S, the section, a dash and two or three digits, or B, the section, a dash and three digits');
    else if (row.id.startsWith('B') !== (row.heading === BEYOND)) fault(`rows of B, and no others, stand under '${BEYOND}'`);
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

/** Checks the page of a checkout. */
export function checkParity(root: string): { readonly faults: string[]; readonly rows: readonly ParityRow[] } {
  const page = readFileSync(join(root, 'docs/parity.md'), 'utf8');
  const seen = new Map<string, readonly string[] | undefined>();
  const titlesOf = (path: string): readonly string[] | undefined => {
    if (!seen.has(path)) {
      const full = join(root, path);
      seen.set(path, isTest(path) && existsSync(full) ? testTitles(path, readFileSync(full, 'utf8')) : undefined);
    }
    return seen.get(path);
  };
  return { faults: parityFaults(page, titlesOf), rows: parityRows(page) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { faults, rows } = checkParity(fileURLToPath(new URL('..', import.meta.url)));
  for (const fault of faults) console.error(`docs/parity.md ${fault}`);
  const count = (state: string): number => rows.filter((row) => row.state === state).length;
  const beyond = rows.filter(({ id }) => id.startsWith('B')).length;
  console.log(
    `parity: ${rows.length - beyond} rows of the specification and ${beyond} beyond it, ${STATES.map((state) => `${count(state)} ${state}`).join(', ')}`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
}

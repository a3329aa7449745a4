import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readTexts, textsIn, type ReadText } from './read-texts.ts';

/*
 * "One word, one thing": what docs/vocabulary.md retires is used nowhere any more: in no name, no text and no comment of the code, in no
 * file's name and in no document.
 */

const root = path.join(import.meta.dirname, '..');
const VOCABULARY = 'docs/vocabulary.md';
const ENDINGS = '{ts,tsx,mjs,cjs,css,yml,yaml,md}';
const FILES = [`{.*,*}.${ENDINGS}`, `{contracts,packages,gateway,svc-*,shell,mfe-*,dev,e2e,bench,deploy,docs}/**/*.${ENDINGS}`];
const exclude = ['**/node_modules/**', '**/dist/**', VOCABULARY, 'docs/vocabulary.contract.spec.ts'];

/** A row of the table: `Name` is that name, `MOST_*` every name that begins so; folders stand for what lies in them. */
interface Retired {
  readonly names: readonly string[];
  /** Any of them as a word of a text, and as the name of a file. */
  readonly asWord: RegExp;
  readonly asFile: RegExp;
  readonly now: string;
  readonly folders: readonly string[];
}

/** What stands between backticks. */
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);

const kebab = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
const patternOf = (name: string) => name.replaceAll('*', '[\\w$]*');

/** The rows of the table of retired words. */
function retiredIn(page: string): Retired[] {
  const [, table = ''] = /\| retired \| now \| where \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(page) ?? [];
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [names = '', now = '', where = ''] = row
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      const retired = quoted(names);
      return {
        names: retired,
        asWord: new RegExp(`(?<![\\w$-])(?:${retired.map(patternOf).join('|')})(?![\\w$-])`),
        asFile: new RegExp(`^(?:${retired.map((name) => patternOf(kebab(name))).join('|')})$`),
        now,
        folders: where === 'everywhere' ? [''] : quoted(where),
      };
    });
}

/** Where a retired word is used in a file, a sentence each. */
function usesIn(file: string, text: string, table: readonly Retired[]): string[] {
  return table.flatMap(({ asWord, asFile, now, folders }) => {
    if (!folders.some((folder) => file.startsWith(folder))) return [];
    const isNamed = asFile.test(path.basename(file).split('.')[0]!);
    const lines = asWord.test(text) ? text.split('\n') : [];
    const used = lines.flatMap((line, index) => {
      const [word] = asWord.exec(line) ?? [];
      return word === undefined ? [] : [`${file}:${index + 1}: ${word} is retired, say ${now}`];
    });
    return [...(isNamed ? [`${file}: its own name is retired, say ${now}`] : []), ...used];
  });
}

describe('retired words', () => {
  const table = retiredIn(readFileSync(path.join(root, VOCABULARY), 'utf8'));

  it('stand in a table, each with what is said now and where', () => {
    expect(table.length).toBeGreaterThan(5);
    expect(table.filter(({ names, now, folders }) => names.length === 0 || now === '' || folders.length === 0)).toEqual([]);
    const gone = table.flatMap(({ folders }) => folders).filter((folder) => globSync(`${folder}*`, { cwd: root }).length === 0);
    expect(gone).toEqual([]);
  });

  it('are used in no name, no comment and no text', () => {
    const files = globSync(FILES, { cwd: root, exclude });
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.flatMap((file) => usesIn(file, readFileSync(path.join(root, file), 'utf8'), table))).toEqual([]);
  });

  it.each([
    ['svc-x/src/a.ts', '// first\nclass SlowDown {}', ['svc-x/src/a.ts:2: SlowDown is retired, say login throttle']],
    ['svc-x/src/slow-down.unit.spec.ts', '', ['svc-x/src/slow-down.unit.spec.ts: its own name is retired, say login throttle']],
    ['svc-x/src/a.ts', 'const MOST_TRIES = 1;', ['svc-x/src/a.ts:1: MOST_TRIES is retired, say MAX_']],
    ['svc-y/src/a.ts', 'const MOST_TRIES = 1; const ALMOST_ALL = 2;', []],
  ])('would be seen in %s that says %j', (file, text, faults) => {
    const page =
      '| retired | now | where |\n|---|---|---|\n| `SlowDown`, `slowing` | login throttle | everywhere |\n| `MOST_*` | MAX_ | `svc-x/` |\n';
    expect(usesIn(file, text, retiredIn(page))).toEqual(faults);
  });
});

/** Texts that are given: by the specification, and names at the email provider. */
const GIVEN = /resend verification mail|\bMail Send\b|\bmail servers?\b/gi;

/** The word to say for each pattern that texts may not hold. */
function unsaidIn(page: string): { never: RegExp; say: string }[] {
  const [, table = ''] = /\| say \| meaning \| never \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(page) ?? [];
  return table
    .trim()
    .split('\n')
    .flatMap((row) =>
      quoted(row).map((never) => ({
        never: new RegExp(`(?<![\\w.\\-/@])(?:${never})(?![\\w\\-/@(=]|\\.\\w)`, /^[A-Z]/.test(never) ? '' : 'i'),
        say: row.split(' | ')[0]!.slice(2),
      })),
    );
}

function faultsOf(texts: readonly ReadText[], page: string): string[] {
  const unsaid = unsaidIn(page);
  return texts.flatMap(({ file, line, text }) =>
    unsaid.flatMap(({ never, say }) => {
      const [word] = never.exec(text.replace(GIVEN, '')) ?? [];
      return word === undefined ? [] : [`${file}:${line}: "${word}", say ${say}`];
    }),
  );
}

describe('words that people read', () => {
  const page = readFileSync(path.join(root, VOCABULARY), 'utf8');

  it('are those of the table, in every text', () => {
    expect(unsaidIn(page).length).toBeGreaterThan(15);
    const texts = readTexts();
    expect(texts.length).toBeGreaterThan(3_000);
    expect(faultsOf(texts, page)).toEqual([]);
  });

  it.each([
    ['a.tsx', '<p>The mail is on its way</p>', ['a.tsx:1: "mail", say email, emailed']],
    ['a.ts', 'const t = `Tell ${n} that somebody came`;', ['a.ts:1: "somebody", say someone, everyone, anyone']],
    ['a.ts', "const t = 'Resend Verification Mail';", []],
    ['a.md', 'See `mails` in [emails](mails.md), by the clock', ['a.md:1: "by the clock", say scheduled email']],
  ])('would be missed in %s: %s', (file, content, faults) => {
    expect(faultsOf(textsIn(file, content), page)).toEqual(faults);
  });
});

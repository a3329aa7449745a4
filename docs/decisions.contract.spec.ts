import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

/* A decision record says its choice briefly, and nothing leads to a page or a record that is not there. */

const root = path.join(import.meta.dirname, '..');
const DECISIONS = 'docs/decisions';
const MAX_LINES = 30;
const MAX_COLUMNS = 160;
const MAX_WORDS = 400;
const PARTS = ['Status:', '**Open.**', '**Considered.**', '**Taken.**', '**Costs.**'];
const FOLDERS = '{bench,contracts,deploy,dev,docs,e2e,gateway,mfe-*,packages,shell,svc-*}';

const exclude = ['**/node_modules/**', '**/dist/**'];
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const find = (...patterns: string[]) => globSync(patterns, { cwd: root, exclude }).sort();
const records = find(`${DECISIONS}/0*.md`);

/** What is wrong with the form of a record. */
function faultsOf(text: string): string[] {
  const lines = text.trimEnd().split('\n');
  const words = text.split(/\s+/).filter(Boolean).length;
  return [
    ...(lines.length > MAX_LINES ? [`${lines.length} lines`] : []),
    ...(words > MAX_WORDS ? [`${words} words`] : []),
    ...lines.flatMap((line, index) => (line.length > MAX_COLUMNS ? [`line ${index + 1} has ${line.length} columns`] : [])),
    ...PARTS.filter((part) => !lines.some((line) => line.startsWith(part))).map((part) => `no ${part}`),
  ];
}

/** Links of a page to files that are not there. Addresses of other sites and of this one, which begin with a slash, are left out. */
function deadLinks(page: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^()\s#:/][^()\s#:]*)(?:#[^()\s]*)?\)/g)]
    .map(([, to]) => to!)
    .filter((to) => !existsSync(path.join(root, path.dirname(page), to)))
    .map((to) => `${page}: ${to}`);
}

describe('decision records', () => {
  it.each(records)('%s says open, considered, taken and costs within 30 lines and 400 words', (file) => {
    expect(faultsOf(textOf(file))).toEqual([]);
  });

  it('are listed with their titles, each number once', () => {
    const [held = '', gone = ''] = textOf(`${DECISIONS}/README.md`).split('## Records that no longer hold');
    const listed = [...held.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| (.+) \|$/gm)];
    expect(listed.map(([, number, file, title]) => [`${DECISIONS}/${file}`, `# ${number} ${title}`])).toEqual(
      records.map((file) => [file, textOf(file).split('\n')[0]]),
    );
    const numbers = [...listed, ...gone.matchAll(/^\| (\d{4}) \|/gm)].map(([, number]) => number);
    expect(numbers).toEqual([...new Set(numbers)]);
  });
});

const sources = find('*', `${FOLDERS}/**/*`).map((file) => `/${file}`);

/**
 * Paths in backticks that lead nowhere, as whole paths or as the end of one; in a room's README they lead into it. What is compiled stands
 * for its source; placeholders (`svc-x`, `seat-map`) and what stands elsewhere (`.data`, `locks/` of a backup) are left out.
 */
function deadPaths(page: string, text: string): string[] {
  const room = /^(?!docs\/)(.+)\/README[.]md$/.exec(page)?.[1];
  const reached = room === undefined ? sources : sources.filter((file) => file.startsWith(`/${room}/`));
  return [...text.matchAll(/`([\w.{},/-]+\/|[\w.{},/-]*[\w}][.](?:tsx?|mjs|cjs|css|md)|[\w./-]+dist\/[\w./-]+[.]js)`/g)]
    .map(([, to]) => to!)
    .filter((to) => !/^\/|^\.data|seat-map|svc-x|^dist\/commands\/$|^locks\/$/.test(to))
    .filter((to) => {
      const source = to.replace(/(^|\/)dist\/(.*)[.]js$/, '$1src/$2.ts');
      return (
        !existsSync(path.join(root, source)) &&
        !reached.some((file) => file.endsWith(`/${source}`) || (source.endsWith('/') && file.includes(`/${source}`)))
      );
    })
    .map((to) => `${page}: ${to}`);
}

describe('links', () => {
  it('of pages lead to files', () => {
    const pages = find('*.md', `${FOLDERS}/**/*.md`);
    expect(pages).toContain(`${DECISIONS}/README.md`);
    expect(pages.flatMap((page) => [...deadLinks(page, textOf(page)), ...deadPaths(page, textOf(page))])).toEqual([]);
  });

  it.each([
    ['svc-x/README.md', '`docs/decisions.contract.spec.ts`, `/api/concert`', []],
    ['gateway/README.md', '`src/routing/gateway.ts`, `src/gateway.ts`, `place-booking.ts`', ['src/routing/gateway.ts', 'place-booking.ts']],
    [
      'docs/operate.md',
      '`svc-auth/dist/commands/migrate.js`, `svc-auth/dist/commands/gone.js`, `src/gone/`',
      ['svc-auth/dist/commands/gone.js', 'src/gone/'],
    ],
  ])('to paths in backticks of %s that are not there are found', (page, text, dead) => {
    expect(deadPaths(page, text)).toEqual(dead.map((to) => `${page}: ${to}`));
  });

  it('in comments lead to records that hold', () => {
    const numbers = records.map((file) => path.basename(file).slice(0, 4));
    const files = find('{.*,*}.{cjs,mjs,yml}', `${FOLDERS}/**/*.{ts,tsx,mjs,yaml,yml}`);
    const named = files.flatMap((file) =>
      [...textOf(file).matchAll(/(?:decisions\/|\bdecision )(\d{4})\b/g)].map(([, number]) => ({ file, number: number! })),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });
});

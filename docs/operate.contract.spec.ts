import { globSync } from 'node:fs';
import path from 'node:path';
import { PAGES } from '@concert/contracts/site/pages';
import { describe, expect, it } from '@jest/globals';
import { COMPOSE, containers, read, ROOT } from '../deploy/deploy-files.harness.ts';

const settingsPage = read('docs/settings.md');
/** What an operator reads about commands and settings. */
const pages = ['operate', 'settings', 'keys', 'kubernetes'].map((name) => read(`docs/${name}.md`)).join('\n');

const NAME = /^[A-Z][A-Z0-9_]+$/;
const named = (name: string) => settingsPage.includes(`\`${name}\``);
const sources = (...patterns: string[]) => globSync(patterns, { cwd: ROOT }).filter((file) => !/[.](spec|suite|harness)[.]ts$/.test(file));

/** A zod schema, as far as it is used here. */
interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown };
}

/** The settings a module declares: its exported tables of settings. */
async function settingsOf(file: string): Promise<[name: string, schema: Schema][]> {
  const module = (await import(path.join(ROOT, file))) as Record<string, unknown>;
  return Object.values(module)
    .filter((table): table is Record<string, Schema> => typeof table === 'object' && table !== null)
    .flatMap((table) => Object.entries(table))
    .filter(([name]) => NAME.test(name));
}

/** What the page of settings says a setting is when nobody sets it. */
function toldDefault(name: string): string | undefined {
  for (const [, names = '', told = ''] of settingsPage.matchAll(/^\| (`[A-Z0-9_`, ]+`) \| ([^|]*) \|/gm))
    if (names.includes(`\`${name}\``)) return told.trim();
  return undefined;
}

describe('pages for whoever runs it', () => {
  const files = sources('svc-*/src/settings.ts', 'gateway/src/settings.ts', 'packages/service-kit/src/process/settings.ts');

  it('finds the settings of every process', () => {
    expect(files).toHaveLength(6);
  });

  it('names every setting that a process reads, with the default it has', async () => {
    const settings = new Map((await Promise.all(files.map(settingsOf))).flat());
    expect(settings.size).toBeGreaterThan(30);
    expect([...settings.keys()].filter((name) => !named(name))).toEqual([]);
    const wrong = [...settings].flatMap(([name, schema]) => {
      const { success, data } = schema.safeParse(undefined);
      const value = !success || data === undefined || data === '' || (Array.isArray(data) && data.length === 0) ? undefined : data;
      const told = toldDefault(name);
      if (typeof value !== 'string' && typeof value !== 'number' && value !== undefined) return [];
      return value === undefined || told === String(value) ? [] : [{ name, told, is: value }];
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    [
      'a process reads beside its settings',
      sources('{svc-*,gateway}/src/**/*.ts', 'packages/service-kit/src/**/*.ts'),
      /process[.]env(?:[.]|\[')([A-Z][A-Z0-9_]+)/g,
    ],
    ['the server of a web room reads', ['gateway/src/web-server.ts'], /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b(?=[,: }])/g],
    ['docker-compose.yml takes', ['docker-compose.yml'], /\$\{([A-Z][A-Z0-9_]+)/g],
    ['an image is built with', ['deploy/Dockerfile'], /^ARG ([A-Z]+(?:_[A-Z]+)*)/gm],
    ['.ci/run takes', ['.ci/run'], /\$\{(CONCERT_[A-Z_]+)/g],
    [
      'the commands of a checkout take',
      sources('dev/**/*.ts', 'e2e/**/*.ts', 'packages/{machine-kit,test-kit}/src/*.ts'),
      /\benv[.]([A-Z][A-Z0-9_]+)/g,
    ],
  ])('names what %s', (_, places, pattern) => {
    const names = new Set(places.flatMap((file) => [...read(file).matchAll(pattern)].map(([, name = '']) => name)));
    for (const known of ['PATH', 'NODE_ENV', 'SECRETS_FOLDER', 'MONGO_HOST']) names.delete(known);
    expect(names.size).toBeGreaterThan(0);
    expect(
      [...names].filter(
        (name) => !named(name) && !named(name.replace(/_FILE$/, '')) && !pages.includes(`\`${name}=`) && !pages.includes(` ${name}=`),
      ),
    ).toEqual([]);
  });

  it('names each setting once in a section, and none that nothing takes', () => {
    const places = ['{.*,*}.yml', '.env.example', '.ci/run', 'deploy/**/*.*', '{bench,dev,e2e,gateway,packages,svc-*}/**/*.{ts,mjs}'];
    const texts = globSync(places, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).map(read);
    // Programs are looked for by a setting of their name.
    const taken = new Set(['CADDY', 'PROMTOOL', ...texts.flatMap((text) => text.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [])]);
    for (const section of settingsPage.split(/^## /m)) {
      const names = [...section.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap(
        ([, cell = '']) => cell.match(/[A-Z0-9_]+/g) ?? [],
      );
      expect(names.filter((name, at) => names.indexOf(name) !== at || !taken.has(name))).toEqual([]);
    }
  });

  it('names every command an operator has, and no other', async () => {
    const { COMMANDS } = (await import(path.join(ROOT, 'dev/commands/ops/commands.ts'))) as { COMMANDS: readonly { name: string }[] };
    const told = [...pages.matchAll(/npm run ops -- ([a-z][a-z -]*?)(?= [A-Z/<`]|`|$| {2,})/gm)].map(([, words = '']) => words.trim());
    expect(told.length).toBeGreaterThan(3);
    // The set-up stands with what is deployed, and has options of its own.
    const own = told.filter((words) => words !== 'setup');
    expect(own.filter((words) => !COMMANDS.some(({ name }) => name === words || name.startsWith(`${words} `)))).toEqual([]);
    expect(COMMANDS.map(({ name }) => name.split(' ')[0]!).filter((subject) => !read('docs/operate.md').includes(subject))).toEqual([]);
  });

  it.each([['docs/operate.md', 300]])('B4-567 %s has %d lines at most, none wider than 250', (file, most) => {
    const lines = read(file).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(most);
    expect(lines.filter((line) => line.length > 250)).toEqual([]);
  });

  it('B4-566 gives in run-a-concert.md only commands, settings, pages and questions that there are', async () => {
    const guide = read('docs/run-a-concert.md');
    const found = (pattern: RegExp) => [...new Set([...guide.matchAll(pattern)].map(([, name = '']) => name))];
    const services = found(/docker compose (?:run|exec|logs|build|restart)((?: --?[^ ]+(?: \/\S+)?)* [a-z][a-z-]+)/g).map((words) =>
      words.split(' ').at(-1)!,
    );
    expect(services).toEqual(expect.arrayContaining(['setup', 'upkeep']));
    expect(services.filter((name) => !containers.some(([other]) => other === name))).toEqual([]);
    const pages = found(/`(\/[a-z][a-z-]*(?:\/users)?)`/g);
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((page) => !PAGES.some(({ path }) => path === page))).toEqual([]);
    const example = read('.env.example');
    expect(found(/\b(?!COMPOSE_)([A-Z]+_[A-Z_]+)\b/g).filter((name) => !example.includes(`#${name}=`) && !COMPOSE.includes(name))).toEqual(
      [],
    );
    const questions = [...read('deploy/setup/questions.ts').matchAll(/text: ['`]([^'`$]+)/g)].map(([, text = '']) => text);
    expect(questions.filter((text) => !guide.includes(text))).toEqual(['Client secret of Google']);
  });

  it('B4-568 README.md and CONTRIBUTING.md name every script of package.json, and no other', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const told = [...`${read('README.md')}${read('CONTRIBUTING.md')}`.matchAll(/npm (?:run )?(start|test|(?<=run )[a-z:]+)/g)].map(
      ([, name = '']) => name,
    );
    expect([...new Set(told)].sort()).toEqual(Object.keys(scripts).sort());
  });

  it('quotes for the evening at the doors what the screens of the door say', () => {
    const quotes = [...read('docs/evening.md').matchAll(/"([^"]+)"/g)].map(([, quote = '']) =>
      quote.replaceAll('…', '').replaceAll(/\s+/g, ' ').trim(),
    );
    expect(quotes.length).toBeGreaterThan(20);
    const words = ['door', 'helper-links'].map((feature) => read(`mfe-admin/src/features/${feature}/texts.ts`)).join('');
    expect(quotes.filter((quote) => !words.includes(quote))).toEqual([]);
  });
});

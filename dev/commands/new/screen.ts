import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '@concert/machine-kit/failure';
import { z } from 'zod';
import { type Draft, withElement, withImport } from './draft.ts';
import { kebabName, oneOf, routeName, type Names } from './names.ts';

/** Rooms whose screens are similar enough to be drafted. */
const ROOMS = ['mfe-admin'] as const;
const ACCESSES = ['organiser', 'admin'] as const;

/** The route that a screen reads. */
interface Read {
  readonly name: string;
  readonly table: string;
  /** Where its contract is, without extension: `contracts/booking/audit`. */
  readonly module: string;
  /** An answer its contract allows, as source. */
  readonly sample: string;
}

/** What may be said about a screen besides its names. */
export interface ScreenOptions {
  /** Who it is for; organisers, unless it is said. */
  readonly access?: string;
}

/** Drafts a screen that reads one route, from its address to its test. */
export async function draftScreen(draft: Draft, [room, given, reads]: readonly string[], options: ScreenOptions): Promise<void> {
  const home = oneOf('room for a new screen (others are written by hand, as CONTRIBUTING.md says)', ROOMS, room);
  const names = kebabName('screen', given);
  const access = oneOf('access of an organisers’ screen', ACCESSES, options.access ?? 'organiser');
  const read = await routeToRead(draft, routeName(reads).camel);
  const src = `${home}/src`;
  draft.create(`${src}/routes/${names.kebab}.tsx`, page(names, access));
  draft.create(`${src}/features/${names.kebab}/${names.kebab}-screen.tsx`, screen(names, read));
  draft.create(`${src}/features/${names.kebab}/${names.kebab}.module.css`, '.answer {\n  overflow-x: auto;\n  margin: 0;\n}\n');
  draft.create(`${src}/routes/${names.kebab}.unit.spec.tsx`, spec(names, read, access));
  draft.create(`${src}/features/${names.kebab}/texts.ts`, texts(names));
  draft.edit(`${src}/app.tsx`, withImport(`const ${names.pascal} = lazy(() => import('./routes/${names.kebab}.tsx'));`), (text) =>
    text.replace(/^(\s*)<\/Routes>/m, `$1  <Route path="/${names.kebab}" element={<${names.pascal} />} />\n$&`),
  );
  draft.edit(
    'contracts/site/pages.ts',
    withElement(
      /export const PAGES = \[/,
      `  { path: '/${names.kebab}', remote: '${home.slice('mfe-'.length)}', title: '${titleOf(names)}', access: '${access}' }`,
      'table of pages in contracts/site/pages.ts',
    ),
  );
}

const titleOf = ({ words }: Names) => words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** @throws Failure when there is no such route, or a screen cannot read it without being told what */
async function routeToRead(draft: Draft, name: string): Promise<Read> {
  for (const file of draft.find('contracts/{auth,booking,payment,notify}/*.ts').filter((each) => !each.includes('.spec.'))) {
    if (!new RegExp(`^  ${name}: \\{$`, 'm').test(draft.read(file))) continue;
    const tables = (await import(pathToFileURL(path.join(draft.root, file)).href)) as Readonly<
      Record<string, Readonly<Record<string, never>>>
    >;
    const [table, routes] = Object.entries(tables).find(([each, value]) => each.endsWith('Routes') && name in value) ?? [];
    const route = routes?.[name] as { method: string; path: string; query?: z.ZodType; answer?: z.ZodType } | undefined;
    if (!table || !route) continue;
    if (route.method !== 'GET' || route.path.includes(':') || !route.answer || route.query?.safeParse({}).success === false)
      throw new Failure(
        `${name} cannot be read without being told what.`,
        'name a GET route without parameters, and change the screen afterwards.',
      );
    return { name, table, module: file.replace(/[.]ts$/, ''), sample: sampleOf(name, route.answer) };
  }
  throw new Failure(`There is no route ${name}.`, `add it first: npm run new -- route <owner> ${name} GET /api/<path>`);
}

/** A JSON schema, as far as samples need it. */
interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The smallest value that a schema allows. */
function leastOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return leastOf(schema.anyOf.find(({ type }) => type === 'null') ?? schema.anyOf[0]!);
  if (schema.type === 'object')
    return Object.fromEntries((schema.required ?? []).map((key) => [key, leastOf(schema.properties?.[key] ?? {})]));
  if (schema.type === 'array') return [];
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(0, schema.minimum ?? 0);
  if (schema.type === 'boolean') return false;
  if (schema.type === 'null') return null;
  return schema.format === 'date-time' ? '2026-05-01T02:00:00.000Z' : 'text';
}

/** @throws Failure when no answer can be made up */
function sampleOf(name: string, answer: z.ZodType): string {
  const sample = leastOf(z.toJSONSchema(answer, { unrepresentable: 'any' }) as JsonSchema);
  if (!answer.safeParse(sample).success)
    throw new Failure(
      `No answer of ${name} could be made up for the screen's test.`,
      'name another GET route, and change screen and test afterwards.',
    );
  return JSON.stringify(sample);
}

const page = (
  { kebab, pascal, words }: Names,
  access: string,
) => `import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { ${pascal}Screen } from '../features/${kebab}/${kebab}-screen.tsx';
import { texts } from '../features/${kebab}/texts.ts';

/** \`/${kebab}\`: the ${words}. */
export default function ${pascal}() {
  const { purpose, lede } = texts;
  return (
    <OrganiserPage needs="${access}" purpose={purpose} lede={lede}>
      <${pascal}Screen />
    </OrganiserPage>
  );
}
`;

const screen = ({ kebab, pascal, words }: Names, { name, table, module }: Read) => `import { ${table} } from '@concert/${module}';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import styles from './${kebab}.module.css';
import { texts as words } from './texts.ts';

/** The ${words} as it was read. */
export function ${pascal}Screen() {
  const reading = useRoute(${table}.${name}, {});
  return (
    <Read reading={reading} words={words} skeleton={<Skeleton count={3} label={words.reading} />}>
      {(answer) => <pre className={styles.answer}>{JSON.stringify(answer)}</pre>}
    </Read>
  );
}
`;

const texts = ({ words }: Names) => `/** The words of the ${words}. */
export const texts = {
  purpose: 'see the ${words}',
  lede: 'What there is to know about the ${words}.',
  reading: 'Loading the ${words}',
  failed: 'The ${words} could not be loaded',
  again: 'Try again',
} as const;
`;

const spec = (
  names: Names,
  { name, table, module, sample }: Read,
  access: string,
) => `import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ${table} } from '@concert/${module}';
import type { Session } from '@concert/web-kit/session.tsx';
import { pass, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { cleanup, screen } from '@testing-library/react';
import { texts as words } from '../features/${names.kebab}/texts.ts';
import ${names.pascal} from './${names.kebab}.tsx';

const answer = ${sample} as const;

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

async function open(session: Session = person('${access}')) {
  await showScreen(<${names.pascal} />, { session, pageTitle: '${titleOf(names)}' });
  await pass(0);
}

describe('/${names.kebab}', () => {
  it('shows what the site answers', async () => {
    standInForSite(${table}, { ${name}: answer });
    await open();
    expect(screen.getByRole('heading', { level: 1, name: '${titleOf(names)}' })).toBeTruthy();
    expect(screen.getByText(JSON.stringify(answer))).toBeTruthy();
  });

  it('says why it could not be read, and reads it when asked again', async () => {
    standInForSite(${table}, { ${name}: [refusal('request.forbidden'), answer] });
    await open();
    expect(screen.getByText(words.failed)).toBeTruthy();
    await press(words.again);
    expect(screen.getByText(JSON.stringify(answer))).toBeTruthy();
  });

  it('asks nothing for a buyer', async () => {
    const { calls } = standInForSite(${table});
    await open(person('buyer'));
    expect(calls).toEqual([]);
  });
});
`;

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Route } from './core/route.ts';
import { sourceOf } from './core/envelope.ts';
import { FACTS } from './facts.ts';
import { ROUTES } from './routes.ts';

/* Who hears and asks whom: contracts, sources and the READMEs of the rooms say the same. */

const root = path.join(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const ROOMS = ['gateway', 'svc-auth', 'svc-booking', 'svc-notify', 'svc-payment'];
const routes = ROUTES.map(({ owner, name, route }) => ({ owner: `svc-${owner}`, name, route }));
const READERS: Readonly<Record<string, string>> = {
  public: 'everyone',
  session: 'people who are signed in',
  door: 'the door',
  organiser: 'organisers',
  admin: 'admins',
};
const lookedUp = (name: string) => {
  const found = routes.filter((route) => route.name === name);
  if (found.length !== 1) throw new Error(`${found.length} routes are named ${name}`);
  return found[0]!;
};
const addressOf = ({ method, path: at }: Route) => `${method} ${at}`;

/** `svc-x.purpose fact` for every handler in the services' sources. */
function handlers(): string[] {
  const modules = new Map(globSync('contracts/*/*.ts', { cwd: root }).map((file) => [file, textOf(file)]));
  const typeOf = (constant: string) => {
    for (const text of modules.values()) {
      const found = new RegExp(`export const ${constant} = defineFact\\(\\s*'([^']+)'`).exec(text);
      if (found) return found[1];
    }
    return constant;
  };
  return globSync('svc-*/src/**/*.handler.ts', { cwd: root }).flatMap((file) => {
    const text = textOf(file);
    const constant = (name: string) => new RegExp(`const ${name} = '([^']+)'`).exec(text)?.[1] ?? name;
    return [...text.matchAll(/@OnFact\((\w+), (?:'([^']+)'|(\w+))\)/g)].map(
      ([, fact = '', purpose, named = '']) => `${file.split('/')[0]}.${purpose ?? constant(named)} ${typeOf(fact)}`,
    );
  });
}

/** The routes of other rooms that a room's sources call. */
function asked(room: string): typeof routes {
  const files = globSync(`${room}/src/**/*.ts`, { cwd: root }).filter((file) => !/[.](spec|harness|suite)[.]ts$/.test(file));
  const names = files.flatMap((file) =>
    [...textOf(file).matchAll(/(?:[.]call\(\s*|provideApprovals\(.*, )\w+Routes[.](\w+)/g)].map(([, name]) => name!),
  );
  return [...new Set(names)].map(lookedUp);
}

describe('the consumers that facts name', () => {
  it('are exactly the queues that services listen to, so that each queue is there before a fact is first told', () => {
    const named = FACTS.flatMap(({ type, consumedBy }) => consumedBy.map((consumer) => `${consumer} ${type}`));
    expect(named.length).toBeGreaterThan(10);
    expect(named.sort()).toEqual(handlers().sort());
  });

  it('are at least one for each fact: one that nobody hears would still be stored, published and marked', () => {
    expect(FACTS.filter(({ consumedBy }) => consumedBy.length === 0).map(({ type }) => type)).toEqual([]);
  });
});

describe('the callers that internal routes name', () => {
  it('are exactly the rooms whose sources call them', () => {
    const internal = routes.filter(({ route }) => route.access === 'internal');
    const named = internal.flatMap(({ name, route }) => route.callers!.map((caller) => `${caller} ${name}`));
    const calls = ROOMS.flatMap((room) => asked(room).map(({ name, route }) => ({ room, name, route })));
    expect(named.sort()).toEqual(
      calls
        .filter(({ route }) => route.access === 'internal')
        .map(({ room, name }) => `${room} ${name}`)
        .sort(),
    );
  });
});

describe.each(ROOMS)('the README of %s', (room) => {
  const rows = new Map([...textOf(`${room}/README.md`).matchAll(/^\| ([a-z ]+) \| (.*) \|$/gm)].map(([, title, cell]) => [title, cell!]));
  const quoted = (title: string) => [...(rows.get(title) ?? '').matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
  /** A line for each group, groups and members in the order of their names. */
  const grouped = (pairs: readonly (readonly [string, string])[], groupOf: (name: string, members: string) => string) =>
    Object.entries(Object.groupBy(pairs, ([name]) => name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, members]) => groupOf(name, [...new Set(members!.map(([, member]) => member))].sort().join(', ')))
      .join('<br>');
  const made = {
    consumes: grouped(
      FACTS.flatMap(({ type, consumedBy }) =>
        consumedBy.filter((queue) => queue.startsWith(`${room}.`)).map((queue) => [queue.split('.')[1]!, `\`${type}\``] as const),
      ),
      (queue, facts) => `\`${queue}\` hears ${facts}`,
    ),
    publishes: grouped(
      FACTS.filter(({ type }) => sourceOf(type) === room).flatMap(({ type, consumedBy }) =>
        consumedBy.map((queue) => [type, queue.split('.')[0]!] as const),
      ),
      (fact, consumers) => `\`${fact}\` to ${consumers}`,
    ),
    asks: grouped(
      asked(room).map(({ owner, route }) => [owner, `\`${addressOf(route)}\``] as const),
      (owner, addresses) => `${owner} ${addresses}`,
    ),
    answers: grouped(
      routes
        .filter(({ owner, route }) => owner === room && route.access !== 'internal')
        .map(({ route }) => [READERS[route.access]!, `\`${route.path.split('/', 3).join('/')}\``] as const),
      (readers, addresses) => `to ${readers} ${addresses}`,
    ),
  };

  it.each(Object.entries(made).filter(([title]) => room !== 'gateway' || title !== 'answers'))(
    'says what it %s as contracts and sources do, after providers, which are named by hand',
    (title, row) => {
      const told = rows.get(title) ?? 'nothing';
      const wanted = row === '' ? 'nothing' : row;
      expect(told.slice(-wanted.length)).toBe(wanted);
      expect(told.slice(0, -wanted.length)).not.toContain('`');
    },
  );

  it('names the commands there are', () => {
    const commands = globSync('src/commands/*.ts', { cwd: path.join(root, room) }).filter((file) => !/[.](spec|harness)[.]ts$/.test(file));
    expect(
      quoted('by hand')
        .flatMap((command) => /^[a-z-]+(?=[.]js)/.exec(command) ?? [])
        .sort(),
    ).toEqual(commands.map((file) => path.basename(file, '.ts')).sort());
  });
});

import { describe, expect, it } from '@jest/globals';
import { COMPOSE, container, containers, PARTS, read, settingsNotGiven } from './deploy-files.harness.ts';

/* What an organiser may set, which containers get it, and the file that shows it are compared with what the processes read. */

/** What containers on networks of one machine have no use for, and what the engine rules (`stop_grace_period`). */
const NOT_HANDED_ON =
  /^(?:(?:MONGO_|RABBITMQ_)?TLS_(?:CA|CERT|KEY)_FILE|EVENTS_EXCHANGE|EVENTS_QUEUE_PREFIX|INSTANCE_ID|SHUTDOWN_SECONDS)$/;

/** Names that Compose takes from .env: `${NAME…`, and a variable of a container that has no value here. */
const taken = new Set([
  ...[...COMPOSE.matchAll(/\$\{([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) => name),
  ...containers.flatMap(([, { environment = {} }]) => Object.keys(environment).filter((name) => environment[name] === null)),
]);

const example = read('.env.example');
const LINE = /^#([A-Z][A-Z0-9_]+)=(.*)$/;

describe('settings of an installation in containers', () => {
  it('B4-522 reach the process that reads them, each one', async () => {
    const missing = await Promise.all(PARTS.map((part) => settingsNotGiven(part, Object.keys(container(part).environment ?? {}), 'all')));
    expect(missing.flat().filter((name) => !NOT_HANDED_ON.test(name))).toEqual([]);
  });

  it('B4-522 are shown by .env.example, all of them and no other, none set', () => {
    const names = example.split('\n').flatMap((line) => LINE.exec(line)?.[1] ?? []);
    expect(names.sort()).toEqual([...taken].sort());
    for (const line of example.split('\n')) expect(line).toMatch(/^(?:$|# |#[A-Z][A-Z0-9_]+=)/);
  });

  it('B4-522 are eight at most that an organiser has to know, each with a line of words', () => {
    const [above = '', below] = example.split(/^# -+ You may never need these -+$/m);
    expect(below).toBeDefined();
    const lines = above.split('\n');
    const settings = lines.flatMap((line, index) => (LINE.test(line) ? [{ line, words: lines[index - 1]! }] : []));
    expect(settings.length).toBeLessThanOrEqual(8);
    for (const { words } of settings) expect(words).toMatch(/^# \S.{20,}\.?$/);
  });

  it('B4-522 are shown with the defaults that docs/settings.md tells', () => {
    const page = read('docs/settings.md');
    const told = (name: string) =>
      [...page.matchAll(/^\| (`[A-Z0-9_`, ]+`) \| ([^|]*) \|/gm)]
        .filter(([, names = '']) => names.includes(`\`${name}\``))
        .map(([, , value = '']) => value.trim());
    for (const [, name = '', value = ''] of example.matchAll(new RegExp(LINE, 'gm')))
      if (/^\d+$/.test(value))
        expect({ name, told: told(name).some((one) => one.split(', ').includes(value)) }).toEqual({ name, told: true });
  });
});

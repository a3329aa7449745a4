import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { settingNamed, settingsOf } from './settings-of.ts';

/* What an organiser may set, which containers get it, and the file that shows it are compared with what the processes read. */

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const compose = read('docker-compose.yml');
const { services } = parse(compose, { merge: true, maxAliasCount: -1 }) as {
  services: Record<string, { readonly environment?: Readonly<Record<string, string | null>> }>;
};
const PARTS = ['gateway', 'svc-auth', 'svc-booking', 'svc-payment', 'svc-notify', 'shell', 'mfe-public', 'mfe-booking', 'mfe-admin'];

/** What containers on networks of one machine have no use for, and what the engine rules (`stop_grace_period`). */
const NOT_HANDED_ON =
  /^(?:(?:MONGO_|RABBITMQ_)?TLS_(?:CA|CERT|KEY)_FILE|EVENTS_EXCHANGE|EVENTS_QUEUE_PREFIX|INSTANCE_ID|SHUTDOWN_SECONDS)$/;

/** Names that Compose takes from .env: `${NAME…`, and a variable of a container that has no value here. */
const taken = new Set([
  ...[...compose.matchAll(/\$\{([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) => name),
  ...Object.values(services).flatMap(({ environment }) =>
    Object.entries(environment ?? {}).flatMap(([name, value]) => (value === null ? [name] : [])),
  ),
]);

const example = read('.env.example');
const LINE = /^#([A-Z][A-Z0-9_]+)=(.*)$/;
const shown = (text: string) => text.split('\n').flatMap((line) => LINE.exec(line)?.[1] ?? []);

describe('settings of an installation in containers', () => {
  it('B4-522 reach the process that reads them, each one', async () => {
    for (const part of PARTS) {
      const settings = await settingsOf(part);
      const given = Object.keys(services[part]!.environment ?? {}).map((name) => settingNamed(name, settings));
      const missing = settings.all.filter(
        (name) => !given.includes(name) && !settings.fromImage.includes(name) && !NOT_HANDED_ON.test(name),
      );
      expect({ part, missing }).toEqual({ part, missing: [] });
    }
  });

  it('B4-522 are shown by .env.example, all of them and no other, none set', () => {
    const names = shown(example);
    expect([...names].sort()).toEqual([...taken, 'COMPOSE_PROFILES'].sort());
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

import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Options } from '@swc/core';
import pLimit from 'p-limit';
import { Failure } from './failure.ts';
import { run } from './processes.ts';
import { withLock } from './lock.ts';
import { ROOM_NAMES, ROOT, SERVER_ROOMS, WEB_ROOMS, type ServerRoom, type WebRoom } from './rooms.ts';
import { fingerprint, folderFingerprint, isForTests, sourceFiles } from './source-files.ts';

const CACHE = path.join(ROOT, '.cache/build');

/** Bundling keeps one processor busy; more at once only makes each slower on the small machines this runs on. */
const BUNDLES_AT_ONCE = 2;
const BUNDLE_LIMIT_MS = 300_000;

export interface BuildReport {
  /** Files written by the compiler, over all server rooms. */
  compiled: number;
  /** Web rooms that had to be bundled. */
  bundled: string[];
}

/** Brings `dist` of the named rooms (all without names) up to date; what did not change is left alone. */
export async function build(names: readonly string[] = ROOM_NAMES): Promise<BuildReport> {
  const unknown = names.filter((name) => !ROOM_NAMES.includes(name));
  if (unknown.length > 0) {
    throw new Failure(`There is no room named ${unknown.join(', ')}.`, `choose from ${ROOM_NAMES.join(', ')}.`);
  }
  const [compiled, bundled] = await Promise.all([compileServers(names), bundleWeb(names)]);
  return { compiled, bundled };
}

/** Compiles server rooms; returns how many files were written. */
export async function compileServers(names: readonly string[] = ROOM_NAMES): Promise<number> {
  const rooms = SERVER_ROOMS.filter((room) => names.includes(room.name));
  if (rooms.length === 0) return 0;
  return alone('servers', async () => (await Promise.all(rooms.map(compileRoom))).reduce((sum, count) => sum + count, 0));
}

/** Bundles web rooms whose inputs changed; returns which. */
export async function bundleWeb(names: readonly string[] = ROOM_NAMES, say: (room: string) => void = () => {}): Promise<string[]> {
  const rooms = WEB_ROOMS.filter((room) => names.includes(room.name));
  if (rooms.length === 0) return [];
  return alone('web', () => bundleRooms(rooms, say));
}

/** Two builds of the same things at once would overwrite each other. */
async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  await mkdir(CACHE, { recursive: true });
  return withLock(path.join(CACHE, `${lock}.lock`), work);
}

/** Source path → fingerprint of what its output was made from. */
type Outputs = Record<string, string>;

async function compileRoom(room: ServerRoom): Promise<number> {
  const from = path.join(ROOT, room.from);
  const to = path.join(ROOT, room.to);
  const record = path.join(CACHE, `${room.name}.json`);
  const known = await readJson<Outputs>(record, {});
  const options = await compilerOptions();
  const recipe = fingerprint(JSON.stringify(options), await compilerVersion());
  const current: Outputs = {};
  let written = 0;

  const outcomes = await Promise.allSettled(
    (await sourceFiles(from)).filter(isOutputOf).map(async (file) => {
      const text = await readFile(path.join(from, file));
      const print = fingerprint(recipe, text);
      const target = path.join(to, outputName(file));
      if (known[file] !== print || !existsSync(target)) {
        await mkdir(path.dirname(target), { recursive: true });
        if (file.endsWith('.ts')) await compileFile(path.join(from, file), text.toString('utf8'), target, options);
        else await copyFile(path.join(from, file), target);
        written += 1;
      }
      current[file] = print;
    }),
  );
  for (const file of Object.keys(known)) {
    if (file in current || existsSync(path.join(from, file))) continue;
    const target = path.join(to, outputName(file));
    await Promise.all([rm(target, { force: true }), rm(`${target}.map`, { force: true })]);
  }
  await writeFile(record, JSON.stringify(current));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (refused.length > 0) {
    // Without the compiler's own stacks.
    const messages = refused.map((outcome) => (outcome.reason as Error).message.split('Caused by:')[0]!.trim());
    throw new Failure(
      `${room.name} does not compile: ${messages.join('\n')}`,
      'mend the file named above; `npm run check` shows every fault at once.',
    );
  }
  return written;
}

let options: Promise<Options> | undefined;

function compilerOptions(): Promise<Options> {
  options ??= readFile(path.join(ROOT, '.swcrc'), 'utf8').then((text) => {
    const { $schema: _, ...rest } = JSON.parse(text) as Options & { $schema?: string };
    return { ...rest, swcrc: false, configFile: false };
  });
  return options;
}

async function compilerVersion(): Promise<string> {
  const { version } = await readJson<{ version?: string }>(path.join(ROOT, 'node_modules/@swc/core/package.json'), {});
  return version ?? 'unknown';
}

async function compileFile(source: string, text: string, target: string, base: Options): Promise<void> {
  // Loaded only when something has to be compiled, so that a start without changes does not load a compiler.
  const { transform } = await import('@swc/core');
  const { code, map } = await transform(text, { ...base, filename: source, sourceFileName: path.relative(path.dirname(target), source) });
  if (map === undefined) {
    await writeFile(target, code);
    return;
  }
  await writeFile(target, `${code}\n//# sourceMappingURL=${path.basename(target)}.map\n`);
  await writeFile(`${target}.map`, map);
}

function isOutputOf(file: string): boolean {
  return !isForTests(file) && !file.endsWith('.d.ts') && !file.endsWith('.md') && !/^(package|tsconfig)[^/]*\.json$/.test(file);
}

function outputName(file: string): string {
  return file.replace(/\.ts$/, '.js');
}

async function bundleRooms(rooms: readonly WebRoom[], say: (room: string) => void): Promise<string[]> {
  const limit = pLimit(BUNDLES_AT_ONCE);
  try {
    const news = await Promise.all(rooms.map((room) => limit(() => bundleRoom(room, say))));
    return rooms.filter((_, index) => news[index]).map(({ name }) => name);
  } finally {
    // After a failed one no other is begun.
    limit.clearQueue();
  }
}

async function bundleRoom(room: WebRoom, say: (room: string) => void): Promise<boolean> {
  const manifest = await readJson<{ scripts?: Record<string, string> }>(path.join(ROOT, room.name, 'package.json'), {});
  if (manifest.scripts?.build === undefined) return false;
  const record = path.join(CACHE, `${room.name}.print`);
  const print = fingerprint(
    await folderFingerprint(room.inputs.map((input) => path.join(ROOT, input))),
    await readFile(path.join(ROOT, 'package-lock.json')),
  );
  const before = await readFile(record, 'utf8').catch(() => '');
  if (before === print && existsSync(path.join(ROOT, room.name, 'dist'))) return false;
  await rm(record, { force: true });
  say(room.name);
  // The same bundle whoever asks for it; a test run would say NODE_ENV=test.
  const { NODE_ENV: _, ...env } = process.env;
  const { code, output } = await run('npm', ['run', '--silent', 'build', '-w', room.name], { cwd: ROOT, env, withinMs: BUNDLE_LIMIT_MS });
  if (code !== 0)
    throw new Failure(
      `${room.name} could not be bundled:\n${output.trim()}`,
      `fix what is named above and run: npm run build ${room.name}`,
    );
  await writeFile(record, print);
  return true;
}

async function readJson<T>(file: string, otherwise: T): Promise<T> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return otherwise;
  }
}

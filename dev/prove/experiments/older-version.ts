import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { run } from '@concert/machine-kit/processes';
import { ROOT } from '@concert/machine-kit/rooms';

/** An older version of everything, built. */
export interface OlderVersion {
  /** As a person names it. */
  readonly name: string;
  readonly commit: string;
  readonly folder: string;
}

const FOLDER = path.join(ROOT, '.cache/before');
const BUILD_MS = 900_000;
/** The heading of a release. */
const RELEASE = String.raw`^## \[[0-9]+\.[0-9]+\.[0-9]+\]`;

/**
 * Finds the older version to compare with: the one named, else the newest release before this state: the commit that gave CHANGELOG.md its heading.
 * @throws Failure when this checkout has no such version
 */
export async function findOlderVersion(named: string | undefined): Promise<Pick<OlderVersion, 'name' | 'commit'>> {
  const git = async (...args: string[]) => {
    const { code, stdout } = await run('git', args, { cwd: ROOT });
    return code === 0 ? stdout.trim() : undefined;
  };
  const name = named ?? (await git('log', '--max-count=1', '--format=%H', '-G', RELEASE, 'HEAD^', '--', 'CHANGELOG.md'));
  const commit = name === undefined ? undefined : await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  if (name && commit) return { name, commit };
  if (named) throw new Failure(`This checkout knows no version ${named}.`, 'name a commit that `git log` shows.');
  throw new Failure(
    'This checkout knows no release before this state. What is promised between versions begins at the first release.',
    'fetch the whole history (git fetch --unshallow), or name a revision that stores and tells the same: npm run prove versions -- --beside COMMIT',
  );
}

/** Checks an older version out of the history and builds it in a folder of its own; an existing build is used again. */
export async function buildOlderVersion({ name, commit }: Pick<OlderVersion, 'name' | 'commit'>): Promise<OlderVersion> {
  const folder = path.join(FOLDER, commit.slice(0, 12));
  const done = path.join(folder, '.built');
  if (existsSync(done)) return { name, commit, folder };
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const assertThat = async (command: string, args: readonly string[], cwd: string) => {
    const { code, output } = await run(command, args, { cwd, withinMs: BUILD_MS });
    if (code !== 0)
      throw new Failure(
        `The version ${name} cannot be built:\n${output.trim().split('\n').slice(-12).join('\n')}`,
        'name another version of this project.',
      );
  };
  const archive = path.join(folder, 'tree.tar');
  await assertThat('git', ['archive', '--format=tar', `--output=${archive}`, commit], ROOT);
  await assertThat('tar', ['xf', archive, '-C', folder], folder);
  await rm(archive);
  const lock = 'package-lock.json';
  const [then, now] = await Promise.all([folder, ROOT].map((place) => readFile(path.join(place, lock), 'utf8')));
  if (then === now) {
    // Its own rooms are linked relative to the packages, so each tree finds itself.
    for (const modules of ['node_modules', ...globSync('*/node_modules', { cwd: ROOT })])
      await assertThat('cp', ['-al', path.join(ROOT, modules), path.join(folder, modules)], folder);
  } else {
    await assertThat('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], folder);
  }
  await assertThat(process.execPath, ['dev/commands/build.ts'], folder);
  await writeFile(done, commit);
  return { name, commit, folder };
}

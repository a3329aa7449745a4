import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from './failure.ts';
import { firstAvailable, Unavailable, type Provider } from './fallback-chain.ts';
import { run } from './processes.ts';

/** The full path of a program on the PATH (or at an absolute path), when this user may run it. */
export async function findProgram(name: string, folders = (process.env.PATH ?? '').split(path.delimiter)): Promise<string | undefined> {
  const places = path.isAbsolute(name) ? [name] : folders.filter(Boolean).map((folder) => path.join(folder, name));
  for (const place of places) {
    if (
      await access(place, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return place;
  }
  return undefined;
}

/** How packages of the system can be installed here: directly, through sudo without a password, or not at all. */
export async function packageInstaller(): Promise<readonly string[] | undefined> {
  if ((await findProgram('apt-get')) === undefined) return undefined;
  if (process.getuid?.() === 0) return [];
  if ((await findProgram('sudo')) === undefined) return undefined;
  const { code } = await run('sudo', ['-n', 'true'], { withinMs: 5_000 });
  return code === 0 ? ['sudo', '-n'] : undefined;
}

/** Installs packages of the system where that is allowed. @returns what prevented it, in words, or nothing when they are installed now */
export async function installPackages(packages: readonly string[]): Promise<string | undefined> {
  if (process.env['INSTALL_PACKAGES'] === 'no') return 'INSTALL_PACKAGES=no forbids installing packages';
  const prefix = await packageInstaller();
  if (prefix === undefined) return 'installing packages is not allowed here (not root, no sudo without a password, or no apt)';
  if (prefix.length > 0)
    process.stderr.write(`Installing ${packages.join(' ')} on this machine with sudo apt-get; INSTALL_PACKAGES=no forbids it.\n`);
  // Test files of one run may ask at the same time, and two apt-get processes cannot run at once.
  const alone = (await findProgram('flock')) ? ['flock', '-w', '300', path.join(tmpdir(), 'concert-apt.lock')] : [];
  const apt = (args: string[], withinMs: number) => {
    const quietly = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y', '-o', 'DPkg::Lock::Timeout=120'];
    const [command, ...rest] = [...prefix, ...alone, ...quietly, ...args];
    return run(command!, rest, { withinMs });
  };
  const install = () => apt(['install', '--no-install-recommends', ...packages], 600_000);
  let result = await install();
  if (result.code !== 0) {
    // A fresh machine or container has no package lists, or lists with versions that are no longer served.
    await apt(['update'], 400_000);
    result = await install();
  }
  return result.code === 0
    ? undefined
    : `apt-get could not install ${packages.join(' ')} (${result.output.trim().split('\n').at(-1) ?? ''})`;
}

/** A program of others, and how it is had. */
export interface Tool {
  /** In words, such as `a browser of the Chromium family`. */
  readonly what: string;
  /** Says where another one is. */
  readonly setting: string;
  /** Names and places under which it is installed, the best first. */
  readonly names: readonly string[];
  /** What it is run with to see that it runs. */
  readonly probe: string;
  /** Packages of Debian that hold it. Not every distribution has the first. */
  readonly packages: readonly string[];
}

/** Finds a program of others: one that is named, one on this machine, or one that may be installed. */
export function findTool(
  { what, setting, names, probe, packages }: Tool,
  { env = process.env, say = () => {} }: { env?: NodeJS.ProcessEnv; say?: (text: string) => void } = {},
): Promise<string> {
  const installed = async (): Promise<string | undefined> => {
    for (const name of names) {
      const place = await findProgram(name, (env.PATH ?? '').split(path.delimiter));
      if (place) return place;
    }
    return undefined;
  };
  const ways: Provider<string>[] = [
    {
      name: setting,
      attempt: async () => {
        const given = env[setting];
        if (!given) return new Unavailable('not set');
        const { code } = await run(given, [probe], { withinMs: 20_000 });
        if (code !== 0) throw new Failure(`${setting} names ${given}, which does not run.`, `point ${setting} to ${what}, or unset it.`);
        return given;
      },
    },
    { name: 'this machine', attempt: async () => (await installed()) ?? new Unavailable('none') },
    {
      name: 'apt',
      attempt: async () => {
        say(`Installing ${what} with apt`);
        const obstacles: string[] = [];
        for (const name of packages) {
          const obstacle = await installPackages([name]);
          if (!obstacle) return (await installed()) ?? new Unavailable(`the package ${name} does not hold it`);
          obstacles.push(obstacle);
        }
        return new Unavailable(obstacles.join('; '));
      },
    },
  ];
  const next = `install the package ${packages.at(-1)}, or set ${setting} to ${what} you have, and run the same command again.`;
  return firstAvailable(`${what[0]!.toUpperCase()}${what.slice(1)}`, ways, next);
}

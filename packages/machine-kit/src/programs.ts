import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

/**
 * Installs packages of the system where that is allowed.
 * @returns what prevented it, in words, or nothing when they are installed now
 */
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
  return result.code === 0 ? undefined : `apt-get could not install ${packages.join(' ')} (${lastLine(result.output)})`;
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}

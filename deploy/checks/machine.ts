import { advice, check, green, red, unknown, type Check } from './check.ts';
import type { House } from './house.ts';

/** A check of the machine of a site in containers, and of no computer on which `npm start` tries one. */
const onServer = (id: string, look: Check['look']): Check =>
  check(id, (house) => (house.env['DOMAIN'] || house.env['TRUSTED_PROXIES'] || house.from === 'inside' ? look(house) : undefined));

const NEEDED_CORES = 2;

/** Cores for the sale, and what MongoDB 5 and later cannot run without: AVX on Intel and AMD, ARMv8.2-A elsewhere. */
export const processorCheck = onServer('processor', ({ machine }) => {
  const text = machine.read('/proc/cpuinfo');
  if (text === undefined) return unknown(`${machine.cores} cores.`, 'What the processor can do is not seen here.');
  const cores = text.match(/^processor\s*:/gm)?.length ?? machine.cores;
  const abilities = new Set(/^(?:flags|Features)\s*:(.*)$/m.exec(text)?.[1]?.split(/\s+/));
  const isArm = /^Features\s*:/m.test(text);
  const seen = `The processor has ${cores} ${cores === 1 ? 'core' : 'cores'}.`;
  if (!abilities.has(isArm ? 'atomics' : 'avx'))
    return red(
      seen,
      `It lacks ${isArm ? 'ARMv8.2-A' : 'AVX'}, without which MongoDB does not start.`,
      isArm
        ? 'Take a server with a newer processor.'
        : 'In the virtual machine, let the processor be that of the host (type "host"), or take another server.',
    );
  if (cores >= NEEDED_CORES) return green(seen);
  return red(
    seen,
    `The site needs ${NEEDED_CORES}: with fewer a build takes long, and a sale does not hold what was measured.`,
    `Take a server with ${NEEDED_CORES} cores or more.`,
  );
});

/** What Node 24 asks for. */
const OLDEST = [4, 18];
/** From here on the memory allocator of MongoDB 8 breaks; its newer releases do not start there (MongoDB's SERVER-121912). */
const BREAKS_AT = [6, 19];
const FIRST_BROKEN = 8;

/** Whether the kernel goes with Node and with this database. */
export const kernelCheck = onServer('kernel', ({ env, machine }) => {
  const release = machine.read('/proc/sys/kernel/osrelease')?.trim();
  if (!release) return unknown('Which kernel runs here is not seen.');
  const [major = 0, minor = 0] = release.split('.').map((part) => parseInt(part, 10));
  const isBefore = ([a = 0, b = 0]: number[]) => major < a || (major === a && minor < b);
  const seen = `Linux ${release}.`;
  if (isBefore(OLDEST)) return red(seen, 'It is too old for the programs of this site.', 'Install Debian 12 or newer.');
  const [, database = ''] = /:(\d+)[^/]*$/.exec(env['MONGO_IMAGE']?.replace(/@.*/, '') ?? '') ?? [];
  if (isBefore(BREAKS_AT) || (database !== '' && Number(database) < FIRST_BROKEN)) return green(seen);
  return red(
    seen,
    `MongoDB ${FIRST_BROKEN} crashes on Linux ${BREAKS_AT.join('.')} and newer, or refuses to start.`,
    'Start an older kernel, as that of Debian 12 or 13 is, before anything is sold.',
  );
});

/** What a server that is sold as one of 4 GB shows at least: its kernel keeps some for itself. */
const KB_IN_GB = 1024 * 1024;
const NEEDED_KB = 3.4 * KB_IN_GB;
const inGb = (bytes: number, gb = 1e9) => `${(bytes / gb).toFixed(1)} GB`;

/** Whether everything fits into the memory at once. Swap is no substitute: a sale that waits for a disk does not hold. */
export const memoryCheck = onServer('memory', ({ machine }) => {
  const text = machine.read('/proc/meminfo') ?? '';
  const kbOf = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(text)?.[1] ?? NaN);
  const total = kbOf('MemTotal');
  if (Number.isNaN(total)) return unknown('How much memory this machine has is not seen.');
  const swap = kbOf('SwapTotal') || 0;
  const seen = `This machine has ${inGb(total, KB_IN_GB)} of memory.`;
  if (total >= NEEDED_KB) return green(seen);
  return red(
    seen,
    `The parts of the site may take 3.3 GB together${swap > 0 ? `, and the ${inGb(swap, KB_IN_GB)} of swap are no substitute` : ''}: some would be ended in the middle of a sale.`,
    'Take a server of 4 GB or more.',
  );
});

/** The images and what their build leaves, with room to build them once more. */
const FIRST_BUILD = 8e9;
const FULL = { red: 0.95, advice: 0.8 };
type Disk = Awaited<ReturnType<House['machine']['disks']>>[number];
const leftOn = ({ free, total }: Disk) => `${inGb(free)} of ${inGb(total)} of disk are free.`;

/** Room on the disks of images and data: MongoDB stops when there is none. */
export const diskCheck = onServer('disk', async ({ env, from, machine }) => {
  const disks = (await machine.disks()).filter(({ total }) => total > 0);
  const used = ({ free, total }: Disk) => 1 - free / total;
  const [fullest] = disks.toSorted((a, b) => used(b) - used(a));
  const [least] = disks.toSorted((a, b) => a.free - b.free);
  if (!fullest || !least) return unknown('How much room the disk has is not seen.');
  const percent = Math.round(used(fullest) * 100);
  const seen = leftOn(fullest);
  const next = 'Make room: docker system df shows what images and builds take, docker builder prune gives that of builds back.';
  if (used(fullest) >= FULL.red) return red(seen, `${percent} % are used: the database is about to stop.`, next);
  // A house whose webhook is registered was built before.
  if (from === 'setup' && !env['STRIPE_WEBHOOK_ENDPOINT'] && least.free < FIRST_BUILD)
    return red(leftOn(least), `The first build takes up to ${inGb(FIRST_BUILD)}.`, next);
  if (used(fullest) >= FULL.advice) return advice(seen, `${percent} % are used.`, next);
  return green(seen);
});

/** Whether others on this machine can read the secrets, or put other ones in their place. */
export const rightsCheck = check('rights', ({ file }) => {
  if (!file) return undefined;
  if (file.isFolder) return red('.env is a folder.', 'Docker makes one where a file is missing.', 'Type: rmdir .env');
  if (file.mode !== undefined && (file.mode & 0o077) !== 0)
    return red('Others on this machine can read .env.', 'It holds every key.', 'Type: chmod 600 .env');
  if ((file.folderMode & 0o002) !== 0)
    return red(
      'Others on this machine can write into the folder of the site.',
      'They could put another .env, or another program, in place of yours, as they can wherever new files are open to all (umask).',
      'Type: chmod -R o-w . and, in your shell and its start file, umask 022',
    );
  return green(file.mode === undefined ? 'There is no .env yet.' : 'Only its owner can read .env.');
});

import { isOnServer } from './about.ts';
import { green, red, unknown, type Check } from './check.ts';

/** What Node 24 asks for. */
const OLDEST = [4, 18];
/** From here on the memory allocator of MongoDB 8 breaks; its newer releases do not start there (MongoDB's SERVER-121912). */
const BREAKS_AT = [6, 19];
const FIRST_BROKEN = 8;

/** Whether the kernel goes with Node and with this database. */
export const kernelCheck: Check = {
  id: 'kernel',
  look: (house) => {
    const { env, machine } = house;
    if (!isOnServer(house)) return undefined;
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
  },
};

import { isOnServer } from './about.ts';
import { advice, green, red, unknown, type Check } from './check.ts';

/** The images and what their build leaves, with room to build them once more. */
const FIRST_BUILD = 8e9;
const FULL = { red: 0.95, advice: 0.8 };
const inGb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const leftOn = ({ free, total }: { free: number; total: number }) => `${inGb(free)} of ${inGb(total)} of disk are free.`;

/** Room on the disks of images and data: MongoDB stops when there is none. */
export const diskCheck: Check = {
  id: 'disk',
  look: async (house) => {
    const { env, from, machine } = house;
    if (!isOnServer(house)) return undefined;
    const disks = await machine.disks();
    const used = ({ free, total }: { free: number; total: number }) => 1 - free / total;
    const [fullest] = disks.filter(({ total }) => total > 0).sort((a, b) => used(b) - used(a));
    if (!fullest) return unknown('How much room the disk has is not seen.');
    const [least] = disks.filter(({ total }) => total > 0).sort((a, b) => a.free - b.free);
    const percent = Math.round(used(fullest) * 100);
    const seen = leftOn(fullest);
    const next = 'Make room: docker system df shows what images and builds take, docker builder prune gives that of builds back.';
    if (used(fullest) >= FULL.red) return red(seen, `${percent} % are used: the database is about to stop.`, next);
    // A house whose webhook is registered was built before.
    if (from === 'setup' && !env['STRIPE_WEBHOOK_ENDPOINT'] && least!.free < FIRST_BUILD)
      return red(leftOn(least!), `The first build takes up to ${inGb(FIRST_BUILD)}.`, next);
    if (used(fullest) >= FULL.advice) return advice(seen, `${percent} % are used.`, next);
    return green(seen);
  },
};

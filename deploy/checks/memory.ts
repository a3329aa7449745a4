import { isOnServer } from './about.ts';
import { green, red, unknown, type Check } from './check.ts';

/** What a server that is sold as one of 4 GB shows at least: its kernel keeps some for itself. */
const NEEDED_KB = 3.4 * 1024 * 1024;
const inGb = (kb: number) => `${(kb / 1024 / 1024).toFixed(1)} GB`;

/** Whether everything fits into the memory at once. Swap is no substitute: a sale that waits for a disk does not hold. */
export const memoryCheck: Check = {
  id: 'memory',
  look: (house) => {
    const { machine } = house;
    if (!isOnServer(house)) return undefined;
    const text = machine.read('/proc/meminfo') ?? '';
    const kbOf = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(text)?.[1] ?? NaN);
    const total = kbOf('MemTotal');
    if (Number.isNaN(total)) return unknown('How much memory this machine has is not seen.');
    const swap = kbOf('SwapTotal') || 0;
    const seen = `This machine has ${inGb(total)} of memory.`;
    if (total >= NEEDED_KB) return green(seen);
    return red(
      seen,
      `The parts of the site may take 3.3 GB together${swap > 0 ? `, and the ${inGb(swap)} of swap are no substitute` : ''}: some would be ended in the middle of a sale.`,
      'Take a server of 4 GB or more.',
    );
  },
};

import { isOnServer } from './about.ts';
import { green, red, unknown, type Check } from './check.ts';

const NEEDED_CORES = 2;

/** Cores for the sale, and what MongoDB 5 and later cannot run without: AVX on Intel and AMD, ARMv8.2-A elsewhere. */
export const processorCheck: Check = {
  id: 'processor',
  look: (house) => {
    const { machine } = house;
    if (!isOnServer(house)) return undefined;
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
  },
};

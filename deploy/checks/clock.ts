import { green, red, unknown, type Check } from './check.ts';
import { OF_TIME, providersOf } from './ways-out.ts';

const MAX_OFF_MS = 10_000;
const inWords = (ms: number) => (ms < 120_000 ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`);

/** This clock beside those of the providers: where one of them goes with it, it is right. */
export const clockCheck: Check = {
  id: 'clock',
  look: async (house) => {
    const providers = providersOf(house);
    if (providers.length === 0) return undefined;
    const differences: number[] = [];
    let isBeyondCertificates = false;
    await Promise.all(
      providers.map(async ({ address }) => {
        const asked = house.now();
        const answer = await house.net.fetch(address, { method: 'HEAD' }).catch((error: Error) => {
          isBeyondCertificates ||= OF_TIME.test((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '');
        });
        const theirs = Date.parse(answer?.headers.get('date') ?? '');
        // Their clock shows whole seconds, and the answer was some time under way.
        if (!Number.isNaN(theirs)) differences.push((asked + house.now()) / 2 - theirs - 500);
      }),
    );
    const [difference] = differences.sort((a, b) => Math.abs(a) - Math.abs(b));
    const wrong = 'Payments, links and certificates are refused with a wrong clock.';
    const next = 'Let it be kept by the network: sudo timedatectl set-ntp true; timedatectl must say "synchronized: yes".';
    if (difference === undefined)
      return isBeyondCertificates
        ? red(
            `The clock of this machine says ${new Date(house.now()).toISOString().slice(0, 10)}, when no provider's certificate is valid.`,
            wrong,
            next,
          )
        : unknown(
            'No provider told its time.',
            'Whether the clock of this machine is right is not known.',
            'Mend the row "ways-out" first.',
          );
    if (Math.abs(difference) <= MAX_OFF_MS) return green('The clock goes with those of the providers.');
    const side = difference > 0 ? 'ahead of' : 'behind';
    return red(`The clock of this machine is ${inWords(Math.abs(difference))} ${side} those of the providers.`, wrong, next);
  },
};

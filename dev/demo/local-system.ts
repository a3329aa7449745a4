import { Failure } from '@concert/machine-kit/failure';
import { readAddress, systemFilePaths, type SystemAddress } from '../system/address.ts';
import { lockHolder } from '@concert/machine-kit/lock';

/** A system that no real payment and no real mail leaves. */
export type LocalSystem = SystemAddress & Required<Pick<SystemAddress, 'payments' | 'mailbox' | 'identity'>>;

/**
 * The system that runs on a data folder, if it is one to play with.
 * @throws Failure when none runs, or when it pays, mails or signs in at a real account
 */
export async function localSystem(dataFolder: string): Promise<LocalSystem> {
  const running = (await lockHolder(systemFilePaths(dataFolder).lock)) === undefined ? undefined : await readAddress(dataFolder);
  if (running === undefined)
    throw new Failure('No system runs here.', 'start one with npm start in another terminal, wait until it is ready, and run this again.');
  const { payments, mailbox, identity } = running;
  const real = Object.entries({ Stripe: payments, SendGrid: mailbox, Google: identity }).filter(([, standIn]) => standIn === undefined);
  if (payments === undefined || mailbox === undefined || identity === undefined)
    throw new Failure(
      `This system uses a real account of ${real.map(([name]) => name).join(' and ')}, and invented buyers have no place there.`,
      'start one without the keys of real accounts in its environment (docs/settings.md), so that the stand-ins are used.',
    );
  return { ...running, payments, mailbox, identity };
}

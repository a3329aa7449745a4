import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { run } from '@concert/machine-kit/processes';
import type { Settings } from './process-settings.ts';
import { ROOT, type ServiceName } from '@concert/machine-kit/rooms';
import type { SampleAccount } from './sample-accounts.ts';

const MAX_RUN_MS = 150_000;

/** What Node is started with for a program of ours: errors point into the sources. */
export const NODE_FLAGS = ['--enable-source-maps'];

/** Runs a command of a service to its end. @param entry its file among the built commands */
export function runServiceCommand(service: ServiceName, entry: string, settings: Settings, args: readonly string[] = []) {
  return run(process.execPath, [...NODE_FLAGS, path.join(ROOT, service, 'dist/commands', entry), ...args], {
    env: settings,
    cwd: ROOT,
    withinMs: MAX_RUN_MS,
  });
}

/** Makes the sample accounts that are not there yet, or ends them where real money is taken. @throws Failure with what the program said */
export async function seedAccounts(settings: Settings, accounts: readonly SampleAccount[], paymentsLive: boolean): Promise<void> {
  const given = { SEED_ACCOUNTS: JSON.stringify(accounts), PAYMENTS_LIVE: String(paymentsLive) };
  const { code, output } = await runServiceCommand('svc-auth', 'seed-accounts.js', { ...settings, ...given });
  if (code !== 0)
    throw new Failure(
      `The sample accounts could not be ${paymentsLive ? 'ended' : 'made'}:\n${output.trim().split('\n').slice(-12).join('\n')}`,
      'fix what is named above and run the same command again.',
    );
}

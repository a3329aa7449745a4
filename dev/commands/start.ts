import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { takeEnvFile } from '../system/env-file.ts';
import { reportAndExit } from '../system/report-and-exit.ts';
import { elapsed, step } from '../system/progress.ts';
import { ROOT } from '@concert/machine-kit/rooms';
import { startSystem, type System } from '../system/system.ts';
import { untilAborted, stopOnSignals } from '../system/stop-on-signals.ts';

export const DATA_FOLDER = path.join(ROOT, '.data');
const SAMPLE_VENUE = path.join(ROOT, 'dev/demo/sample-venue.ts');
const run = promisify(execFile);

/** Everything a person needs once the system runs. */
export function startScreen(system: System): string {
  const [account] = system.accounts;
  const rows: [string, string][] = [
    ['Site', system.site],
    ...(system.mailbox ? ([['Mailbox', system.mailbox]] as [string, string][]) : []),
    ...(system.payments
      ? ([['Payments', `${system.payments}  (stand-in; pays with card 4242 4242 4242 4242)`]] as [string, string][])
      : []),
    ...(system.identity ? ([['Google', `${system.identity}  (stand-in; enter any address)`]] as [string, string][]) : []),
    ['API docs', `${system.site}/api/docs`],
    ...((account
      ? [
          ['Accounts', system.accounts.map(({ email }) => email).join('  ')],
          ['Password', `${account.password}  (for each of them)`],
        ]
      : [['Accounts', 'none beside a live payment key; after a sign-up: npm run ops -- first-admin EMAIL']]) as [string, string][]),
    ['Logs', path.relative(ROOT, system.logs)],
    ['Stop', 'Ctrl-C; the data stay. Start over with: npm run reset'],
  ];
  return rows.map(([name, value]) => `${name.padEnd(10)}${value}`).join('\n');
}

if (import.meta.main) {
  const signal = stopOnSignals();
  console.log('Starting the concert system\n');
  takeEnvFile(ROOT);
  try {
    const system = await startSystem({ dataFolder: DATA_FOLDER, signal });
    if (system.accounts.length > 0) {
      // A process of its own, because it imports what a fresh checkout has only now that all is compiled.
      await step('Sample venue', () =>
        run(process.execPath, [SAMPLE_VENUE, DATA_FOLDER]).catch(({ stderr, message }: Error & { stderr?: string }) => {
          throw new Failure(
            `The sample venue could not be furnished:\n${(stderr || message).trim()}`,
            `look into ${path.relative(ROOT, system.logs)}/gateway.log and run the same command again.`,
          );
        }),
      );
    }
    console.log(`\nReady in ${elapsed()}\n\n${startScreen(system)}\n`);
    await untilAborted(signal);
    console.log('\nStopping …');
    await system.stop();
    console.log('Everything is stopped; the data stay.');
    process.exit(0);
  } catch (error) {
    if (!signal.aborted) reportAndExit(error);
    console.log('\nStopped before it was ready; the data stay.');
    process.exit(130);
  }
}

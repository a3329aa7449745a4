import { setTimeout as pause } from 'node:timers/promises';
import { formatMoney } from '@concert/contracts/core/money';
import { CommandError, runCommand } from '@concert/service-kit/store/command';
import { databaseSettings, readSettings } from '@concert/service-kit/process/settings';
import { MongoMoneyChecks } from '../money-check/mongo-money-checks.ts';

const WAIT_MS = 120_000;
const LOOK_MS = 500;
const dollars = (amountMinor: number) => formatMoney(amountMinor).padStart(16);

await runCommand(
  'svc-payment',
  'money could not be compared',
  () => readSettings(databaseSettings),
  async (connection) => {
    const checks = new MongoMoneyChecks(connection);
    const before = (await checks.state()).proof?.at;
    // Only the running svc-payment has the keys to all three sides, so this only asks it for a check.
    await checks.askForCheck({ state: 'waiting', startedBy: 'operator', since: new Date().toISOString() });
    const until = Date.now() + WAIT_MS;
    let { check, proof: result } = await checks.state();
    while (check && check.state !== 'failed' && Date.now() < until) {
      await pause(LOOK_MS);
      ({ check, proof: result } = await checks.state());
    }
    if (!result || result.at === before || check)
      throw new CommandError(
        check?.state === 'failed'
          ? `the money was not compared: ${check.away ?? 'its own comparison'} failed`
          : 'no answer: does svc-payment run, and do svc-booking and the payment provider answer it?',
      );
    const { bookings, ledger, provider, leavingMinor, givenMinor, settling, open } = result;
    process.stdout.write(
      `bookings ${dollars(bookings.heldMinor)}   of ${bookings.count} bookings with money\nledger   ${dollars(ledger.heldMinor)}   for ${ledger.count} bookings\nprovider ${dollars(provider.heldMinor)}   for ${provider.count} bookings\n`,
    );
    process.stdout.write(
      `${dollars(leavingMinor).trim()} of it is on its way back, ${dollars(givenMinor).trim()} was given to the welfare work; ${open} open tasks, ${settling} differences checked again in a minute\n`,
    );
    for (const task of await checks.unresolved()) {
      process.stdout.write(
        `${task.bookingId}  ${task.state}  ${task.kind}  booking ${task.bookingStatus ?? 'unknown'} ${dollars(task.bookingMinor).trim()}, ledger ${dollars(task.ledgerMinor).trim()}, provider ${dollars(task.providerMinor).trim()}\n`,
      );
    }
    if (open + settling > 0) process.exitCode = 1;
  },
);

import path from 'node:path';
import { reportAndExit } from '../system/report-and-exit.ts';
import { ROOT } from '@concert/machine-kit/rooms';
import { USE_SYSTEM } from '../system/running-system.ts';
import { localSystem } from './local-system.ts';
import { runDemo, parseDemoOptions } from './play.ts';

/*
 * `npm run demo [-- <bookings>] [--seed <number>]` fills the system that `npm start` runs here, so that an organiser's first
 * look is not at an empty report. Everything goes through calls that anybody may make, and through the stand-ins' own pages.
 *
 * A second run adds as much again, with other people, until the seats run out. The same seed makes the same people order the same.
 *
 * Three states cannot be had by calls alone. A booking is `expired` once its half hour is over: those that are left on hold
 * become so while one looks. `late_paid` needs money that comes after that, and the mails of a cancelled concert need a
 * cancelled concert; the demo leaves both out.
 */

try {
  const system = await localSystem(path.resolve(ROOT, process.env[USE_SYSTEM] ?? '.data'));
  await runDemo(parseDemoOptions(process.argv.slice(2)), system);
} catch (error) {
  reportAndExit(error);
}

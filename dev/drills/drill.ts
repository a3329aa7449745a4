import { parseArgs } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { reportAndExit } from '../system/report-and-exit.ts';
import { endSignal } from '../system/own-system.ts';
import { DRILLS } from './drills.ts';
import { runDrill } from './run-drill.ts';

/*
 * Faults of one kind while people buy, on a system of its own; then the invariants. With `--control` the system lacks one guard, and the
 * drill has to end with a breach.
 *
 *   npm run drill -- <name|all> [--control] [--seed <number>] [--minutes <0.5 to 5>]
 */

const MAX_MINUTES = 5;

/** @returns whether each drill ended as it must */
async function drill(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { control: { type: 'boolean', default: false }, seed: { type: 'string' }, minutes: { type: 'string', default: '2' } },
  });
  const names = positionals[0] === 'all' ? Object.keys(DRILLS) : positionals;
  const [seed, minutes] = [Number(values.seed ?? Date.now() % 1_000_000), Number(values.minutes)];
  const known = names.length > 0 && names.every((name) => Object.hasOwn(DRILLS, name));
  if (!known || !Number.isInteger(seed) || !(minutes >= 0.5 && minutes <= MAX_MINUTES))
    throw new Failure(
      `There are the drills ${Object.keys(DRILLS).join(', ')}, and all; a seed is a whole number, and each takes ${MAX_MINUTES} minutes at most.`,
      'for example: npm run drill -- kills --seed 7 --minutes 2',
    );
  let fine = true;
  for (const name of names) {
    const { says, control } = DRILLS[name]!;
    console.log(`\n${name}: ${says}${values.control ? `; in this build ${control.lacks}` : ''}\nseed ${seed}, for ${minutes} minutes`);
    const breaches = await runDrill(name, DRILLS[name]!, seed, minutes, values.control);
    fine &&= breaches.length > 0 === values.control;
    if (!values.control)
      console.log(breaches.length === 0 ? 'Nothing was lost.' : `${breaches.length} breaches; the logs are in .cache/drill-logs/${name}.`);
    else
      console.log(
        breaches.length > 0 ? 'The control failed, as it must.' : 'The control passed: this drill does not see what its guard is for.',
      );
  }
  return fine;
}

try {
  process.exit((await drill()) ? 0 : 1);
} catch (error) {
  // What was under way when the drill was asked to end fails; it ends once everything is undone.
  if (!endSignal.aborted) reportAndExit(error);
}

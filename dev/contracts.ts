import { Failure } from '@concert/test-kit/failure';
import { reportAndExit } from './failure.ts';
import { breaks, promises } from './contracts/promises.ts';
import { readPublished, writePublished } from './contracts/published.ts';

/**
 * `npm run contracts`: writes the promises of the sources into `contracts/published/`, unless that would break somebody who
 * relies on those in force.
 */
async function publish(): Promise<void> {
  const [before, after] = [await readPublished(), promises()];
  const broken = breaks(before, after);
  if (broken.length > 0) throw new Failure(`These changes break who relies on the promises in force:\n  ${broken.join('\n  ')}`, 'Keep the old form and add a new version beside it: another path, or a fact with the next number.');
  await writePublished(after);
  console.log(`${after.size} documents written to contracts/published.`);
}

await publish().catch(reportAndExit);

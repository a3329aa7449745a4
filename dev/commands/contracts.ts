import { Failure } from '@concert/machine-kit/failure';
import { compileServers } from '@concert/machine-kit/build';
import { reportAndExit } from '../system/report-and-exit.ts';

/**
 * `npm run contracts`: writes the promises of the sources into `contracts/published/`, unless that would break a client that relies on
 * those in force.
 */
async function publish(): Promise<void> {
  // Promises are read from the compiled contracts, which have to match the sources.
  await compileServers(['contracts']);
  const { breaks, promises } = await import('./contracts/promises.ts');
  const { readPublished, writePublished } = await import('./contracts/published.ts');
  const [before, after] = [await readPublished(), promises()];
  const broken = breaks(before, after);
  if (broken.length > 0)
    throw new Failure(
      `These changes break who relies on the promises in force:\n  ${broken.join('\n  ')}`,
      'Keep the old form and add a new version beside it: another path, or a fact with the next number.',
    );
  await writePublished(after);
  console.log(`${after.size} documents written to contracts/published.`);
}

await publish().catch(reportAndExit);

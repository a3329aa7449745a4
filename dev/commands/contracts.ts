import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '@concert/machine-kit/failure';
import { compileServers } from '@concert/machine-kit/build';
import { reportAndExit } from '../system/report-and-exit.ts';

/**
 * `npm run contracts`: writes the promises of the sources into `contracts/published/`, unless that would break a client that relies on
 * those in force. `npm run contracts -- openapi FOLDER` writes the OpenAPI document of each service instead, internal routes included; `-- texts`
 * prints every text that people read, to be read in one go.
 */
async function publish([what, folder]: readonly string[]): Promise<void> {
  if (what === 'texts') {
    const { readTexts } = await import('../../docs/read-texts.ts');
    for (const { file, line, text } of readTexts()) console.log(`${file}:${line}: ${text.replace(/\s+/g, ' ').trim()}`);
    return;
  }
  // Promises are read from the compiled contracts, which have to match the sources.
  await compileServers(['contracts']);
  const { breaks, documents, promises } = await import('./contracts/promises.ts');
  if (what === 'openapi') {
    if (folder === undefined) throw new Failure('The folder is missing.', 'npm run contracts -- openapi /tmp/openapi');
    await mkdir(folder, { recursive: true });
    for (const [owner, document] of documents())
      await writeFile(path.join(folder, `${owner}.openapi.json`), `${JSON.stringify(document, null, 1)}\n`);
    return console.log(`${documents().size} documents written to ${folder}.`);
  }
  const { readPublished, writePublished } = await import('./contracts/published.ts');
  const [before, after] = [await readPublished(), promises()];
  const broken = breaks(before, after);
  if (broken.length > 0)
    throw new Failure(
      `These changes break who relies on the promises in force:\n  ${broken.join('\n  ')}`,
      'Keep the old form and add a new version beside it: another path, or a fact with the next number. Before the first release, take the line out of contracts/published and run this again.',
    );
  await writePublished(after);
  console.log(`${[...after.values()].reduce((sum, { size }) => sum + size, 0)} promises written to contracts/published.`);
}

await publish(process.argv.slice(2)).catch(reportAndExit);

import { faultsOfWords } from '@concert/test-kit/words';
import { expect, it } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { texts } from './texts.ts';

/** Names that are figures; counts that are never 1; two spaces of the specification. */
const ON_PURPOSE = [
  ...['complimentary.texts.list.dialog.done', 'complimentary.texts.sheet.how', 'door.texts.tickets', 'helper-links.texts.scan'],
  ...['refunds.texts.dialog.titleOf', 'refunds.texts.failed', 'refunds.texts.startedSeveral'],
];

/** What the features say, by their names: one that is added is looked through as well. */
async function featureTexts(): Promise<Readonly<Record<string, unknown>>> {
  const folder = join(dirname(fileURLToPath(import.meta.url)), 'features');
  const features = readdirSync(folder).filter((feature) => existsSync(join(folder, feature, 'texts.ts')));
  const modules = features.map(async (feature) => [feature, await (import(`./features/${feature}/texts.ts`) as Promise<unknown>)] as const);
  return Object.fromEntries(await Promise.all(modules));
}

it('every text stands without spaces around it, and speaks of one as of one', async () => {
  const features = await featureTexts();
  expect(Object.keys(features)).toEqual(expect.arrayContaining(['complimentary', 'refunds', 'report', 'users']));
  expect(faultsOfWords({ ...texts, ...features }, ON_PURPOSE)).toEqual([]);
});

import { describe, expect, it } from '@jest/globals';
import { PERSONAL_DATA } from '@concert/contracts/core/personal-data';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { authCollections } from '../svc-auth/src/indexes.ts';
import { bookingServiceCollections } from '../svc-booking/src/indexes.ts';
import { notifyCollections } from '../svc-notify/src/indexes.ts';
import { paymentCollections } from '../svc-payment/src/indexes.ts';

/*
 * The inventory of personal data, from which the privacy page is drawn, against what the services really do.
 */

interface Declared {
  readonly name: string;
  readonly kept: string;
  readonly schema: { readonly paths: Readonly<Record<string, unknown>> };
  readonly indexes: readonly { readonly name: string; readonly options?: { readonly expireAfterSeconds?: number } }[];
}

const COLLECTIONS: Readonly<Record<string, readonly Declared[]>> = {
  'svc-auth': authCollections,
  'svc-booking': bookingServiceCollections,
  'svc-payment': paymentCollections,
  'svc-notify': notifyCollections,
};

/** Fields that name somebody. */
const NAMES_SOMEBODY = /^(name|firstname|lastname|email|emailKey|phone|phoneno|address|from|reader)$/;
/** What is kept only until it was looked into, a moment later, or until the last service has reported an erasure. */
const KNOWN = new Set([
  'svc-auth account-requests.email',
  'svc-auth account-requests.emailKey',
  'svc-auth account-requests.name',
  'svc-auth erasures.email',
]);

/** Neither kept for ever nor ended by an index: a task, an erasure or a person ends them, or they hold one row for each of a few names. */
const ENDED_OTHERWISE = ['svc-auth passkeys', 'svc-auth account-requests', 'svc-booking waiting', 'svc-payment checkpoints'];

async function sourcesOf(service: string, kind: 'tests' | 'program'): Promise<string[]> {
  const folder = path.join(import.meta.dirname, '..', service, 'src');
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && name.endsWith('.int.spec.ts') === (kind === 'tests'),
  );
  return Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
}

/** The tests of a service that search its whole database for somebody who was erased; each names where that person was found before. */
async function erasureTestsOf(service: string): Promise<string> {
  return (await sourcesOf(service, 'tests')).filter((text) => /collectionsWithText\(\w+\.database, /.test(text)).join('\n');
}

it('every collection is kept for ever or ended by an index, but those that are known to be ended otherwise', () => {
  const ended = Object.entries(COLLECTIONS).flatMap(([service, collections]) =>
    collections
      .filter(
        ({ kept, indexes }) => !kept.startsWith('for ever') && !indexes.some(({ options }) => options?.expireAfterSeconds !== undefined),
      )
      .map(({ name }) => `${service} ${name}`),
  );
  expect(ended).toEqual(ENDED_OTHERWISE);
});

describe('the inventory of personal data', () => {
  it.each(PERSONAL_DATA.flatMap((row) => row.ends.map((ending) => [row.what, row.where, ending] as const)))(
    'B6-528 has an end that is carried out: %s, %s, %j',
    async (_what, where, ending) => {
      const collection = COLLECTIONS[where]!.find(({ name }) => name === ending.collection);
      expect(collection?.name).toBe(ending.collection);
      if (ending.by === 'index') {
        const found = collection!.indexes.find(({ name }) => name === ending.index);
        expect(found?.options?.expireAfterSeconds).toBe(ending.seconds);
      }
      if (ending.by === 'task')
        expect((await sourcesOf(where, 'program')).join('\n')).toContain(
          `provideTask(${ending.task.replace('-', '_').toUpperCase().replace('-PEOPLE', '')}_TASK,`,
        );
      if (ending.by === 'erasure') expect(await erasureTestsOf(where)).toContain(`'${ending.collection}'`);
    },
  );

  it('B6-528 tells of every row how it ends, and of every collection with names or addresses', () => {
    expect(PERSONAL_DATA.filter(({ ends }) => ends.length === 0).map(({ what }) => what)).toEqual([]);
    const told = new Set(PERSONAL_DATA.flatMap(({ where, ends }) => ends.map(({ collection }) => `${where} ${collection}`)));
    const untold = Object.entries(COLLECTIONS).flatMap(([service, collections]) =>
      collections
        .filter(({ name }) => !told.has(`${service} ${name}`))
        .flatMap(({ name, schema }) =>
          Object.keys(schema.paths)
            .filter((field) => NAMES_SOMEBODY.test(field))
            .map((field) => `${service} ${name}.${field}`),
        ),
    );
    expect(untold.filter((line) => !KNOWN.has(line))).toEqual([]);
  });
});

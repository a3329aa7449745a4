import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collectionsWithText } from '@concert/test-kit/collections-with-text';
import { NAMES, useDatabases } from '../../system/four-databases.harness.ts';
import { eraseAgain, erasedIn, readErased, writeErased } from './erase-again.ts';

const { databases, rows } = useDatabases();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'concert-erasures-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Collections of svc-auth that hold what belongs to an account. */
const TRACES = ['sessions', 'passkeys', 'login-places', 'account-links'];

/** What an old backup holds of somebody. */
async function restored(name: string): Promise<string> {
  const [userId, bookingId, entryId, email] = [`us_${name}id`, `bk_${name}id`, `cp_${name}id`, `${name}@example.org`];
  const found = { words: [name, email, `${name}id`], ticketIds: [], version: 3 };
  await rows('auth', 'users').insertOne({ _id: userId, name, email, emailKey: email });
  for (const traces of TRACES) await rows('auth', traces).insertOne({ _id: `one of ${name}`, userId });
  await rows('booking', 'reserve-your-seat').insertOne({
    _id: bookingId,
    userId,
    firstname: name,
    lastname: name,
    email,
    phoneno: name,
    amount: 5_000,
    ...found,
  });
  await rows('booking', 'complimentary-entries').insertOne({ _id: entryId, name, email, emailKey: email, phoneno: name, ...found });
  await rows('booking', 'invitations').insertOne({ _id: `iv_${name}id`, guest: { name, email, emailKey: email, phoneno: name } });
  await rows('booking', 'idempotency-keys').insertOne({ _id: `key of ${name}`, answer: { id: entryId, name } });
  await rows('payment', 'payment-sessions').insertOne({
    _id: `${bookingId}.1`,
    userbookingid: bookingId,
    email,
    amount: 5_000,
    version: 2,
  });
  await rows('payment', 'refunds').insertOne({ _id: `rf_${name}id`, bookingId, reader: email, version: 1 });
  await rows('notify', 'corrected-addresses').insertOne({ _id: entryId, email: `better.${email}` });
  await rows('booking', 'waiting').insertOne({ _id: `wt_${name}id`, userId, name, email });
  await rows('notify', 'concert-2024-contacts').insertOne({ _id: `ct_${name}id`, name, email: email.toUpperCase(), message: name });
  return userId;
}

/** Every collection that holds a text; the ids of the test begin with names too, so the texts end where ids go on. */
const holding = async (name: string) =>
  (
    await Promise.all(
      NAMES.map(async (database) =>
        (await collectionsWithText(databases[database]!, [`"${name}"`, `${name}@`])).map((found) => `${database} ${found}`),
      ),
    )
  ).flat();

describe('a restored backup', () => {
  it('B6-586 erases again who was erased since, and nobody else, and leaves the rest to the services', async () => {
    const [gone, stays] = [await restored('wilhelmina'), await restored('theodora')];
    const before = await holding('theodora');
    expect(await holding('wilhelmina')).toHaveLength(10);
    const erasedAt = '2026-11-20T10:00:00.000Z';
    expect(
      await eraseAgain(databases, [
        { userId: gone, erasedAt },
        { userId: 'us_unknown', erasedAt },
      ]),
    ).toBe(1);
    // The services look for what is left by the address, which goes once they have reported.
    expect(await holding('wilhelmina')).toEqual(['auth erasures']);
    expect(await rows('auth', 'erasures').find().toArray()).toMatchObject([
      { _id: gone, email: 'wilhelmina@example.org', erasedAt: new Date(erasedAt), awaits: ['svc-booking', 'svc-notify'] },
    ]);
    expect(await rows('booking', 'reserve-your-seat').findOne({ userId: gone })).toMatchObject({
      ...{ firstname: 'Erased', email: 'erased', amount: 5_000, version: 4, words: ['wilhelminaid'] },
    });
    expect(await holding('theodora')).toEqual(before);
    expect(await rows('auth', 'users').countDocuments({ _id: stays })).toBe(1);
    for (const traces of TRACES) expect([traces, await rows('auth', traces).distinct('userId')]).toEqual([traces, [stays]]);
    expect(await eraseAgain(databases, [{ userId: 'us_unknown', erasedAt }])).toBe(0);
  });

  it('B6-586 takes the list from a file, which names nobody', async () => {
    const file = path.join(folder, 'erasures.json');
    const known = await erasedIn(databases);
    expect(known).toHaveLength(1);
    await writeErased(file, known);
    expect(await readErased(file)).toEqual(known);
    await writeFile(file, '{"format":7}');
    await expect(readErased(file)).rejects.toThrow('is no list of erased people');
    await expect(readErased(path.join(folder, 'nowhere'))).rejects.toThrow('is no list of erased people');
  });
});

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { useDatabases } from '../../system/four-databases.harness.ts';
import { backUp } from './backup.ts';
import { putBack } from './backup-commands.ts';
import { accessIn, cameBack, endAccess } from './end-access.ts';

const { databases, rows } = useDatabases();
const USER = { role: 'buyer', passwordHash: 'one', googleSub: null, version: 1 };
const ENDED = ['sessions', 'account-links', 'account-requests', 'passkey-challenges', 'google-flows', 'helper-links', 'approvals'];

it('B9-601 after a restore nothing that was ended since the backup lets anybody in, and what came back is named', async () => {
  // As they were when the backup was made.
  await rows('auth', 'users').insertMany([
    { _id: 'us_same', ...USER, sessionEpoch: 3 },
    { _id: 'us_demoted', ...USER, role: 'admin', sessionEpoch: 0 },
    { _id: 'us_moved', ...USER, sessionEpoch: 0 },
  ] as never[]);
  await rows('auth', 'passkeys').insertOne({ _id: 'pk_1', userId: 'us_moved', credentialId: 'lost' });
  for (const name of ENDED) await rows('auth', name).insertOne({ _id: `one of ${name}`, userId: 'us_same' });
  await rows('booking', 'reserve-your-seat').insertMany([{ _id: 'bk_same', linkGeneration: 1 }, { _id: 'bk_renewed' }] as never[]);
  const backup = await accessIn(databases);
  const before = {
    epoch: 7,
    accounts: new Map([
      ['us_same', backup.accounts.get('us_same')!],
      ['us_demoted', { ...backup.accounts.get('us_demoted')!, role: 'buyer' }],
      ['us_moved', { role: 'buyer', ways: { password: 'two', 'Google account': '', passkeys: '' } }],
      ['us_new', { role: 'organiser', ways: {} }],
      ['us_new_buyer', { role: 'buyer', ways: {} }],
    ]),
    replaced: new Map([
      ['bk_same', 1],
      ['bk_renewed', 1],
    ]),
  };

  await endAccess(databases, before.epoch);

  for (const name of ENDED) expect([name, await rows('auth', name).countDocuments()]).toEqual([name, 0]);
  // Above every generation that a session or a code was ever made for.
  expect(await rows('auth', 'users').distinct('sessionEpoch')).toEqual([8]);
  expect(await rows('auth', 'passkeys').countDocuments()).toBe(1);
  expect(cameBack(before, await accessIn(databases))).toEqual([
    'us_demoted: admin, was buyer',
    'us_moved: buyer; password of the backup; passkeys of the backup',
    'us_new: was organiser, and is not there any more',
    'bk_renewed: its tickets and its link were replaced, and the former ones are good again',
  ]);
  expect(cameBack({ ...before, accounts: new Map() }, await accessIn(databases))).toContain('us_demoted: admin, and was not there before');
});

it('B8-563 the backup of a closed site brings sessions back as they were, and is refused once somebody used the site', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'closed-'));
  const key = randomBytes(32);
  const putItBack = () => putBack(databases, path.join(folder, 'backup'), key, () => undefined);
  try {
    await rows('auth', 'sessions').insertOne({ _id: 'open', lastUsedAt: new Date(0) });
    await backUp(databases, path.join(folder, 'backup'), key);
    await rows('auth', 'sessions').deleteMany({});
    await rows('booking', 'made-by-a-migration').insertOne({ _id: 'one' });
    await putItBack();
    expect(await rows('auth', 'sessions').distinct('_id')).toEqual(['open']);
    expect(await rows('booking', 'made-by-a-migration').countDocuments()).toBe(0);
    for (const [database, name, field] of [
      ['auth', 'sessions', 'lastUsedAt'],
      ['booking', 'reserve-your-seat', 'createdAt'],
    ] as const) {
      await rows(database, name).insertOne({ _id: 'later', [field]: new Date() });
      await expect(putItBack()).rejects.toThrow('Someone used the site');
      await rows(database, name).deleteOne({ _id: 'later' });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

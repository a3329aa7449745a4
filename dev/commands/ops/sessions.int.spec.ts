import { expect, it } from '@jest/globals';
import { useDatabases } from '../../system/four-databases.harness.ts';
import { Operation } from './operation.ts';
import { endAccess, sessions } from './sessions.ts';

const { databases, rows } = useDatabases();

const usedAt = new Date();
const expiresAt = new Date(Date.now() + 60_000);

/** An account with a session, a handoff code, a link that was used and a mail without one. */
async function account(name: string): Promise<string> {
  const userId = `us_${name}`;
  await rows('auth', 'users').insertOne({ _id: userId, emailKey: `${name}@example.org`, role: 'organiser', sessionEpoch: 3, version: 7 });
  await rows('auth', 'sessions').insertOne({ _id: `session of ${name}`, userId, signedInAt: usedAt, expiresAt });
  const links = [
    { _id: `handoff of ${name}`, tokenHash: `h${name}`, usedAt: null },
    { _id: `used by ${name}`, tokenHash: `u${name}`, usedAt },
    { _id: `told ${name}`, tokenHash: null, usedAt: null },
  ];
  for (const link of links) await rows('auth', 'account-links').insertOne({ ...link, userId });
  return userId;
}

const left = async (userId: string) => [
  await rows('auth', 'users').findOne({ _id: userId }, { projection: { _id: 0, sessionEpoch: 1, version: 1 } }),
  await rows('auth', 'sessions').countDocuments({ userId }),
  (await rows('auth', 'account-links').find({ userId }).toArray()).map(({ _id }) => _id.split(' ')[0]),
];
const ENDED = [{ sessionEpoch: 4, version: 8 }, 0, ['used', 'told']];
const OPEN = [{ sessionEpoch: 3, version: 7 }, 1, ['handoff', 'used', 'told']];

it('B9-597 sessions end leaves no way in of before, also where no session is open: handoff codes, mailed links, a sign-in under way', async () => {
  const [anna, bert, carl] = [await account('anna'), await account('bert'), await account('carl')];
  const operation = new Operation({ dryRun: false, yes: true });
  operation.database = () => Promise.resolve(databases['auth']!);
  operation.record = () => Promise.resolve();
  operation.say = () => undefined;
  await sessions(operation, ' Anna@Example.org', true);
  await rows('auth', 'sessions').deleteMany({ userId: bert });
  await sessions(operation, 'bert@example.org', true);
  expect([await left(anna), await left(bert), await left(carl)]).toEqual([ENDED, ENDED, OPEN]);
  expect(await endAccess(databases['auth']!)).toBe(1);
  expect((await left(carl)).slice(0, 2)).toEqual(ENDED.slice(0, 2));
});

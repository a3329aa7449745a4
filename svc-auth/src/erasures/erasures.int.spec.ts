import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import type { OpenMoney } from '@concert/contracts/booking/personal-data';
import type { Identity } from '@concert/contracts/core/identity';
import { idFromBytes } from '@concert/contracts/core/ids';
import { collectionsWithText } from '@concert/test-kit/collections-with-text';
import { until } from '@concert/test-kit/until';
import { NeighbourInTest } from '@concert/service-kit/neighbour-in-test.harness';
import type { Answer } from '@concert/service-kit/service-in-test.harness';
import { RunningAuth } from '../running-auth.harness.ts';

/** What svc-booking says of whose money is on its way. */
const open = new Map<string, readonly { bookingId: string; why: OpenMoney }[]>();
const booking = new NeighbourInTest(({ url }) => ({ status: 200, body: { open: open.get(String(url).split('/').at(-1)!) ?? [] } }));
let auth: RunningAuth;

beforeAll(async () => {
  auth = new RunningAuth({ BOOKING_URL: await booking.listen() });
  await auth.start();
});
afterAll(async () => {
  await auth.stop();
  booking.close();
});

const erase = (who: Identity, body: object = { confirmation: 'ERASE' }): Promise<Answer> =>
  auth.post('/api/profile/erasure', body, { who });
const report = (userId: string, by: 'svc-booking' | 'svc-notify') =>
  auth.post(`/internal/erasures/${userId}/reports`, { by }, { caller: by === 'svc-booking' ? auth.booking : auth.notify });
const asked = async (userId: string) => (await auth.ask('GET', `/internal/erasures/${userId}`, { caller: auth.notify })).body;

/** Somebody who left traces wherever an account can. */
async function somebody(): Promise<{ email: string; name: string; identity: Identity; secret: string }> {
  const name = `Wilhelmina${auth.people} Planted`;
  const email = await auth.account({ name });
  await auth.post('/api/auth/reset-password', { email });
  await auth.settled();
  const { identity, secret } = await auth.signedIn(email);
  await auth.ask('PUT', '/api/profile', {
    who: identity,
    body: { address: `${name} Street`, phone: '(555) 123-4567', note: name, skills: '', availability: '' },
  });
  await auth.post('/api/auth/handoff-codes', undefined, { who: identity });
  // Nobody waits for it at sign-in.
  await until('the place of the login is noted', () => auth.database.collection('login-places').findOne({ userId: identity.userId }));
  return { email, name, identity, secret };
}

/** A passkey. */
async function plantPasskey({ name, identity: { userId } }: { readonly name: string; readonly identity: Identity }): Promise<void> {
  const now = auth.clock.now();
  const rows = (collection: string) => auth.database.collection<{ _id: string }>(collection);
  await rows('passkeys').insertOne({
    ...{ _id: idFromBytes('passkey', randomBytes(17)), userId, name: `Phone of ${name}`, credentialId: randomUUID(), publicKey: 'x' },
    ...{ counter: 0, backupEligible: false, backedUp: false, transports: [], createdAt: now, lastUsedAt: null },
  });
}

describe('erasing oneself', () => {
  it('B6-523 deletes the account with everything that belongs to it, and ends every session', async () => {
    const [gone, stays] = [await somebody(), await somebody()];
    const { userId } = gone.identity;
    await plantPasskey(gone);
    const holding = ['account-links', 'login-places', 'outbox', 'passkeys', 'sessions', 'users'];
    expect(await collectionsWithText(auth.database, [userId])).toEqual(holding);
    const answer = await erase(gone.identity);
    expect([answer.status, answer.body, answer.headers.get(SESSION_SECRET_HEADER)]).toEqual([
      200,
      { erasedAt: auth.clock.now().toISOString() },
      '',
    ]);
    expect(await auth.resolve(gone.secret)).toBeNull();
    expect((await auth.signIn(gone.email)).body.code).toBe('auth.credentials_refused');
    // The address waits for the services that have to look for it, and for nothing else.
    expect(await collectionsWithText(auth.database, [gone.email, gone.name])).toEqual(['erasures']);
    // The account's number names nobody; facts and the erasure itself keep it.
    expect(await collectionsWithText(auth.database, [userId])).toEqual(['erasures', 'outbox']);
    expect(await asked(gone.identity.userId)).toEqual({ email: gone.email.toLowerCase() });
    expect((await auth.facts('auth.account.erased.v1', { 'envelope.subject': gone.identity.userId })).map(({ data }) => data)).toEqual([
      { userId: gone.identity.userId },
    ]);
    expect(await auth.resolve(stays.secret)).toMatchObject({ userId: stays.identity.userId });
    expect(auth.lines.filter((line) => line.includes(gone.name) || line.includes(gone.email))).toEqual([]);
  });

  it('B6-523 keeps a number alone once every service has reported', async () => {
    const { email, name, identity } = await somebody();
    await erase(identity);
    expect((await report(identity.userId, 'svc-booking')).status).toBe(204);
    expect((await report(identity.userId, 'svc-booking')).status).toBe(204);
    expect(await collectionsWithText(auth.database, [email, name])).toEqual(['erasures']);
    expect((await report(identity.userId, 'svc-notify')).status).toBe(204);
    expect(await collectionsWithText(auth.database, [email, name])).toEqual([]);
    expect(await asked(identity.userId)).toEqual({ email: null });
    expect(await auth.database.collection<{ _id: string }>('erasures').findOne({ _id: identity.userId })).toMatchObject({
      email: null,
      awaits: [],
      republishAt: null,
    });
  });

  it('B6-523 announces again what a service has not reported', async () => {
    const { identity } = await somebody();
    await erase(identity);
    const told = async () => (await auth.facts('auth.account.erased.v1', { 'envelope.subject': identity.userId })).length;
    await auth.run('unfinished-erasures');
    expect(await told()).toBe(1);
    auth.clock.advance({ minutes: 11 });
    await auth.run('unfinished-erasures');
    expect(await told()).toBe(2);
    await report(identity.userId, 'svc-booking');
    await report(identity.userId, 'svc-notify');
    auth.clock.advance({ minutes: 11 });
    await auth.run('unfinished-erasures');
    expect(await told()).toBe(2);
  });

  it('B6-523 is refused while money is on its way, with each booking and why', async () => {
    const { email, identity } = await somebody();
    open.set(identity.userId, [
      { bookingId: 'bk_00000000000000000000000001', why: 'payment_open' },
      { bookingId: 'bk_00000000000000000000000002', why: 'refund_under_way' },
    ]);
    const { status, body } = await erase(identity);
    expect([status, body.code, body.detail]).toEqual([
      409,
      'auth.money_open',
      'Booking bk_00000000000000000000000001 is not paid yet, and not released. Booking bk_00000000000000000000000002 has a refund on its way to you.',
    ]);
    expect(await auth.user(email)).not.toBeNull();
    open.delete(identity.userId);
    expect((await erase(identity)).status).toBe(200);
  });

  it('B6-523 asks for the word, and for a proof that is not old', async () => {
    const { identity } = await somebody();
    expect((await erase(identity, { confirmation: 'erase' })).body.errors[0].detail).toBe('Please type ERASE');
    const old = { ...identity, signedInAt: new Date(Date.now() - 16 * 60_000).toISOString() };
    expect((await erase(old)).body.code).toBe('request.sign_in_again');
  });

  it('B6-523 is refused to organisers and admins, who answer for what they did', async () => {
    const email = await auth.account({ role: 'organiser' });
    const { identity } = await auth.signedIn(email);
    expect((await erase(identity)).body.code).toBe('auth.role_held');
    expect(await auth.user(email)).not.toBeNull();
  });
});

describe('what is kept about an account', () => {
  it('B6-584 is told field by field, without anything that signing in needs', async () => {
    const { email, name, identity } = await somebody();
    const { status, body } = await auth.ask('GET', `/internal/account-data/${identity.userId}`, { caller: auth.notify });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      profile: { name, email, phone: '(555) 123-4567' },
      hasPassword: true,
      joinedWithGoogle: false,
      passkeys: [],
    });
    expect(body.logins).toHaveLength(1);
    expect(body.loginPlaces).toEqual([{ device: 'Unknown device', lastAt: expect.any(String) }]);
    const user = (await auth.user(email))!;
    for (const secret of [user.passwordHash, 'sessionEpoch', 'passwordProven', 'searchWords'])
      expect(JSON.stringify(body)).not.toContain(secret);
  });
});

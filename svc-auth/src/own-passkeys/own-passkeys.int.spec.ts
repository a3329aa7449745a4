import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authRoutes, SESSION_LIFETIME_HEADER, SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import type { Identity } from '@concert/contracts/core/identity';
import { fillPath, type Route } from '@concert/contracts/core/route';
import { collectionOf } from '@concert/service-kit/store/mongo';
import type { RunningService } from '@concert/service-kit/service';
import { SoftwareAuthenticator, type Deviations } from '@concert/test-kit/software-authenticator';
import type { Answer } from '@concert/service-kit/service-in-test.harness';
import type { PasskeyDocument } from '../passkeys/passkey.schema.ts';
import { PASSWORD, RunningAuth, SITE } from '../running-auth.harness.ts';

const RP = { rpId: 'localhost' };
const auth = new RunningAuth({ AUTH_PASSKEYS_DEMANDED: 'true', AUTH_APPROVALS: 'off' });
/** Another process of the service, of a site that demands passkeys from nobody. */
let easy: RunningService;

beforeAll(async () => {
  await auth.start();
  easy = await auth.another({ AUTH_PASSKEYS_DEMANDED: 'false' });
});
afterAll(async () => {
  await easy.stop();
  await auth.stop();
});

const authenticator = (counts = true) => new SoftwareAuthenticator(SITE, counts);

/** The session an answer opened, as the gateway asks for it. */
async function opened(answer: Answer): Promise<{ secret: string; identity: Identity }> {
  const secret = answer.headers.get(SESSION_SECRET_HEADER);
  const identity = secret ? await auth.resolve(secret) : null;
  if (!secret || !identity) throw new Error(`no session was opened: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { secret, identity };
}

async function register(who: Identity, device: SoftwareAuthenticator, wrongs: Deviations = {}, name = 'Phone'): Promise<Answer> {
  const begun = await auth.post('/api/passkeys/challenges', {}, { who });
  if (begun.status !== 200) return begun;
  const registration = device.make({ ...RP, challenge: begun.body.challenge, userId: begun.body.user.id }, wrongs);
  return auth.post('/api/passkeys', { name, registration }, { who });
}

async function challenge(who?: Identity): Promise<string> {
  const { status, body } = await auth.post('/api/auth/passkey-challenges', {}, who ? { who } : {});
  expect([status, body.rpId, body.userVerification]).toEqual([200, 'localhost', 'required']);
  return body.challenge;
}

async function prove(device: SoftwareAuthenticator, who?: Identity, wrongs: Deviations = {}): Promise<Answer> {
  const assertion = device.use({ ...RP, challenge: await challenge(who) }, wrongs);
  return auth.post('/api/auth/passkey-sign-in', { assertion }, who ? { who } : {});
}

/** Signed in by password; of an organiser that is a restricted session. */
const enter = async (email: string) => opened(await auth.signIn(email));

/** A buyer with a passkey. */
async function buyer() {
  const email = await auth.account();
  const { identity } = await enter(email);
  const device = authenticator();
  const { body, status } = await register(identity, device);
  expect(status).toBe(200);
  return { email, identity, device, passkeyId: String(body.passkey.id) };
}

/** An organiser who registered the first passkey after signing in. */
async function organiser(role: 'organiser' | 'admin' = 'organiser') {
  const email = await auth.account({ role });
  const device = authenticator();
  const registered = await register((await enter(email)).identity, device);
  return { email, device, ...(await opened(registered)), passkeyId: String(registered.body.passkey.id) };
}

const refused = { status: 401, body: { code: 'auth.passkey_refused' } };

describe('a passkey', () => {
  it('B7-510 signs its owner in without a name or a password, and its session is fresh and whole', async () => {
    const { email, device } = await buyer();
    const answer = await prove(device);
    expect([answer.status, answer.body]).toEqual([200, { session: expect.objectContaining({ email }), message: 'Sign in successful' }]);
    expect((await opened(answer)).identity).toMatchObject({ email, signedInAt: auth.clock.now().toISOString() });
  });

  it('is kept as what its owner needs to know it again, and told by mail', async () => {
    const { email, identity, device, passkeyId } = await buyer();
    const stored = () => collectionOf<PasskeyDocument>(auth.database, 'passkeys').findOne({ credentialId: device.credentialId });
    expect(await stored()).toMatchObject({
      userId: identity.userId,
      counter: 0,
      backupEligible: true,
      backedUp: true,
      transports: ['internal'],
    });
    await prove(device);
    const { body } = await auth.ask('GET', '/api/passkeys', { who: identity });
    expect(body.passkeys).toEqual([
      { id: passkeyId, name: 'Phone', createdAt: expect.any(String), lastUsedAt: expect.any(String), backedUp: true },
    ]);
    expect(await stored()).toMatchObject({ counter: 1 });
    expect((await auth.mails(email)).map(({ kind }) => kind)).toEqual(['passkey-added']);
    expect((await auth.showMail((await auth.mails(email))[0]!.mailRef)).body.url).toBe(`${SITE}/login`);
  });

  it('answers a challenge once', async () => {
    const { device } = await buyer();
    const assertion = device.use({ ...RP, challenge: await challenge() });
    expect((await auth.post('/api/auth/passkey-sign-in', { assertion })).status).toBe(200);
    expect(await auth.post('/api/auth/passkey-sign-in', { assertion })).toMatchObject(refused);
    // A newer signature over the same challenge is no better.
    const { challenge: old } = JSON.parse(Buffer.from(assertion.response.clientDataJSON, 'base64url').toString()) as { challenge: string };
    expect(await auth.post('/api/auth/passkey-sign-in', { assertion: device.use({ ...RP, challenge: old }) })).toMatchObject(refused);
  });

  it('answers a challenge within five minutes', async () => {
    const { device } = await buyer();
    const late = device.use({ ...RP, challenge: await challenge() });
    auth.clock.advance({ minutes: 5 });
    expect(await auth.post('/api/auth/passkey-sign-in', { assertion: late })).toMatchObject(refused);
  });

  it.each([
    ['at another origin', { origin: 'http://localhost.evil.example:8080' }],
    ['for another site', { rpId: 'evil.example' }],
    ['over another challenge', { challenge: 'A'.repeat(43) }],
    ['by someone who did not prove to the authenticator who they are', { unverified: true }],
    ['by another key', { signedBy: authenticator() }],
    ["for another person's account", { userHandle: Buffer.from('us_00000000000000000000000000').toString('base64url') }],
  ] satisfies [string, Deviations][])('B7-511 is refused when it was used %s', async (_, wrongs) => {
    const { device } = await buyer();
    const answer = await prove(device, undefined, wrongs);
    expect([answer.status, answer.body.code, answer.headers.get(SESSION_SECRET_HEADER)]).toEqual([401, 'auth.passkey_refused', null]);
    expect((await prove(device)).status).toBe(200);
  });

  it.each([
    ['counts from 0 again', [0, 1, 2], 1],
    ['goes back', [4, 5], 1],
    ['stands still', [9], 1],
    ['does not count any more', [0, 0, 0], 1],
    ['grows', [10, 11, 300], 0],
  ])('B7-520 whose counter %s lets its owner in, who is told where a copy may exist', async (_, counters, told) => {
    const { email, device } = await buyer();
    expect((await prove(device, undefined, { counter: 9 })).status).toBe(200);
    for (const counter of counters) expect((await prove(device, undefined, { counter })).status).toBe(200);
    const stored = await collectionOf<PasskeyDocument>(auth.database, 'passkeys').findOne({ credentialId: device.credentialId });
    expect(stored?.counter).toBe(counters.at(-1));
    const mails = (await auth.mails(email)).filter(({ kind }) => kind !== 'passkey-added');
    expect(mails.map(({ kind }) => kind)).toEqual(Array(told).fill('passkey-moved'));
    const userId = (await auth.user(email))!._id;
    const events = auth.lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.event === 'passkey_moved');
    expect(events.filter((line) => line.userId === userId)).toHaveLength(told);
    for (const { mailRef } of mails) expect((await auth.showMail(mailRef)).body.url).toBe(`${SITE}/login`);
  });

  it('is let in without the account’s id, or with an empty one, as security keys answer', async () => {
    const { device } = await buyer();
    expect((await prove(device, undefined, { userHandle: '' })).status).toBe(200);
    const assertion = device.use({ ...RP, challenge: await challenge() });
    const { userHandle: _, ...response } = assertion.response;
    expect((await auth.post('/api/auth/passkey-sign-in', { assertion: { ...assertion, response } })).status).toBe(200);
  });

  it('B7-520 that never counts is let in, and nobody is told', async () => {
    const { email, identity } = await buyer();
    const uncounted = authenticator(false);
    await register(identity, uncounted);
    for (const _ of [1, 2, 3]) expect((await prove(uncounted)).status).toBe(200);
    expect((await auth.mails(email)).map(({ kind }) => kind)).toEqual(['passkey-added', 'passkey-added']);
  });

  it.each([
    ['at another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['over another challenge', { challenge: 'A'.repeat(43) }],
    ['without proof to the authenticator', { unverified: true }],
  ] satisfies [string, Deviations][])('is not registered when it was made %s', async (_, wrongs) => {
    const { identity } = await enter(await auth.account());
    expect(await register(identity, authenticator(), wrongs)).toMatchObject(refused);
    expect((await auth.ask('GET', '/api/passkeys', { who: identity })).body).toEqual({ passkeys: [] });
  });

  it('is registered once, with a challenge that was given to this session for that', async () => {
    const [anna, ben] = [await buyer(), await buyer()];
    expect(await register(ben.identity, anna.device)).toMatchObject(refused);
    const device = authenticator();
    const given = (await auth.post('/api/passkeys/challenges', {}, { who: ben.identity })).body;
    const registration = device.make({ ...RP, challenge: given.challenge, userId: given.user.id });
    expect(await auth.post('/api/passkeys', { name: 'x', registration }, { who: anna.identity })).toMatchObject(refused);
    const forProof = device.make({ ...RP, challenge: await challenge(anna.identity) });
    expect(await auth.post('/api/passkeys', { name: 'x', registration: forProof }, { who: anna.identity })).toMatchObject(refused);
  });

  it('is renamed and removed by its owner alone', async () => {
    const [anna, ben] = [await buyer(), await buyer()];
    const path = `/api/passkeys/${anna.passkeyId}`;
    expect((await auth.ask('PUT', path, { who: ben.identity, body: { name: 'Mine' } })).body.code).toBe('auth.passkey_not_found');
    expect((await auth.ask('DELETE', path, { who: ben.identity })).body.code).toBe('auth.passkey_not_found');
    expect((await auth.ask('PUT', path, { who: anna.identity, body: { name: ' Key ring ' } })).body).toMatchObject({ name: 'Key ring' });
    expect((await auth.ask('DELETE', path, { who: anna.identity })).status).toBe(204);
    expect(await prove(anna.device)).toMatchObject(refused);
  });

  it('is one of ten at most', async () => {
    const { identity } = await buyer();
    for (let more = 1; more < 10; more += 1) expect((await register(identity, authenticator())).status).toBe(200);
    expect((await register(identity, authenticator())).body.code).toBe('auth.too_many_passkeys');
  });

  it('of another person confirms nobody', async () => {
    const [anna, ben] = [await buyer(), await buyer()];
    expect(await prove(ben.device, anna.identity)).toMatchObject(refused);
    // Nor does a challenge that was given to somebody else.
    const assertion = anna.device.use({ ...RP, challenge: await challenge(ben.identity) });
    expect(await auth.post('/api/auth/passkey-sign-in', { assertion }, { who: anna.identity })).toMatchObject(refused);
  });
});

describe('a site that demands passkeys', () => {
  it('B7-512 lets an organiser in with password and passkey, and with the passkey alone', async () => {
    const { email, device } = await organiser();
    const half = await auth.signIn(email);
    expect([half.status, half.body, half.headers.get(SESSION_LIFETIME_HEADER)]).toEqual([
      200,
      { session: null, awaits: 'passkey', message: 'Your passkey is asked for before you are signed in' },
      '600',
    ]);
    const { identity, secret } = await opened(half);
    expect((await auth.ask('GET', '/api/auth/session', { who: identity })).body).toEqual({ session: null, awaits: 'passkey' });
    const whole = await opened(await prove(device, identity));
    expect(whole.identity).toMatchObject({ email, role: 'organiser' });
    expect(whole.identity.awaitsPasskey).toBeUndefined();
    expect(await auth.resolve(secret)).toBeNull();
    expect((await opened(await prove(device))).identity.awaitsPasskey).toBeUndefined();
  });

  it('B5-527 asks an organiser who came by a code for the passkey, as after a password', async () => {
    const { email, device } = await organiser();
    const asked = await auth.post('/api/auth/sign-in-codes', { email });
    const { code } = await auth.words(email);
    const entered = await auth.post('/api/auth/sign-in-codes/use', { request: asked.body.request, code });
    expect([entered.status, entered.body]).toMatchObject([200, { session: null, awaits: 'passkey' }]);
    const { identity } = await opened(entered);
    expect(identity.awaitsPasskey).toBe(true);
    expect((await auth.ask('GET', '/api/profile', { who: identity })).body.code).toBe('request.passkey_required');
    expect((await prove(device, identity)).body.session).toMatchObject({ email, role: 'organiser' });
  });

  it('B7-512 asks for the passkey after a forgotten password was replaced, too', async () => {
    const { email, device } = await organiser();
    await auth.post('/api/auth/reset-password', { email });
    const password = 'wooden-teapot-gallops-north';
    expect((await auth.post('/api/auth/set-password', { token: await auth.token(email), password })).status).toBe(200);
    const half = await auth.signIn(email, password);
    expect(half.body).toMatchObject({ session: null, awaits: 'passkey' });
    expect((await opened(await prove(device, (await opened(half)).identity))).identity).toMatchObject({ email, role: 'organiser' });
  });

  it('has an organiser without one register the first right after signing in, and no second', async () => {
    const email = await auth.account({ role: 'admin' });
    const half = await auth.signIn(email);
    expect(half.body).toMatchObject({ session: null, awaits: 'first-passkey' });
    const [first, second] = [(await opened(half)).identity, (await enter(email)).identity];
    const registered = await register(first, authenticator());
    expect((await opened(registered)).identity).toMatchObject({ email, role: 'admin' });
    expect((await auth.facts('auth.act.recorded.v1', { 'envelope.subject': first.userId })).map(({ data }) => data)).toEqual([
      expect.objectContaining({ actor: first.userId, act: 'passkey.added', subject: { kind: 'passkey', id: registered.body.passkey.id } }),
    ]);
    expect((await register(second, authenticator())).body.code).toBe('request.passkey_required');
  });

  it('registers one first passkey when two restricted sessions try at one moment', async () => {
    const email = await auth.account({ role: 'organiser' });
    const halves = [(await enter(email)).identity, (await enter(email)).identity, (await enter(email)).identity];
    const answers = await Promise.all(halves.map((who) => register(who, authenticator())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it('B7-512 bars a restricted session from every other route', async () => {
    const { identity } = await enter((await organiser('admin')).email);
    expect(identity.awaitsPasskey).toBe(true);
    const open = Object.entries<Route>(authRoutes).filter(([, route]) => route.beforePasskey);
    expect(open.map(([name]) => name).sort()).toEqual([
      'addPasskey',
      'beginPasskey',
      'beginPasskeyProof',
      'provePasskey',
      'showSession',
      'signOut',
    ]);
    for (const [name, route] of Object.entries<Route>(authRoutes)) {
      if (route.beforePasskey || route.access === 'public' || route.access === 'internal') continue;
      const params = {
        userId: identity.userId,
        helperId: identity.userId,
        passkeyId: 'pk_00000000000000000000000000',
        sessionId: identity.sessionId,
        approvalId: 'ap_00000000000000000000000000',
      };
      const answer = await auth.ask(route.method, fillPath(route.path, params), {
        who: identity,
        ...(route.method === 'GET' ? {} : { body: {} }),
      });
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'request.passkey_required']);
    }
  });

  it('ends a restricted session after ten minutes, also one that began before passkeys were demanded', async () => {
    const email = await auth.account({ role: 'organiser' });
    const before = (await auth.ask('POST', '/api/auth/sign-in', { body: { email, password: PASSWORD } }, easy.url)).headers.get(
      SESSION_SECRET_HEADER,
    )!;
    const after = (await enter(email)).secret;
    expect(await auth.resolve(before)).toMatchObject({ awaitsPasskey: true });
    auth.clock.advance({ minutes: 10 });
    expect([await auth.resolve(before), await auth.resolve(after)]).toEqual([null, null]);
    const asked = { body: { secrets: [before] }, caller: auth.gateway };
    const { identities } = (await auth.ask('POST', '/internal/sessions/resolve', asked, easy.url)).body;
    expect(identities[0]).toMatchObject({ email, role: 'organiser' });
  });

  it('takes nothing less than a passkey as a new proof, and keeps the last one', async () => {
    const { identity, secret, device, passkeyId } = await organiser();
    expect((await auth.post('/api/auth/confirm-password', { password: PASSWORD }, { who: identity })).body.code).toBe(
      'auth.passkey_demanded',
    );
    expect((await auth.ask('DELETE', `/api/passkeys/${passkeyId}`, { who: identity })).body.code).toBe('auth.last_passkey');
    auth.clock.advance({ minutes: 1 });
    const again = await opened(await prove(device, identity));
    expect(again.identity.signedInAt).toBe(auth.clock.now().toISOString());
    expect(await auth.resolve(secret)).toBeNull();
    await register(again.identity, authenticator());
    expect((await auth.ask('DELETE', `/api/passkeys/${passkeyId}`, { who: again.identity })).status).toBe(204);
  });
});

describe('passkeys that somebody lost', () => {
  const remove = (admin: Identity, { userId }: Pick<Identity, 'userId'>) =>
    auth.ask('DELETE', `/api/users/${userId}/passkeys`, { who: admin });
  const countOf = (collection: string, { userId }: Identity) => collectionOf(auth.database, collection).countDocuments({ userId });

  it('B7-514 are removed by another admin: its owner is signed out, told by mail, and registers a new one', async () => {
    const [admin, lost] = [await organiser('admin'), await organiser()];
    await register(lost.identity, authenticator());
    expect((await remove(admin.identity, lost.identity)).status).toBe(204);
    expect([await countOf('passkeys', lost.identity), await countOf('sessions', lost.identity), await auth.resolve(lost.secret)]).toEqual([
      0,
      0,
      null,
    ]);
    expect((await auth.mails(lost.email)).at(-1)!.kind).toBe('passkeys-removed');
    expect(await prove(lost.device)).toMatchObject(refused);
    const acts = await auth.facts('auth.act.recorded.v1', { 'envelope.subject': lost.identity.userId });
    expect(acts.at(-1)!.data).toMatchObject({ act: 'passkeys.removed', actor: admin.identity.userId, detail: { count: 2 } });
    const half = await auth.signIn(lost.email);
    expect(half.body).toMatchObject({ session: null, awaits: 'first-passkey' });
    expect((await register((await opened(half)).identity, authenticator())).status).toBe(200);
  });

  it('B7-514 are never removed by oneself, or where there are none', async () => {
    const [admin, other] = [await organiser('admin'), await organiser()];
    const code = async (who: Identity, whose: Pick<Identity, 'userId'>) => (await remove(who, whose)).body.code;
    expect(await code(admin.identity, admin.identity)).toBe('auth.own_passkeys');
    expect(await code(admin.identity, { userId: (await auth.user(await auth.account()))!._id })).toBe('auth.no_passkeys');
    expect(await code(admin.identity, { userId: 'us_00000000000000000000000000' as Identity['userId'] })).toBe('auth.user_not_found');
    expect([await countOf('passkeys', admin.identity), await countOf('passkeys', other.identity)]).toEqual([1, 1]);
  });

  it('are removed once when two admins do it at one moment', async () => {
    const [admin, other, lost] = [await organiser('admin'), await organiser('admin'), await organiser()];
    const answers = await Promise.all([remove(admin.identity, lost.identity), remove(other.identity, lost.identity)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await auth.mails(lost.email)).filter(({ kind }) => kind === 'passkeys-removed')).toHaveLength(1);
  });
});

describe('a site without live keys', () => {
  it('signs an organiser in by password, and says so', async () => {
    const email = await auth.account({ role: 'organiser' });
    const answer = await auth.ask('POST', '/api/auth/sign-in', { body: { email, password: PASSWORD } }, easy.url);
    expect(answer.body.session).toMatchObject({ email, role: 'organiser' });
    const ways = async (url?: string) => (await auth.ask('GET', '/api/auth/ways', {}, url)).body.organisersNeedPasskey;
    expect([await ways(), await ways(easy.url)]).toEqual([true, false]);
  });

  it('B7-551 gives the session a new secret when the password is confirmed', async () => {
    const { identity, secret } = await enter(await auth.account());
    auth.clock.advance({ minutes: 1 });
    const answer = await auth.post('/api/auth/confirm-password', { password: PASSWORD }, { who: identity });
    expect(answer.status).toBe(200);
    const after = await opened(answer);
    expect(after.identity).toMatchObject({ userId: identity.userId, signedInAt: auth.clock.now().toISOString() });
    expect(await auth.resolve(secret)).toBeNull();
  });
});

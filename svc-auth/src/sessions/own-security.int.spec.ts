import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import type { OwnSessionView } from '@concert/contracts/auth/own-sessions';
import { UNKNOWN_ADDRESS, type Identity } from '@concert/contracts/core/identity';
import { randomIds } from '@concert/service-kit/process/clock';
import { collectionOf } from '@concert/service-kit/store/mongo';
import { WindowCounts } from '@concert/service-kit/store/window-counts';
import { ofLength, until, untilAnswered } from '@concert/test-kit/until';
import type { Answer } from '@concert/service-kit/service-in-test.harness';
import { randomUUID } from 'node:crypto';
import type { HelperLinkDocument } from '../helper-links/helper-link.schema.ts';
import { PASSWORD, RunningAuth, SITE } from '../running-auth.harness.ts';
import type { LoginPlaceDocument } from '../login-places/login-place.schema.ts';
import type { SessionDocument } from './session.schema.ts';

const NEW = 'copper meadow window 7';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/604.1';

const auth = new RunningAuth();
beforeAll(() => auth.start());
afterAll(() => auth.stop());

const change = (who: Identity, current: string, password: string, source?: string) =>
  auth.post('/api/auth/change-password', { current, password }, { who, ...(source ? { source } : {}) });
const secretIn = (answer: Answer) => answer.headers.get(SESSION_SECRET_HEADER);

async function list(who: Identity): Promise<OwnSessionView[]> {
  const { status, body } = await auth.ask('GET', '/api/sessions', { who });
  expect(status).toBe(200);
  return body.sessions as OwnSessionView[];
}

/** One more browser of the same person. */
async function enter(email: string, userAgent?: string) {
  const answer = await auth.post('/api/auth/sign-in', { email, password: PASSWORD }, userAgent ? { userAgent } : {});
  const secret = secretIn(answer);
  return { secret, identity: (await auth.resolve(secret))! };
}

describe('changing the password', () => {
  it('B9-528 takes the present password, ends every other session and gives this one a new secret', async () => {
    const email = await auth.account();
    const [here, elsewhere] = [await auth.signedIn(email), await auth.signedIn(email)];
    const answer = await change(here.identity, PASSWORD, NEW);
    expect([answer.status, answer.body]).toEqual([200, { message: 'Your password was changed' }]);
    expect([await auth.resolve(here.secret), await auth.resolve(elsewhere.secret)]).toEqual([null, null]);
    // As fresh as the session it took over from: the password proves less than what may be asked for.
    expect(await auth.resolve(secretIn(answer))).toMatchObject({ email, signedInAt: here.identity.signedInAt });
    expect((await auth.signIn(email, PASSWORD)).status).toBe(401);
    expect((await auth.signIn(email, NEW)).status).toBe(200);
  });

  it('leaves no sign-in that was under way with the old one', async () => {
    const email = await auth.account();
    const [here, elsewhere] = [await auth.signedIn(email), await auth.signedIn(email)];
    const sessions = collectionOf<SessionDocument>(auth.database, 'sessions');
    const underWay = (await sessions.findOne({ sessionId: elsewhere.identity.sessionId }))!;
    await change(here.identity, PASSWORD, NEW);
    // It is stored only now.
    await sessions.insertOne(underWay);
    expect(await auth.resolve(elsewhere.secret)).toBeNull();
  });

  it('ends the links that were mailed before', async () => {
    const email = await auth.account();
    const { identity } = await auth.signedIn(email);
    await auth.post('/api/auth/reset-password', { email });
    const token = await auth.token(email);
    await change(identity, PASSWORD, NEW);
    expect((await auth.post('/api/auth/set-password', { token, password: 'another lantern harbour 3' })).body.code).toBe(
      'auth.link_expired',
    );
  });

  it.each([
    ['short', 'short', 422, 'request.invalid'],
    ['common', 'password12345678', 422, 'auth.password_too_weak'],
    ['stolen elsewhere', 'iloveyou2iloveyou2', 422, 'auth.password_too_weak'],
  ])('B9-528 refuses a new password that is %s, and nothing changes', async (_, password, status, code) => {
    const email = await auth.account();
    const { identity, secret } = await auth.signedIn(email);
    const answer = await change(identity, PASSWORD, password);
    expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([status, code, '/password']);
    expect(await auth.resolve(secret)).not.toBeNull();
    expect((await auth.signIn(email, PASSWORD)).status).toBe(200);
    expect(await auth.mails(email)).toEqual([]);
  });

  it('B9-528 refuses a wrong present password, and throttles guesses like a sign-in', async () => {
    const email = await auth.account();
    const { identity, secret } = await auth.signedIn(email);
    const guesses = [];
    for (let guess = 0; guess < 6; guess += 1) guesses.push((await change(identity, `guess ${guess}`, NEW, '198.51.100.7')).body.code);
    expect(guesses).toEqual(Array(6).fill('auth.credentials_refused'));
    const paused = await change(identity, PASSWORD, NEW, '198.51.100.7');
    expect([paused.status, paused.body.code, Number(paused.headers.get('retry-after')) > 0]).toEqual([429, 'auth.too_many_attempts', true]);
    expect(await auth.resolve(secret)).not.toBeNull();
    expect((await auth.signIn(email, PASSWORD)).status).toBe(200);
  });

  it('lets one of two that are sent at once win', async () => {
    const email = await auth.account();
    const { identity } = await auth.signedIn(email);
    const answers = await Promise.all([change(identity, PASSWORD, NEW), change(identity, PASSWORD, 'granite willow evening 5')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await auth.mails(email)).toHaveLength(1);
  });
});

describe("one's own sessions", () => {
  it('B9-529 are listed with their device in words, when they began and were last used, this one first', async () => {
    const email = await auth.account();
    const phone = await enter(email, SAFARI);
    const begun = auth.clock.now().toISOString();
    auth.clock.advance({ minutes: 10 });
    const here = await enter(email, FIREFOX);
    const now = auth.clock.now().toISOString();
    expect(await list(here.identity)).toEqual([
      { sessionId: here.identity.sessionId, device: 'Firefox on Windows', openedAt: now, lastUsedAt: now, current: true },
      { sessionId: phone.identity.sessionId, device: 'Safari on iPhone', openedAt: begun, lastUsedAt: begun, current: false },
    ]);
    await auth.resolve(phone.secret);
    expect((await list(phone.identity)).map(({ device, lastUsedAt, current }) => [device, lastUsedAt, current])).toEqual([
      ['Safari on iPhone', now, true],
      ['Firefox on Windows', now, false],
    ]);
  });

  it('B9-529 end one by one, at once, and only for their owner', async () => {
    const email = await auth.account();
    const [here, phone, stranger] = [await enter(email), await enter(email), await enter(await auth.account())];
    const end = (who: Identity, sessionId: string) => auth.ask('DELETE', `/api/sessions/${sessionId}`, { who });
    expect((await end(stranger.identity, phone.identity.sessionId)).status).toBe(204);
    expect(await auth.resolve(phone.secret)).not.toBeNull();
    const ended = await end(here.identity, phone.identity.sessionId);
    expect([ended.status, secretIn(ended)]).toEqual([204, null]);
    expect(await auth.resolve(phone.secret)).toBeNull();
    expect((await list(here.identity)).map(({ sessionId }) => sessionId)).toEqual([here.identity.sessionId]);
    expect((await end(here.identity, phone.identity.sessionId)).status).toBe(204);
    const own = await end(here.identity, here.identity.sessionId);
    expect([own.status, secretIn(own)]).toEqual([204, '']);
    expect(await auth.resolve(here.secret)).toBeNull();
  });

  it('B9-595 end with the handoff codes that were made in them, however they end', async () => {
    const email = await auth.account();
    const here = await enter(email);
    const take = (token: string) => auth.post('/api/auth/handoff', { token });
    const code = async (who: Identity) => (await auth.post('/api/auth/handoff-codes', {}, { who })).body.token as string;
    expect((await take(await code(here.identity))).status).toBe(200);
    for (const end of [
      (who: Identity) => auth.ask('DELETE', `/api/sessions/${who.sessionId}`, { who: here.identity }),
      (who: Identity) => auth.post('/api/auth/sign-out', {}, { who }),
    ]) {
      const { identity } = await enter(email);
      const token = await code(identity);
      await end(identity);
      expect([(await auth.post('/api/auth/handoff/account', { token })).status, (await take(token)).status]).toEqual([410, 410]);
    }
    // At one moment it is one or the other, and no session is left over.
    const { identity } = await enter(email);
    const token = await code(identity);
    await Promise.all([take(token), auth.post('/api/auth/sign-out', {}, { who: identity })]);
    expect((await take(token)).status).toBe(410);
  });

  it('B9-529 end all but this one, which gets a new secret', async () => {
    const email = await auth.account();
    const [here, phone] = [await enter(email, FIREFOX), await enter(email)];
    const handoff = (await auth.post('/api/auth/handoff-codes', {}, { who: phone.identity })).body.token as string;
    const answer = await auth.post('/api/auth/sign-out-elsewhere', {}, { who: here.identity });
    expect(answer.status).toBe(204);
    expect([await auth.resolve(here.secret), await auth.resolve(phone.secret)]).toEqual([null, null]);
    const now = (await auth.resolve(secretIn(answer)))!;
    expect(now.signedInAt).toBe(here.identity.signedInAt);
    expect(await list(now)).toHaveLength(1);
    expect((await auth.post('/api/auth/handoff', { token: handoff })).body.code).toBe('auth.link_expired');
  });
});

describe('a login from a new place', () => {
  const EDGE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0';
  const login = (email: string, source: string, userAgent: string, password = PASSWORD) =>
    auth.post('/api/auth/sign-in', { email, password }, { source, userAgent });
  /** The first login of a new account, once it is noted. */
  const first = async (email: string, source: string) => {
    const answer = await login(email, source, FIREFOX);
    await told(email, 1);
    return answer;
  };
  const places = async (email: string) =>
    collectionOf<LoginPlaceDocument>(auth.database, 'login-places')
      .find({ userId: (await auth.user(email))!._id })
      .toArray();
  /** The mails about new places, once so many places are kept: nobody waits for that at sign-in. */
  const told = async (email: string, kept: number) => {
    await until(`${kept} places are kept`, () => places(email), ofLength(kept));
    return (await auth.mails(email)).filter(({ kind }) => kind === 'new-place');
  };

  it('B7-521 is told to the owner by mail, once: another network and another browser, and not the first of the account', async () => {
    const email = await auth.account();
    await first(email, '203.0.113.5');
    await login(email, '203.0.113.5', SAFARI);
    await login(email, '198.51.100.9', FIREFOX);
    expect(await told(email, 3)).toEqual([]);
    const at = auth.clock.now().toISOString();
    expect((await login(email, '192.0.2.77', EDGE)).status).toBe(200);
    const [mail, ...more] = await told(email, 4);
    const { body } = await auth.showMail(mail!.mailRef);
    expect(body).toMatchObject({ kind: 'new-place', url: `${SITE}/login`, login: { at, device: 'Edge on Windows' } });
    expect(JSON.stringify([body, await places(email)])).not.toMatch(/192\.0\.2|Mozilla/);
    auth.clock.advance({ hours: 30 });
    const later = auth.clock.now();
    await login(email, '192.0.2.77', EDGE);
    await until(
      'the later login is noted',
      () => places(email),
      (all) => all.some(({ lastAt }) => lastAt.getTime() === later.getTime()),
    );
    expect([more, (await told(email, 4)).length]).toEqual([[], 1]);
  });

  it('B7-521 by a code that carries a session over is told too', async () => {
    const email = await auth.account();
    const identity = (await auth.resolve(secretIn(await first(email, '203.0.113.6'))))!;
    const { token } = (await auth.post('/api/auth/handoff-codes', {}, { who: identity })).body;
    await auth.post('/api/auth/handoff', { token }, { source: '2001:db8:7::1', userAgent: EDGE });
    expect(await told(email, 2)).toHaveLength(1);
  });

  it('B7-521 of which two come at one moment is told once', async () => {
    const email = await auth.account();
    await first(email, '203.0.113.7');
    const answers = await Promise.all([1, 2, 3].map(() => login(email, '192.0.2.78', EDGE)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await told(email, 2)).toHaveLength(1);
    await login(email, '203.0.113.9', SAFARI);
    expect(await told(email, 3)).toHaveLength(2);
  });

  it('is nobody’s where the password is wrong, or where it is not known from where it comes', async () => {
    const email = await auth.account();
    await first(email, '203.0.113.8');
    await login(email, '192.0.2.79', EDGE, 'wrong password 1234');
    await login(email, UNKNOWN_ADDRESS, EDGE);
    await login(email, '203.0.113.8', SAFARI);
    expect(await told(email, 2)).toEqual([]);
  });

  it('B7-521 is one of twenty at most: the one that nobody came from for longest is forgotten', async () => {
    const email = await auth.account();
    const userId = (await auth.user(email))!._id;
    const now = auth.clock.now().getTime();
    await collectionOf<LoginPlaceDocument>(auth.database, 'login-places').insertMany(
      Array.from({ length: 20 }, (_, age) => ({
        ...{ _id: `${userId} ${age}`, userId, network: `n${age}`, device: 'Opera on Linux' },
        lastAt: new Date(now - age * 86_400_000),
      })),
    );
    await login(email, '192.0.2.80', EDGE);
    const kept = await until(
      'the new place is kept',
      () => places(email),
      (all) => all.some(({ device }) => device === 'Edge on Windows'),
    );
    expect([kept.length, kept.some(({ network }) => network === 'n19')]).toEqual([20, false]);
    expect(await told(email, 20)).toHaveLength(1);
  });
});

describe('a session that nobody uses', () => {
  it('B9-530 that began by a clock two days ahead is not fresh by the right one, and is noted as used by that', async () => {
    auth.clock.advance({ days: 2 });
    const { secret, identity } = await enter(await auth.account());
    auth.clock.advance({ days: -2 });
    expect((await auth.resolve(secret))!.signedInAt).toBe(new Date(0).toISOString());
    expect((await list(identity))[0]!.lastUsedAt).toBe(auth.clock.now().toISOString());
  });

  it('B9-530 is noted as used once in five minutes, not at each request', async () => {
    const { secret, identity } = await auth.signedIn(await auth.account());
    const lastUse = async () => (await list(identity))[0]!.lastUsedAt;
    const begun = await lastUse();
    auth.clock.advance({ minutes: 4, seconds: 59 });
    await auth.resolve(secret);
    expect(await lastUse()).toBe(begun);
    auth.clock.advance({ seconds: 1 });
    await auth.resolve(secret);
    expect(await lastUse()).toBe(auth.clock.now().toISOString());
  });
});

describe('a helper link', () => {
  interface Made {
    readonly helper: { readonly helperId: string; readonly endsAt: string };
    readonly token: string;
  }
  const organiser = async () => {
    const email = await auth.account();
    return { ...(await auth.signedIn(email)).identity, role: 'organiser' as const };
  };
  const make = async (who: Identity, name = 'Hanna'): Promise<Made> => {
    const { status, body } = await auth.post('/api/helper-links', { name }, { who });
    expect(status).toBe(200);
    const { helper, url } = body as { helper: Made['helper']; url: string };
    expect(url).toMatch(/\/door#helper=[\w-]{43}$/);
    return { helper, token: url.split('=')[1]! };
  };
  const open = (token: string, who?: Identity) =>
    auth.post('/api/auth/helper-links', { token }, { userAgent: SAFARI, ...(who ? { who } : {}) });
  const helpers = async (who: Identity) => (await auth.ask('GET', '/api/helper-links', { who })).body.helpers as object[];

  it('B5-509 makes whoever opens it a helper at the door, once, and nothing else, until the evening is over', async () => {
    const who = await organiser();
    const { helper, token } = await make(who);
    const before = await auth.signedIn(await auth.account());
    const opened = await open(token, before.identity);
    expect([opened.status, opened.body.session]).toEqual([200, { userId: helper.helperId, email: '', name: 'Hanna', role: 'door' }]);
    expect([await auth.resolve(before.secret), (await open(token)).status]).toEqual([null, 410]);
    const identity = (await auth.resolve(secretIn(opened)))!;
    expect(identity).toMatchObject({ userId: helper.helperId, role: 'door', helperUntil: helper.endsAt });
    expect((await auth.ask('GET', '/api/auth/session', { who: identity })).body.session).toMatchObject({ role: 'door' });
    for (const [method, path] of [
      ['GET', '/api/sessions'],
      ['GET', '/api/helper-links'],
      ['POST', '/api/passkeys/challenges'],
    ] as const)
      expect([403, 404]).toContain((await auth.ask(method, path, { who: identity, body: method === 'POST' ? {} : undefined })).status);
    expect(await helpers(who)).toMatchObject([{ helperId: helper.helperId, name: 'Hanna', device: 'Safari on iPhone' }]);
    auth.clock.advance({ milliseconds: Date.parse(helper.endsAt) - auth.clock.now().getTime() });
    expect([await auth.resolve(secretIn(opened)), await helpers(who)]).toEqual([null, []]);
  });

  it('B5-510 is taken back at once, with the session it was opened for; each step is an entry of the audit log', async () => {
    const who = await organiser();
    const { helper, token } = await make(who);
    const secret = secretIn(await open(token));
    expect(await auth.resolve(secret)).not.toBeNull();
    const end = () => auth.ask('DELETE', `/api/helper-links/${helper.helperId}`, { who });
    expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
    expect([await auth.resolve(secret), await helpers(who)]).toEqual([null, []]);
    const facts = await auth.facts('auth.act.recorded.v1', { 'envelope.subject': helper.helperId });
    expect(facts.map(({ data }) => data)).toMatchObject([
      { act: 'helper-link.made', actor: who.userId },
      { act: 'helper-link.opened', actor: helper.helperId },
      { act: 'helper-link.ended', actor: who.userId },
    ]);
    expect(JSON.stringify(facts)).not.toContain('Hanna');
  });

  it('B9-594 is made for a hundred helpers at most, also at one moment; stale links push nobody off the list, and 200 a day are the end', async () => {
    const who = await organiser();
    const now = auth.clock.now().getTime();
    const links = collectionOf<HelperLinkDocument>(auth.database, 'helper-links');
    const link = (at: number, liveMs: number): HelperLinkDocument => ({
      ...{ _id: randomIds.next('user'), name: 'Hanna', madeBy: who.userId, tokenHash: randomUUID(), opened: null },
      ...{ madeAt: new Date(now + at), liveUntil: new Date(now + liveMs), endsAt: new Date(now + 12 * 3_600_000) },
    });
    await links.deleteMany({});
    await links.insertMany([
      ...Array.from({ length: 99 }, (_, at) => link(at, 60_000)),
      ...Array.from({ length: 250 }, (_, at) => link(1_000 + at, 0)),
    ]);
    const make = () => auth.post('/api/helper-links', { name: 'Hanna' }, { who });
    const made = await Promise.all(Array.from({ length: 5 }, () => untilAnswered(make)));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await helpers(who)).toHaveLength(100);
    await links.deleteMany({});
    await new WindowCounts(auth.database, auth.clock).add(`helper links ${who.userId}`, 86_400_000, undefined, 198);
    expect([(await make()).status, (await make()).body.detail]).toEqual([200, expect.stringMatching(/^You have made 200 links/)]);
  });

  it('opens no more once its half hour is over, and ends when its helper signs out', async () => {
    const who = await organiser();
    const { token } = await make(who);
    auth.clock.advance({ minutes: 30 });
    expect((await open(token)).status).toBe(410);
    const secret = secretIn(await open((await make(who)).token));
    await auth.post('/api/auth/sign-out', {}, { who: (await auth.resolve(secret))! });
    expect(await auth.resolve(secret)).toBeNull();
  });
});

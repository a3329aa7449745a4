import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SESSION_LIFETIME_HEADER, SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import { emailKey } from '@concert/contracts/core/fields';
import { collectionOf } from '@concert/service-kit/store/mongo';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import type { Answer } from '@concert/service-kit/service-in-test.harness';
import { Argon2Passwords } from './passwords/argon2-passwords.ts';
import { PASSWORD, RunningAuth } from './running-auth.harness.ts';
import { MongoAttempts } from './login-throttle/mongo-attempts.ts';
import { attemptsSuite } from './login-throttle/attempts.suite.ts';

const auth = new RunningAuth({ ADMIN_EMAIL: 'First.Admin@example.org' });
const { clock, lines, gateway } = auth;
const ask = auth.ask.bind(auth);
const signIn = auth.signIn.bind(auth);
const signedIn = auth.signedIn.bind(auth);
const resolve = auth.resolve.bind(auth);
const account = auth.account.bind(auth);

beforeAll(() => auth.start());
afterAll(() => auth.stop());

describe('signing in', () => {
  it('S1-06 S4-01 S7-06 S8-11 opens a session whose secret goes to the gateway only', async () => {
    const email = await account();
    const answer = await signIn(email.toLowerCase());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      session: { userId: expect.stringMatching(/^us_/), email, name: `Person ${auth.people}`, role: 'buyer' },
      message: 'Sign in successful',
    });
    const secret = answer.headers.get(SESSION_SECRET_HEADER)!;
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(answer.headers.get(SESSION_LIFETIME_HEADER)).toBe('43200');
    expect(await resolve(secret)).toMatchObject({ email, role: 'buyer', signedInAt: clock.now().toISOString() });
    const stored = JSON.stringify(await collectionOf(auth.database, 'sessions').find().toArray());
    expect(stored).not.toContain(secret);
  });

  it('B7-550 refuses a wrong password and an unknown address alike', async () => {
    const email = await account();
    const [wrong, unknown] = [await signIn(email, 'wrong'), await signIn('nobody@example.org', 'wrong')];
    for (const answer of [wrong, unknown]) {
      expect([answer.status, answer.body.code, answer.headers.get(SESSION_SECRET_HEADER)]).toEqual([401, 'auth.credentials_refused', null]);
    }
    expect({ ...wrong.body, traceId: '' }).toEqual({ ...unknown.body, traceId: '' });
  });

  it('takes the password as typed: no trimming, no cutting, composed or not', async () => {
    const email = await account();
    for (const wrong of [` ${PASSWORD}`, `${PASSWORD} `, PASSWORD.slice(0, -1), `${PASSWORD}!`, PASSWORD.toUpperCase()])
      expect((await signIn(email, wrong)).status).toBe(401);
    const hasher = new Argon2Passwords();
    expect(await hasher.matches('cafe\u0301', await hasher.hash('caf\u00e9'))).toBe(true);
  });

  it('S4-03 S8-12 tells that an address is not verified only to who knows the password', async () => {
    const email = await account({ verified: false });
    const right = await signIn(email);
    expect([right.status, right.body.code]).toEqual([403, 'auth.email_unverified']);
    expect(right.body.detail).toBe(
      'Email not verified. Please verify your email or request for resend verification mail by clicking on "Resend Verification Mail" button.',
    );
    expect(right.headers.get(SESSION_SECRET_HEADER)).toBeNull();
    expect((await signIn(email, 'wrong')).body.code).toBe('auth.credentials_refused');
  });

  it.each([
    ['no email', { password: 'x' }, 'email'],
    ['an empty password', { email: 'a@b.co', password: '' }, 'password'],
    ['an operator as password', { email: 'a@b.co', password: { $ne: '' } }, 'password'],
    ['a number', { email: 'a@b.co', password: 7 }, 'password'],
    ['an endless password', { email: 'a@b.co', password: 'x'.repeat(201) }, 'password'],
    ['a role', { email: 'a@b.co', password: 'x', role: 'admin' }, 'role'],
  ])('S5-03 refuses %s', async (_, body, field) => {
    const answer = await ask('POST', '/api/auth/sign-in', { body });
    expect([answer.status, answer.body.code]).toEqual([422, 'request.invalid']);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it('B7-503 slows who keeps failing, while the owner gets in from elsewhere', async () => {
    const email = await account();
    const attacker = randomUUID();
    for (let tries = 0; tries < 6; tries += 1) expect((await signIn(email, 'guess', attacker)).status).toBe(401);
    const slowed = await signIn(email, PASSWORD, attacker);
    expect([slowed.status, slowed.body.code, slowed.body.detail]).toEqual([
      429,
      'auth.too_many_attempts',
      'Too many attempts, please wait 2 seconds and try again',
    ]);
    expect(slowed.headers.get('retry-after')).toBe('2');
    expect((await signIn(email, PASSWORD, randomUUID())).status).toBe(200);
    clock.advance({ seconds: 2 });
    expect((await signIn(email, PASSWORD, attacker)).status).toBe(200);
    expect((await signIn(email, 'guess', attacker)).status).toBe(401);
  });

  it('does as much work for an unknown address as for a wrong password', async () => {
    const email = await account();
    const matches = jest.spyOn(Argon2Passwords.prototype, 'matches');
    const turns = jest.spyOn(Argon2Passwords.prototype as unknown as { inTurn: () => Promise<unknown> }, 'inTurn');
    const workFor = async (address: string) => {
      turns.mockClear();
      expect((await signIn(address, 'guess')).status).toBe(401);
      return turns.mock.calls.length;
    };
    try {
      expect(await workFor(email)).toBe(1);
      expect(await workFor('nobody.knows@example.org')).toBe(1);
      expect(matches.mock.lastCall![1]).toBeNull();
    } finally {
      matches.mockRestore();
      turns.mockRestore();
    }
  });
});

describe('a sign-in code', () => {
  const request = (email: string, source?: string) => auth.post('/api/auth/sign-in-codes', { email, nav: 'rys' }, source ? { source } : {});
  const use = (asked: Answer, code: string, source?: string) =>
    auth.post('/api/auth/sign-in-codes/use', { request: asked.body.request, code }, source ? { source } : {});
  const codeFor = async (email: string) => String((await auth.words(email)).code);
  /** Another code than this one. */
  const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

  it('B5-522 makes the account of a new address, and tells nobody before whether there is one', async () => {
    const [known, unknown] = [await account(), auth.address()];
    const [asked, other] = [await request(unknown), await request(known)];
    const told = { message: 'Sign-in code sent', request: expect.stringMatching(/^[\w-]{43}$/), expiresAt: expect.any(String) };
    expect([asked.body, other.body]).toEqual([told, told]);
    expect([...asked.headers.keys()].sort()).toEqual([...other.headers.keys()].sort());
    const words = await auth.words(unknown);
    expect(words).toMatchObject({
      kind: 'sign-in-code',
      code: expect.stringMatching(/^\d{6}$/),
      url: expect.stringMatching(/\/login\?nav=rys#enter=[\w-]{43}$/),
      expiresAt: asked.body.expiresAt,
    });
    // Sent again, the mail says the same.
    expect(await auth.words(unknown)).toEqual(words);
    const entered = await use(asked, words.code);
    expect([entered.status, entered.body.session]).toMatchObject([200, { email: unknown, role: 'buyer' }]);
    expect(await auth.user(unknown)).toMatchObject({ passwordHash: null, emailVerifiedAt: clock.now() });
    const { mailRef } = (await auth.mails(known)).at(-1)!;
    expect((await auth.showMail(mailRef)).body.kind).toBe('sign-in-code');
    expect((await use(other, await codeFor(known))).body.session.email).toBe(known);
  });

  it('B5-523 is tried five times, also when all come at once, and says how many are left', async () => {
    const email = auth.address();
    const asked = await request(email);
    const code = await codeFor(email);
    const tried = [];
    for (let by = 1; by <= 6; by += 1) tried.push((await use(asked, wrong(code, by))).body);
    expect(tried.map((body) => body.code)).toEqual([...Array<string>(4).fill('auth.code_refused'), 'auth.code_spent', 'auth.code_spent']);
    expect(tried[0].detail).toBe('This is not the code in the email. 4 tries are left.');
    expect((await use(asked, code)).body.code).toBe('auth.code_spent');
    const again = await request(email);
    const next = await codeFor(email);
    const many = await Promise.all(Array.from({ length: 20 }, (_, by) => use(again, wrong(next, by + 1))));
    expect(many.filter(({ body }) => body.code === 'auth.code_refused')).toHaveLength(4);
    expect((await use(again, next)).status).toBe(410);
  });

  it('B5-524 works in the browser that asked, once, for ten minutes, and until another one is used', async () => {
    const [email, stranger] = [auth.address(), auth.address()];
    const [first, theirs] = [await request(email), await request(stranger)];
    const code = await codeFor(email);
    expect((await use(theirs, code)).body.code).toBe('auth.code_refused');
    expect((await use({ ...first, body: { request: 'x'.repeat(43) } }, code)).body.code).toBe('auth.code_spent');
    const second = await request(email);
    const newer = await codeFor(email);
    expect((await use(second, code)).body.code).toBe('auth.code_refused');
    clock.advance({ minutes: 9, seconds: 59 });
    const answers = await Promise.all([use(second, newer), use(second, newer), use(second, newer)]);
    // A lost answer is given again for a minute: the same session, and no other.
    const secrets = answers.map(({ headers }) => headers.get(SESSION_SECRET_HEADER));
    expect([answers.map(({ status }) => status), new Set(secrets).size]).toEqual([[200, 200, 200], 1]);
    expect((await use(first, code)).body.code).toBe('auth.code_spent');
    const { _id: userId } = (await auth.user(email))!;
    expect(await collectionOf(auth.database, 'sessions').countDocuments({ userId })).toBe(1);
    expect((await use(second, wrong(newer))).body.code).toBe('auth.code_refused');
    clock.advance({ seconds: 60 });
    expect((await use(second, newer)).body.code).toBe('auth.code_spent');
    const third = await request(email);
    const last = await codeFor(email);
    clock.advance({ minutes: 10 });
    expect((await use(third, last)).body.code).toBe('auth.code_spent');
    expect((await auth.showMail((await auth.mails(email)).at(-1)!.mailRef)).status).toBe(410);
  });

  it('B7-531 works in whichever order the mails of a browser come, also where a stranger asked meanwhile; then all others end', async () => {
    const email = auth.address();
    const request = (secret?: string) => auth.post('/api/auth/sign-in-codes', { email, ...(secret ? { request: secret } : {}) });
    const asked = await request();
    const first = await codeFor(email);
    expect((await request(asked.body.request)).body.request).toBe(asked.body.request);
    const link = await auth.token(email);
    await request();
    // One browser that asks for many addresses tries the codes of one of them.
    const other = auth.address();
    clock.advance({ seconds: 1 });
    await auth.post('/api/auth/sign-in-codes', { email: other, request: asked.body.request });
    await auth.settled();
    expect((await use(asked, first)).body.code).toBe('auth.code_refused');
    clock.advance({ seconds: 1 });
    await request(asked.body.request);
    const newest = await codeFor(email);
    expect((await use(asked, first)).status).toBe(200);
    expect((await auth.post('/api/auth/handoff', { token: link })).status).toBe(410);
    expect((await use(asked, newest)).body.code).toBe('auth.code_refused');
  });

  it('B7-535 B5-523 is one try however often it is sent: the fifth, right one is answered again when its answer was lost', async () => {
    const email = auth.address();
    const asked = await request(email);
    const code = await codeFor(email);
    for (const by of [1, 2, 3, 4]) for (let time = 0; time < 2; time += 1) await use(asked, wrong(code, by), randomUUID());
    const answers = [await use(asked, code), ...(await Promise.all(Array.from({ length: 6 }, () => use(asked, code))))];
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200));
    expect(new Set(answers.map(({ headers }) => headers.get(SESSION_SECRET_HEADER))).size).toBe(1);
    // Used once: nobody else opens anything with it, and nobody after the minute.
    const elsewhere = await request(auth.address());
    await auth.settled();
    expect((await use(elsewhere, code)).status).toBe(401);
    clock.advance({ seconds: 60 });
    expect((await use(asked, code)).status).toBe(410);
  });

  it('B5-644 tells the browser that asked, and no other, when its link was opened elsewhere, and says so to who types its code then', async () => {
    const email = auth.address();
    const asked = await request(email);
    const usedAt = async ({ body }: Answer) => (await auth.post('/api/auth/sign-in-codes/check', { request: body.request })).body.usedAt;
    const [code, link] = [await codeFor(email), await auth.token(email)];
    const elsewhere = await request(auth.address());
    expect(await usedAt(asked)).toBeNull();
    await auth.post('/api/auth/handoff', { token: link });
    expect([await usedAt(asked), await usedAt(elsewhere)]).toEqual([clock.now().toISOString(), null]);
    const typed = async () => (await use(asked, code)).body;
    const said = { code: 'auth.code_spent', detail: expect.stringMatching(/^This email has already signed you in/) };
    expect(await typed()).toMatchObject(said);
    clock.advance({ seconds: 60 });
    expect(await typed()).toMatchObject(said);
    // A further mail is awaited anew.
    await auth.post('/api/auth/sign-in-codes', { email, request: asked.body.request });
    await auth.settled();
    expect(await usedAt(asked)).toBeNull();
  });

  it('B5-525 leaves nothing in the account that somebody planted who never proved the address', async () => {
    for (const by of ['code', 'link'] as const) {
      const email = auth.address();
      await auth.post('/api/register', { name: 'A stranger', email, password: PASSWORD });
      const planted = await auth.token(email);
      const asked = await request(email);
      const { code } = await auth.words(email);
      const entered = by === 'code' ? await use(asked, code) : await auth.post('/api/auth/handoff', { token: await auth.token(email) });
      expect([entered.status, entered.body.session]).toMatchObject([200, { email, name: '' }]);
      // They can show no more than that they read its mails.
      const identity = await resolve(entered.headers.get(SESSION_SECRET_HEADER));
      expect(identity?.signedInAt).toBe(clock.now().toISOString());
      expect((await ask('GET', '/api/auth/ways', { who: identity! })).body.provesByCode).toBe(true);
      expect((await signIn(email)).body.code).toBe('auth.credentials_refused');
      expect((await auth.post('/api/auth/verify-email', { token: planted, password: PASSWORD })).status).toBe(410);
      if (by === 'code') clock.advance({ seconds: 60 });
      expect((await use(asked, code)).status).toBe(410);
    }
  });

  it('B5-526 counts apart from passwords, and proves less than one', async () => {
    const email = await account();
    const hotel = randomUUID();
    for (let tries = 0; tries < 7; tries += 1) await signIn(email, 'forgotten', hotel);
    expect((await signIn(email, PASSWORD, hotel)).status).toBe(429);
    const asked = await request(email, hotel);
    const entered = await use(asked, await codeFor(email), hotel);
    const identity = (await resolve(entered.headers.get(SESSION_SECRET_HEADER)))!;
    expect(identity.signedInAt).toBe(new Date(0).toISOString());
    for (const who of [identity, undefined])
      expect((await ask('GET', '/api/auth/ways', who ? { who } : {})).body).not.toHaveProperty('provesByCode');
    expect((await signIn(email, PASSWORD, hotel)).status).toBe(200);
    const ended = await request(email);
    const code = await codeFor(email);
    await auth.post('/api/auth/sign-out-everywhere', undefined, { who: (await signedIn(email)).identity });
    expect((await use(ended, code)).status).toBe(410);
  });

  it('B5-526 slows one place that tries code after code', async () => {
    const email = auth.address();
    const source = randomUUID();
    const statuses = [];
    for (let round = 0; round < 2; round += 1) {
      const asked = await request(email);
      const code = await codeFor(email);
      for (let by = 1; by <= 4; by += 1) statuses.push((await use(asked, wrong(code, by), source)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  });

  it('B5-536 is used up only with the session it opens, as its link and a handoff code are', async () => {
    const sessions = (validator: object) => auth.database.db!.command({ collMod: 'sessions', validator });
    const { identity } = await signedIn(await account());
    const handoff = (await auth.post('/api/auth/handoff-codes', undefined, { who: identity })).body.token as string;
    const [byCode, byLink] = [auth.address(), auth.address()];
    const asked = await request(byCode);
    await request(byLink);
    const [code, link] = [await codeFor(byCode), await auth.token(byLink)];
    const enter = async () =>
      [
        await use(asked, code),
        await auth.post('/api/auth/handoff', { token: link }),
        await auth.post('/api/auth/handoff', { token: handoff }),
      ].map(({ status }) => status);
    try {
      await sessions({ neverStored: { $exists: true } });
      expect(await enter()).toEqual([500, 500, 500]);
    } finally {
      await sessions({});
    }
    expect(await enter()).toEqual([200, 200, 200]);
    expect(await enter()).toEqual([200, 410, 410]);
  });

  it('is stored nowhere, and in no fact and no log', async () => {
    const email = auth.address();
    const asked = await request(email);
    const { code, url } = await auth.words(email);
    const kept = await Promise.all(['account-links', 'outbox', 'users'].map((name) => collectionOf(auth.database, name).find().toArray()));
    for (const secret of [asked.body.request, String(url).split('=').at(-1)!, `"${code}"`]) {
      expect(JSON.stringify(kept)).not.toContain(secret);
      expect(lines.join('')).not.toContain(secret);
    }
  });
});

describe('a session', () => {
  it('S7-10 ends at sign-out, at once, and signing out twice is no fault', async () => {
    const { secret, identity } = await signedIn(await account());
    const answer = await ask('POST', '/api/auth/sign-out', { who: identity });
    expect([answer.status, answer.headers.get(SESSION_SECRET_HEADER)]).toEqual([204, '']);
    expect(await resolve(secret)).toBeNull();
    expect((await ask('POST', '/api/auth/sign-out', { who: identity })).status).toBe(204);
    expect((await ask('POST', '/api/auth/sign-out')).status).toBe(204);
  });

  it('that a browser came with ends when somebody signs in with it', async () => {
    const planted = await signedIn(await account());
    const other = await account();
    expect((await signIn(other, PASSWORD, undefined, planted.identity)).status).toBe(200);
    expect(await resolve(planted.secret)).toBeNull();
  });

  it('is resolved together with others, each in its own place', async () => {
    const [anna, ben] = [await signedIn(await account()), await signedIn(await account())];
    const nobody = 'n'.repeat(43);
    const secrets = [ben.secret, nobody, anna.secret, ben.secret];
    const { body } = await ask('POST', '/internal/sessions/resolve', { body: { secrets }, caller: gateway });
    expect(body.identities).toEqual([ben.identity, null, anna.identity, ben.identity]);
  });
});

describe('a refused sign-in', () => {
  const pseudonyms = new Pseudonyms(auth.keys.settingsFor('svc-auth').PSEUDONYM_KEY);

  it('B9-531 leaves one line with pseudonyms of the place and of what was typed, and no address or password', async () => {
    const from = lines.length;
    await signIn('Nobody.Knows@Example.org', 'a wrong password', '203.0.113.50');
    const told = lines.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told.filter(({ event }) => event !== undefined)).toEqual([
      expect.objectContaining({
        event: 'sign_in_refused',
        sourceHash: pseudonyms.ofSource('203.0.113.50'),
        accountHash: pseudonyms.ofAccount('nobody.knows@example.org'),
      }),
    ]);
    expect(JSON.stringify(told)).not.toMatch(/nobody\.knows|203\.0\.113|wrong password/i);
  });

  it('B9-532 is counted under keyed hashes: trying every address finds none', async () => {
    const [email, place] = [await account(), '203.0.113.51'];
    await signIn(email, 'a wrong password', place);
    await signIn(email, PASSWORD, place);
    await auth.post('/api/auth/reset-password', { email }, { source: place });
    const stored = await Promise.all(
      ['sign-in-attempts', 'sign-in-places', 'mail-allowances'].map((name) =>
        collectionOf<{ _id: string }>(auth.database, name).find({}).toArray(),
      ),
    );
    const ids = stored.flat().map(({ _id }) => _id);
    const key = emailKey(email);
    const counted = [
      ['place', place],
      ['person', key, place],
      ['account', key],
      ['emails at a known place', 'password-reset', key, place],
    ];
    const plain = (parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');
    const known = (hash: (parts: string[]) => string) => counted.filter((parts) => ids.some((id) => id.startsWith(hash(parts))));
    expect(known((parts) => pseudonyms.of(...parts))).toEqual(counted);
    expect(known((parts) => plain(parts).slice(0, 22))).toEqual([]);
  });
});

describe('the log', () => {
  it('never carries a person, a password or a secret', () => {
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.join('')).not.toMatch(/@example\.org|violet harbour|Person \d/i);
  });
});

describe('in MongoDB', () =>
  attemptsSuite(
    () => auth.service.app.get<MongoAttempts>(MongoAttempts),
    () => auth.clock.now(),
  ));

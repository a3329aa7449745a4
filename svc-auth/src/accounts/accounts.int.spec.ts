import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import { emailKey } from '@concert/contracts/core/fields';
import { collectionOf } from '@concert/service-kit/store/mongo';
import { Pseudonyms } from '@concert/service-kit/identity/pseudonyms';
import { until } from '@concert/test-kit/until';
import { LoginThrottle } from '../login-throttle/login-throttle.ts';
import { MongoAttempts } from '../login-throttle/mongo-attempts.ts';
import { MAX_FAILURES_A_DAY } from '../login-throttle/throttle-policy.ts';
import { PASSWORD, RunningAuth, SITE } from '../running-auth.harness.ts';

const auth = new RunningAuth();
const signUp = (email: string, password = PASSWORD, source?: string) =>
  auth.post('/api/auth/sign-up', { email, password }, source ? { source } : {});
const resend = (email: string, source?: string) => auth.post('/api/auth/resend-verification', { email }, source ? { source } : {});
const reset = (email: string, source?: string) => auth.post('/api/auth/reset-password', { email }, source ? { source } : {});
const verify = (token: string, password = PASSWORD, source?: string) =>
  auth.post('/api/auth/verify-email', { token, password }, source ? { source } : {});
const setPassword = (token: string, password: string) => auth.post('/api/auth/set-password', { token, password });
const OTHER = 'wooden-teapot-gallops-north';
/** What a stranger chose who signed up somebody else's address. */
const PLANTED = 'a password planted early 1';

beforeAll(() => auth.start());
afterAll(() => auth.stop());

describe('signing up', () => {
  it('S4-04 S7-05 makes an account that waits for its mail, and opens no session', async () => {
    const email = auth.address();
    const answer = await signUp(email);
    expect([answer.status, answer.body]).toEqual([200, { message: `Verification email sent to: ${email} Please verify your email` }]);
    expect(answer.headers.get(SESSION_SECRET_HEADER)).toBeNull();
    const [mail, ...more] = await auth.mails(email);
    expect([mail?.kind, more]).toEqual(['verification', []]);
    expect(await auth.user(email)).toMatchObject({
      email,
      emailKey: email.toLowerCase(),
      name: '',
      role: 'buyer',
      emailVerifiedAt: null,
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
    });
    expect((await auth.signIn(email)).body.code).toBe('auth.email_unverified');
    const shown = await auth.showMail(mail!.mailRef);
    expect(shown.body).toEqual({
      kind: 'verification',
      email,
      name: '',
      url: expect.stringMatching(`^${SITE}/login#verify=[A-Za-z0-9_-]{43}$`),
      expiresAt: new Date(auth.clock.now().getTime() + 86_400_000).toISOString(),
    });
    const { body } = await verify(String(shown.body.url).split('=')[1]!);
    expect(body).toEqual({ session: expect.objectContaining({ email, role: 'buyer' }), message: 'Sign in successful' });
    expect((await auth.signedIn(email)).identity).toMatchObject({ email, role: 'buyer' });
  });

  it('S7-01 registers with a name', async () => {
    const email = auth.address();
    const answer = await auth.post('/api/register', { name: ' Anna  Kowalska ', email, password: PASSWORD });
    expect([answer.status, answer.body]).toEqual([200, { message: 'Registration successful' }]);
    await verify(await auth.token(email));
    expect((await auth.signIn(email)).body.session.name).toBe('Anna  Kowalska');
  });

  it('B7-504 answers alike for an address that has an account, whose owner is told by mail', async () => {
    const [known, waiting, unknown] = [await auth.account(), await auth.account({ verified: false }), auth.address()];
    const before = await auth.user(known);
    const answers = await Promise.all([known, waiting, unknown].map(async (email) => ({ email, ...(await signUp(email, OTHER)) })));
    for (const { email, status, body, headers } of answers) {
      expect([status, body]).toEqual([200, { message: `Verification email sent to: ${email} Please verify your email` }]);
      expect([...headers.keys()].filter((name) => name.startsWith('x-concert'))).toEqual([]);
    }
    expect((await auth.mails(known)).map(({ kind }) => kind)).toEqual(['account-exists']);
    expect((await auth.mails(waiting)).map(({ kind }) => kind)).toEqual(['verification']);
    expect((await auth.mails(unknown)).map(({ kind }) => kind)).toEqual(['verification']);
    expect(await auth.user(known)).toEqual(before);
    expect((await auth.showMail((await auth.mails(known))[0]!.mailRef)).body).toEqual({
      kind: 'account-exists',
      email: known,
      name: before!.name,
      url: `${SITE}/login`,
    });
    expect((await auth.signIn(known, OTHER)).status).toBe(401);
  });

  it('makes one account of two sign-ups at once, in any case of the letters', async () => {
    const email = auth.address();
    const answers = await Promise.all([signUp(email), signUp(email.toUpperCase()), signUp(email.toLowerCase()), signUp(email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await auth.mails(email)).map(({ kind }) => kind)).toEqual(['verification', 'verification', 'verification', 'verification']);
    expect(await auth.users().countDocuments({ emailKey: email.toLowerCase() })).toBe(1);
  });

  it('gives the person who opens a mail the password of the sign-up that caused it, not one planted before or after', async () => {
    const email = auth.address();
    await signUp(email, PLANTED);
    await auth.settled();
    await signUp(email, PASSWORD);
    const own = await auth.token(email);
    await signUp(email, 'a password planted later 2');
    await auth.settled();
    const planted = await auth.token(email);
    expect((await verify(own)).status).toBe(200);
    expect((await auth.signIn(email)).status).toBe(200);
    for (const password of [PLANTED, 'a password planted later 2']) expect((await auth.signIn(email, password)).status).toBe(401);
    expect((await verify(planted)).body.code).toBe('auth.link_expired');
    expect((await auth.signIn(email)).status).toBe(200);
  });

  it("verifies nothing with a stranger's password: its reader has to know it, or chooses one with the same link", async () => {
    for (const asked of ['the email of the sign-up', 'the email that was asked for again']) {
      const email = auth.address();
      await auth.post('/api/register', { name: 'Somebody', email, password: PLANTED });
      if (asked !== 'the email of the sign-up') await resend(email);
      const token = await auth.token(email);
      expect((await verify(token)).body).toMatchObject({ code: 'auth.credentials_refused', status: 401 });
      expect((await auth.user(email))!.emailVerifiedAt).toBeNull();
      expect((await setPassword(token, 'password1234567')).body.code).toBe('auth.password_too_weak');
      expect((await setPassword(token, OTHER)).status).toBe(200);
      expect((await auth.signIn(email, PLANTED)).status).toBe(401);
      expect((await auth.signedIn(email, OTHER)).identity).toMatchObject({ email, name: 'Somebody' });
      expect((await setPassword(token, PASSWORD)).body.code).toBe('auth.link_expired');
    }
  });

  it('slows who guesses the password with the link of a mail', async () => {
    const email = auth.address();
    await signUp(email);
    const token = await auth.token(email);
    const source = randomUUID();
    const statuses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) statuses.push((await verify(token, OTHER, source)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
    expect((await verify(token, PASSWORD, randomUUID())).status).toBe(200);
  });

  it('lets a link of a verification choose no password once the address is verified', async () => {
    const email = auth.address();
    await signUp(email);
    const token = await auth.token(email);
    await auth.change(email, { emailVerifiedAt: auth.clock.now() });
    expect((await setPassword(token, OTHER)).body.code).toBe('auth.link_expired');
    expect((await auth.signIn(email)).status).toBe(200);
  });

  it.each(['fourteen chars', 'password1234567', { $ne: '' }])('refuses %j as password, at the field', async (password) => {
    const answer = await auth.post('/api/auth/sign-up', { email: auth.address(), password });
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, 'password']);
  });

  it('finishes what a process answered and then forgot', async () => {
    const email = auth.address();
    const asked = { kind: 'sign-up', email, emailKey: email.toLowerCase(), name: null, passwordHash: 'x', spent: [] };
    const requests = collectionOf<{ _id: string; createdAt: Date }>(auth.database, 'account-requests');
    await requests.insertOne({ _id: randomUUID(), ...asked, createdAt: auth.clock.now() });
    auth.clock.advance({ seconds: 10 });
    await until('the account is there', () => auth.user(email), Boolean, { withinMs: 15_000 });
  });
});

describe('a link', () => {
  it('B5-521 of a verification signs in with the right password, there and then, also the second time, and leads on', async () => {
    const email = auth.address();
    await auth.post('/api/auth/sign-up', { email, password: PASSWORD, nav: 'rys' });
    const { mailRef } = (await auth.mails(email))[0]!;
    expect((await auth.showMail(mailRef)).body.url).toMatch(/\/login\?nav=rys#verify=/);
    const token = await auth.token(email);
    const planted = await auth.signedIn(await auth.account());
    const first = await auth.post('/api/auth/verify-email', { token, password: PASSWORD }, { who: planted.identity });
    expect([first.status, first.body.session.email]).toEqual([200, email]);
    const identity = await auth.resolve(first.headers.get(SESSION_SECRET_HEADER));
    expect(identity).toMatchObject({ email, signedInAt: auth.clock.now().toISOString() });
    expect(await auth.resolve(planted.secret)).toBeNull();
    const again = await verify(token);
    expect([again.status, again.body.session.email]).toEqual([200, email]);
    const wrong = await verify(token, OTHER);
    expect([wrong.status, wrong.headers.get(SESSION_SECRET_HEADER)]).toEqual([401, null]);
  });

  it.each(['expired', 'cut short', 'changed', 'of another kind', 'made up', 'an operator'])('that is %s says so', async (fault) => {
    const email = auth.address();
    await signUp(email);
    let token = await auth.token(email);
    if (fault === 'expired') auth.clock.advance({ hours: 24 });
    if (fault === 'cut short') token = token.slice(0, -1);
    if (fault === 'changed') token = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    if (fault === 'of another kind') {
      await reset(email);
      token = await auth.token(email);
    }
    if (fault === 'made up') token = 'x'.repeat(43);
    const answer =
      fault === 'an operator' ? await auth.post('/api/auth/verify-email', { token: { $ne: '' }, password: PASSWORD }) : await verify(token);
    expect([answer.status, answer.body.code]).toEqual(fault === 'an operator' ? [422, 'request.invalid'] : [410, 'auth.link_expired']);
    expect((await auth.user(email))!.emailVerifiedAt).toBeNull();
  });

  it('B9-515 is the same whenever its mail is sent, by whichever process accepts its key, and never one that would not work', async () => {
    const email = auth.address();
    await signUp(email);
    const { mailRef } = (await auth.mails(email))[0]!;
    const second = await auth.another();
    const after = randomBytes(32).toString('base64url');
    const rotated = await auth.another({ AUTH_LINK_KEYS: `${after},${auth.linkKey}` });
    const stranger = await auth.another({ AUTH_LINK_KEYS: after });
    const answers = await Promise.all(
      [auth.service, second, rotated, stranger].map(
        async ({ url }) => (await auth.ask('GET', `/internal/account-mails/${mailRef}`, { caller: auth.notify }, url)).body,
      ),
    );
    await Promise.all([second.stop(), rotated.stop(), stranger.stop()]);
    const [{ url }] = answers as [(typeof answers)[0]];
    expect(answers.slice(0, 3).map((answer) => answer.url)).toEqual([url, url, url]);
    expect(answers[3]).toMatchObject({ code: 'auth.link_expired' });
    expect((await verify(String(url).split('=')[1]!)).status).toBe(200);
  });

  it('is told to svc-notify and to nobody else, and not when it no longer works', async () => {
    const email = auth.address();
    await signUp(email);
    const { mailRef } = (await auth.mails(email))[0]!;
    for (const caller of [auth.gateway, auth.booking]) expect((await auth.showMail(mailRef, caller)).status).toBe(404);
    expect((await auth.ask('GET', `/internal/account-mails/${mailRef}`)).status).toBe(404);
    await verify(await auth.token(email));
    expect((await auth.showMail(mailRef)).body.code).toBe('auth.link_expired');
    expect((await auth.showMail('nothing-of-this-name')).body.code).toBe('auth.link_expired');
    expect((await auth.showMail('..%2f..%2fx')).status).toBe(404);
  });
});

describe('asking for the mail again', () => {
  it('S7-07 answers alike for everybody and mails who waits', async () => {
    const [waiting, verified, unknown] = [await auth.account({ verified: false }), await auth.account(), auth.address()];
    for (const email of [waiting, verified, unknown]) {
      expect(await resend(email)).toMatchObject({
        status: 200,
        body: { message: `Verification email sent to: ${email} Please verify your email` },
      });
    }
    expect((await auth.mails(waiting)).map(({ kind }) => kind)).toEqual(['verification']);
    expect((await auth.mails(verified)).map(({ kind }) => kind)).toEqual(['account-exists']);
    expect(await auth.user(unknown)).toBeNull();
    await verify(await auth.token(waiting));
    expect((await auth.signIn(waiting)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  it('S7-08 is replaced by mail; every session ends, and older links die', async () => {
    const email = await auth.account();
    const [phone, laptop] = [await auth.signedIn(email), await auth.signedIn(email)];
    const handoff = (await auth.ask('POST', '/api/auth/handoff-codes', { who: phone.identity })).body.token as string;
    expect(await reset(email)).toMatchObject({ status: 200, body: { message: 'Password reset email sent' } });
    const older = await auth.token(email);
    await reset(email);
    const newer = await auth.token(email);
    expect(newer).not.toBe(older);
    expect((await setPassword(newer, OTHER)).body.message).toBe('Your new password is set. You can sign in now');
    for (const { secret } of [phone, laptop]) expect(await auth.resolve(secret)).toBeNull();
    for (const token of [older, newer]) expect((await setPassword(token, 'yet another fine phrase 7')).body.code).toBe('auth.link_expired');
    expect((await auth.post('/api/auth/handoff', { token: handoff })).status).toBe(410);
    expect((await auth.signIn(email)).status).toBe(401);
    expect((await auth.signIn(email, OTHER)).status).toBe(200);
  });

  it('works for an hour', async () => {
    const email = await auth.account();
    await reset(email);
    const token = await auth.token(email);
    auth.clock.advance({ hours: 1 });
    expect((await setPassword(token, OTHER)).body.code).toBe('auth.link_expired');
    expect((await auth.signIn(email)).status).toBe(200);
  });

  it('is set once by two who hold the link at once', async () => {
    const email = await auth.account();
    await reset(email);
    const token = await auth.token(email);
    const answers = await Promise.all([setPassword(token, OTHER), setPassword(token, 'yet another fine phrase 7')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('leaves no session that began while it was replaced', async () => {
    const email = await auth.account();
    await reset(email);
    const token = await auth.token(email);
    const [set, ...entered] = await Promise.all([setPassword(token, OTHER), ...Array.from({ length: 4 }, () => auth.signIn(email))]);
    expect(set.status).toBe(200);
    for (const answer of entered) {
      const secret = answer.headers.get(SESSION_SECRET_HEADER);
      if (secret) expect(await auth.resolve(secret)).toBeNull();
    }
  });

  it('lets the owner in at once, where tries had been slowed', async () => {
    const email = await auth.account();
    const source = randomUUID();
    for (let tries = 0; tries < 7; tries += 1) await auth.signIn(email, 'forgotten', source);
    expect((await auth.signIn(email, PASSWORD, source)).status).toBe(429);
    await reset(email);
    await auth.post('/api/auth/set-password', { token: await auth.token(email), password: OTHER }, { source });
    expect((await auth.signIn(email, OTHER, source)).status).toBe(200);
  });
});

describe('the link of a sign-in code', () => {
  const request = (email: string, source?: string) => auth.post('/api/auth/sign-in-codes', { email }, source ? { source } : {});
  const enter = (token: string, source?: string) => auth.post('/api/auth/handoff', { token }, source ? { source } : {});

  it('B7-515 lets the owner in once guesses have closed the account to unknown places, and only the owner', async () => {
    const email = auth.address();
    await auth.seeding().add([{ email, name: 'Anna', password: PASSWORD, role: 'buyer' }]);
    const known = randomUUID();
    await auth.signIn(email, PASSWORD, known);
    const unknown = 'nobody.at.all@example.org';
    // Counted as sign-ins are, without the hundred hashes.
    const pseudonyms = new Pseudonyms(auth.keys.settingsFor('svc-auth').PSEUDONYM_KEY);
    const throttle = new LoginThrottle(new MongoAttempts(auth.database), auth.clock, (...parts) => pseudonyms.of(...parts));
    for (const address of [email, unknown])
      await Promise.all(Array.from({ length: MAX_FAILURES_A_DAY }, () => throttle.admit(emailKey(address), randomUUID())));
    for (const address of [email, unknown]) {
      const refused = await auth.signIn(address, PASSWORD);
      expect([refused.status, refused.body.code]).toEqual([403, 'auth.sign_in_link_needed']);
      expect((await request(address)).body.message).toBe('Sign-in code sent');
    }
    expect((await auth.signIn(email, PASSWORD, known)).status).toBe(200);
    const hotel = randomUUID();
    const token = await auth.token(email);
    expect((await auth.post('/api/auth/handoff/account', { token })).body).toEqual({ email });
    const entered = await enter(token, hotel);
    expect([entered.status, entered.body.session.email]).toEqual([200, email]);
    const identity = await auth.resolve(entered.headers.get(SESSION_SECRET_HEADER));
    expect(identity?.signedInAt).toBe(new Date(0).toISOString());
    expect((await auth.signIn(email, PASSWORD, hotel)).status).toBe(200);
    expect((await enter(token, hotel)).body.code).toBe('auth.link_expired');
  });
});

describe('the log of accounts', () => {
  it('names nobody', () => {
    expect(auth.lines.length).toBeGreaterThan(50);
    expect(auth.lines.join('')).not.toMatch(/@example\.org|violet harbour|teapot|planted/i);
  });
});

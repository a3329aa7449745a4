import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FLOW_SECRET_HEADER, SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import { collectionOf } from '@concert/service-kit/store/mongo';
import type { Identity } from '@concert/contracts/core/identity';
import type { RunningService } from '@concert/service-kit/service';
import { startOidcStandin, type OidcStandin } from '@concert/stand-ins/oidc/standin';
import { visit, type Visit } from '@concert/stand-ins/oidc/visit';
import { NeighbourInTest } from '@concert/service-kit/neighbour-in-test.harness';
import { PASSWORD, RunningAuth, SITE } from '../running-auth.harness.ts';

const CLIENT = { GOOGLE_CLIENT_ID: 'concert', GOOGLE_CLIENT_SECRET: 'a secret of the client' };
let google: OidcStandin;
let auth: RunningAuth;

beforeAll(async () => {
  google = await startOidcStandin({
    clientId: CLIENT.GOOGLE_CLIENT_ID,
    clientSecret: CLIENT.GOOGLE_CLIENT_SECRET,
    redirectUris: [`${SITE}/api/auth/google/callback`],
  });
  auth = new RunningAuth({ ...CLIENT, GOOGLE_ISSUER: google.url });
  await auth.start();
});
afterAll(async () => {
  await auth.stop();
  await google.close();
});

async function begin(mode?: 'popup' | 'redirect', url = auth.service.url) {
  const answer = await auth.ask('GET', `/api/auth/google${mode ? `?mode=${mode}` : ''}`, {}, url);
  return { status: answer.status, location: answer.headers.get('location')!, flow: answer.headers.get(FLOW_SECRET_HEADER)! };
}

/** The browser comes back to the site with what the provider gave it. */
async function comeBack(back: URL, flow: string | undefined, options: { url?: string; secret?: string } = {}) {
  const who = options.secret ? await auth.resolve(options.secret) : null;
  const answer = await auth.ask(
    'GET',
    `${back.pathname}${back.search}`,
    { ...(flow === undefined ? {} : { flow }), ...(who ? { who } : {}) },
    options.url,
  );
  const secret = answer.headers.get(SESSION_SECRET_HEADER);
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    flow: answer.headers.get(FLOW_SECRET_HEADER),
    secret,
    identity: secret ? await auth.resolve(secret) : null,
  };
}

async function enter(person: Visit, mode?: 'popup' | 'redirect') {
  const { location, flow } = await begin(mode);
  return comeBack(await visit(location, person), flow);
}

const failed = (reason: string, page = '/') => `${SITE}${page}?google=failed&reason=${reason}`;

describe('signing in with Google', () => {
  it('B7-506 goes there with PKCE, state and nonce, none of which the site gives away', async () => {
    const { status, location, flow } = await begin();
    const query = new URL(location).searchParams;
    expect([status, new URL(location).origin]).toEqual([303, google.url]);
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: 'concert',
      redirect_uri: `${SITE}/api/auth/google/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^.{43}$/),
      state: expect.stringMatching(/^.{20,}$/),
      nonce: expect.stringMatching(/^.{20,}$/),
    });
    expect(flow).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const stored = JSON.stringify(await collectionOf(auth.database, 'google-flows').find().toArray());
    for (const secret of [query.get('state')!, flow]) expect(stored).not.toContain(secret);
  });

  it('S4-02 S7-09 opens a session for somebody new, whose address Google has verified', async () => {
    const back = await enter({ email: 'New.Person@gmail.example', name: 'New Person' });
    expect([back.status, back.location, back.flow]).toEqual([303, `${SITE}/?google=done`, '']);
    expect(back.identity).toMatchObject({
      email: 'New.Person@gmail.example',
      name: 'New Person',
      role: 'buyer',
      // Google may have known them without asking anything.
      signedInAt: '1970-01-01T00:00:00.000Z',
    });
    expect(await auth.user('new.person@gmail.example')).toMatchObject({
      passwordHash: null,
      googleSub: expect.stringMatching(/^\d{21}$/),
      emailVerifiedAt: auth.clock.now(),
    });
    expect((await auth.signIn('new.person@gmail.example', PASSWORD)).status).toBe(401);
  });

  it('ends a popup at the login page', async () => {
    expect((await enter({ email: 'popup@gmail.example' }, 'popup')).location).toBe(`${SITE}/login?google=done`);
    expect((await enter({ email: 'popup@gmail.example', deny: true }, 'popup')).location).toBe(failed('denied', '/login'));
  });

  it('opens nothing for an address that Google has not verified', async () => {
    const known = await auth.account();
    for (const email of ['unproven@gmail.example', known]) {
      const back = await enter({ email, verified: false });
      expect([back.location, back.secret]).toEqual([failed('unverified'), null]);
    }
    expect(await auth.user('unproven@gmail.example')).toBeNull();
    expect((await auth.user(known))!.googleSub).toBeNull();
  });
});

describe('proving again at Google who is signed in', () => {
  async function beginAgain(who: Identity | undefined, url = auth.service.url) {
    const answer = await auth.ask('GET', '/api/auth/google?mode=popup&again=yes', who ? { who } : {}, url);
    return { location: answer.headers.get('location')!, flow: answer.headers.get(FLOW_SECRET_HEADER)! };
  }

  it('B7-513 has Google ask anew, and gives the session a new secret', async () => {
    const person = { email: 'again@gmail.example' };
    const { secret, identity } = await enter(person);
    const { location, flow } = await beginAgain(identity!);
    const query = new URL(location).searchParams;
    expect([query.get('max_age'), query.get('login_hint'), query.get('prompt')]).toEqual(['0', person.email, null]);
    const back = await comeBack(await visit(location, person), flow, { secret: secret! });
    expect(back.location).toBe(`${SITE}/login?google=done`);
    expect(back.identity).toMatchObject({ userId: identity!.userId, signedInAt: auth.clock.now().toISOString() });
    expect(await auth.resolve(secret)).toBeNull();
  });

  it('confirms nobody by another Google account, and makes none', async () => {
    const { secret, identity } = await enter({ email: 'first@gmail.example' });
    const { location, flow } = await beginAgain(identity!);
    const back = await comeBack(await visit(location, { email: 'second@gmail.example' }), flow, { secret: secret! });
    expect([back.location, back.secret]).toEqual([failed('other_person', '/login'), null]);
    expect(await auth.user('second@gmail.example')).toBeNull();
    expect(await auth.resolve(secret)).toEqual(identity);
  });

  it('begins for nobody who is not signed in', async () => {
    expect((await beginAgain(undefined)).location).toBe(failed('expired', '/login'));
  });

  it('asks an organiser for the passkey too, where one is demanded', async () => {
    const strict = await auth.another({ AUTH_PASSKEYS_DEMANDED: 'true' });
    const email = await auth.account({ role: 'organiser' });
    const { location, flow } = await begin('redirect', strict.url);
    const back = await comeBack(await visit(location, { email }), flow, { url: strict.url });
    expect(back.location).toBe(`${SITE}/?google=passkey`);
    const asked = { body: { secrets: [back.secret] }, caller: auth.gateway };
    const { identities } = (await auth.ask('POST', '/internal/sessions/resolve', asked, strict.url)).body;
    expect(identities[0]).toMatchObject({ email, awaitsPasskey: true });
    // To public routes such a session is nobody.
    expect((await beginAgain(identities[0], strict.url)).location).toBe(failed('expired', '/login'));
    await strict.stop();
  });
});

describe('an account', () => {
  it('is joined when both sides have proven the address, and keeps a password that was used', async () => {
    const email = await auth.account();
    await auth.signedIn(email);
    const back = await enter({ email: email.toUpperCase() });
    expect(back.identity).toMatchObject({ userId: (await auth.user(email))!._id, email });
    expect((await auth.signIn(email)).status).toBe(200);
  });

  it('loses a password that nobody ever signed in with when it is joined', async () => {
    const email = await auth.account();
    const back = await enter({ email });
    expect(back.identity).toMatchObject({ userId: (await auth.user(email))!._id, email });
    expect((await auth.signIn(email)).status).toBe(401);
    expect((await auth.user(email))!.passwordHash).toBeNull();
  });

  it('keeps a password that was typed, or chosen, with a mail of its address', async () => {
    const [typed, chosen] = [auth.address(), auth.address()];
    for (const email of [typed, chosen]) await auth.post('/api/auth/sign-up', { email, password: PASSWORD });
    expect((await auth.post('/api/auth/verify-email', { token: await auth.token(typed), password: PASSWORD })).status).toBe(200);
    expect((await auth.post('/api/auth/set-password', { token: await auth.token(chosen), password: PASSWORD })).status).toBe(200);
    for (const email of [typed, chosen]) {
      await enter({ email });
      expect((await auth.signIn(email)).status).toBe(200);
    }
  });

  it("that never proved its address becomes the Google person's: nothing planted in it stays", async () => {
    const email = auth.address();
    await auth.post('/api/register', { name: 'Planted Name', email, password: PASSWORD });
    const planted = await auth.token(email);
    await auth.post('/api/auth/reset-password', { email });
    const reset = await auth.token(email);
    const id = (await auth.user(email))!._id;
    const back = await enter({ email, name: 'Real Person' });
    expect(back.identity).toMatchObject({ userId: id, name: 'Real Person' });
    expect((await auth.user(email))!.passwordHash).toBeNull();
    expect((await auth.signIn(email)).status).toBe(401);
    expect((await auth.post('/api/auth/verify-email', { token: planted, password: PASSWORD })).status).toBe(410);
    expect((await auth.post('/api/auth/set-password', { token: reset, password: 'planted by someone else 7' })).status).toBe(410);
    expect((await auth.signIn(email)).status).toBe(401);
  });

  it('stays the same when the address changes at Google', async () => {
    const first = await enter({ email: 'before@gmail.example' });
    const { sub } = google.accounts.all().find(({ email }) => email === 'before@gmail.example')!;
    google.accounts.changeEmail(sub, 'afterwards@gmail.example');
    const second = await enter({ email: 'afterwards@gmail.example' });
    expect(second.identity).toMatchObject({ userId: first.identity!.userId, email: 'afterwards@gmail.example' });
    expect(await auth.user('before@gmail.example')).toBeNull();
  });

  it('with a password keeps the address that was proven by mail, and no address moves onto another account', async () => {
    const email = await auth.account();
    await auth.signedIn(email);
    const joined = await enter({ email });
    const { sub } = google.accounts.all().find((account) => account.email === email)!;
    google.accounts.changeEmail(sub, 'elsewhere@gmail.example');
    expect((await enter({ email: 'elsewhere@gmail.example' })).identity).toMatchObject({ userId: joined.identity!.userId, email });
    const taken = await auth.account();
    const alone = await enter({ email: 'alone@gmail.example' });
    google.accounts.changeEmail(google.accounts.all().find((account) => account.email === 'alone@gmail.example')!.sub, taken);
    expect((await enter({ email: taken })).identity).toMatchObject({ userId: alone.identity!.userId, email: 'alone@gmail.example' });
  });

  it('of one person at Google is not opened by another with the same address', async () => {
    const email = await auth.account();
    await enter({ email });
    await auth.change(email, { googleSub: '199999999999999999999' });
    const back = await enter({ email });
    expect([back.location, back.secret]).toEqual([failed('taken'), null]);
  });

  it('is made once by two tabs at once', async () => {
    const email = 'two.tabs@gmail.example';
    const backs = await Promise.all([enter({ email }), enter({ email }), enter({ email })]);
    expect(new Set(backs.map(({ identity }) => identity?.userId)).size).toBe(1);
    expect(await auth.users().countDocuments({ emailKey: email })).toBe(1);
  });
});

describe('coming back', () => {
  it('B7-506 works once: a state or a code that was used opens nothing', async () => {
    const { location, flow } = await begin();
    const back = await visit(location, { email: 'once@gmail.example' });
    expect((await comeBack(back, flow)).identity).not.toBeNull();
    expect(await comeBack(back, flow)).toMatchObject({ location: failed('expired'), secret: null });
    const again = await begin();
    const replayed = new URL(back);
    replayed.searchParams.set('state', new URL(again.location).searchParams.get('state')!);
    expect(await comeBack(replayed, again.flow)).toMatchObject({ location: failed('refused'), secret: null });
  });

  it('B7-506 works in the browser that went: nobody is signed in as somebody else by an address they open', async () => {
    const attacker = await begin();
    const victim = await begin();
    const back = await visit(attacker.location, { email: 'attacker@gmail.example' });
    for (const flow of [undefined, victim.flow, 'x'.repeat(43)])
      expect(await comeBack(back, flow)).toMatchObject({ location: failed('expired'), secret: null });
    expect((await comeBack(back, attacker.flow)).identity?.email).toBe('attacker@gmail.example');
  });

  it('works for ten minutes', async () => {
    const { location, flow } = await begin('popup');
    const back = await visit(location, { email: 'slow@gmail.example' });
    auth.clock.advance({ minutes: 10 });
    expect(await comeBack(back, flow)).toMatchObject({ location: failed('expired', '/login'), secret: null });
  });

  it.each([
    '',
    '?state=x',
    '?code=x',
    '?code=x&state=y',
    '?error=access_denied',
    '?error=%3Cscript%3E&state=z',
    '?code=a&code=b&state=c',
    `?state=${'s'.repeat(501)}`,
    '?redirect_uri=//evil.test&state=x',
  ])('with %j leads to a page of this site and opens nothing', async (search) => {
    const answer = await auth.ask('GET', `/api/auth/google/callback${search}`, { flow: 'x'.repeat(43) });
    expect(answer.headers.get(SESSION_SECRET_HEADER)).toBeNull();
    expect([
      [303, failed('expired')],
      [422, null],
    ]).toContainEqual([answer.status, answer.headers.get('location')]);
  });
});

describe('a provider that lies', () => {
  const newKey = () =>
    crypto.subtle.generateKey(
      { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
      true,
      ['sign', 'verify'],
    );
  const [KEY, FOREIGN] = [newKey(), newKey()];
  const base64 = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
  /** What the next id token says, over what an honest one would. */
  let lie: { claims?: object; header?: object; foreignKey?: boolean; status?: number; unsigned?: boolean } = {};
  let nonce = '';
  let issuer = '';
  let service: RunningService;
  const server = new NeighbourInTest(async ({ url }) => {
    const json = (body: unknown, status = 200) => ({ status, body });
    if (url?.startsWith('/.well-known')) {
      return json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
    if (url === '/jwks')
      return json({ keys: [{ ...(await crypto.subtle.exportKey('jwk', (await KEY).publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] });
    if (lie.status) return json({ error: 'server_error' }, lie.status);
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: 'concert',
      sub: '123',
      nonce,
      iat: now,
      exp: now + 600,
      email: 'liar@gmail.example',
      email_verified: true,
      ...lie.claims,
    };
    const head = `${base64({ alg: lie.unsigned ? 'none' : 'RS256', kid: 'k', ...lie.header })}.${base64(claims)}`;
    const { privateKey } = await (lie.foreignKey ? FOREIGN : KEY);
    const signature = lie.unsigned
      ? ''
      : Buffer.from(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, Buffer.from(head))).toString('base64url');
    return json({ access_token: 'a', token_type: 'Bearer', expires_in: 600, id_token: `${head}.${signature}` });
  });

  beforeAll(async () => {
    issuer = await server.listen();
    service = await auth.another({ GOOGLE_ISSUER: issuer });
  });
  afterAll(async () => {
    await service.stop();
    server.close();
  });

  async function tell(told: typeof lie, query: Record<string, string> = {}, again?: Identity) {
    lie = told;
    const begun = await auth.ask('GET', `/api/auth/google${again ? '?again=yes' : ''}`, again ? { who: again } : {}, service.url);
    const [location, flow] = [begun.headers.get('location')!, begun.headers.get(FLOW_SECRET_HEADER)!];
    const asked = new URL(location).searchParams;
    nonce = asked.get('nonce')!;
    const back = new URL(`${SITE}/api/auth/google/callback`);
    back.search = new URLSearchParams({ code: 'c', state: asked.get('state')!, ...query }).toString();
    return comeBack(back, flow, { url: service.url });
  }

  const now = Math.floor(Date.now() / 1_000);
  it.each([
    ['does not say when it asked', undefined],
    ['asked before', now - 600],
    ['says it in words', 'just now'],
  ])('B7-513 proves nothing anew when it %s', async (_, auth_time) => {
    const { identity, secret } = await tell({});
    const back = await tell({ claims: { auth_time } }, {}, identity!);
    expect([back.secret, back.location]).toEqual([null, expect.stringMatching(/reason=(not_fresh|refused)$/)]);
    expect(await auth.resolve(secret)).toEqual(identity);
    expect((await tell({ claims: { auth_time: Math.floor(Date.now() / 1_000) } }, {}, identity!)).location).toBe(`${SITE}/?google=done`);
  });

  it.each([
    ['a wrong nonce', { claims: { nonce: 'other' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['a token of the past', { claims: { iat: now - 9_000, exp: now - 8_000 } }],
    ['a token of the future', { claims: { nbf: now + 9_000 } }],
    ['no signature', { unsigned: true }],
    ['the signature of another key', { foreignKey: true }],
    ['an unknown key', { header: { kid: '../../etc/passwd' } }],
    ['no subject', { claims: { sub: undefined } }],
  ])('is not believed with %s', async (_, told) => {
    expect(await tell(told)).toMatchObject({ location: failed('refused'), secret: null });
  });

  it.each([
    ['true as a word', { email_verified: 'true' }],
    ['1', { email_verified: 1 }],
    ['nothing', { email_verified: undefined }],
    ['no address', { email: undefined }],
    ['no real address', { email: 'a@b' }],
    ['two addresses', { email: 'a@b.co,c@d.co' }],
  ])('has not verified an address by saying %s', async (_, claims) =>
    expect(await tell({ claims: { sub: '124', ...claims } })).toMatchObject({ location: failed('unverified'), secret: null }),
  );

  it('gives nobody a name that could not be typed here', async () => {
    expect((await tell({ claims: { sub: '125', email: 'named@gmail.example', name: 'gnp.\u202eexe' } })).identity).toMatchObject({
      name: '',
      email: 'named@gmail.example',
    });
  });
});

describe('a site', () => {
  it('says whether Google is set up, and says so honestly where it is not', async () => {
    expect((await auth.ask('GET', '/api/auth/ways')).body).toEqual({ google: true, organisersNeedPasskey: false });
    const without = await auth.another({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
    expect((await auth.ask('GET', '/api/auth/ways', {}, without.url)).body).toEqual({ google: false, organisersNeedPasskey: false });
    expect((await begin('popup', without.url)).location).toBe(failed('not_set_up', '/login'));
    await without.stop();
  });
  it('says that Google is away, and asks again the next time', async () => {
    const away = await auth.another({ GOOGLE_ISSUER: 'http://127.0.0.1:9' });
    expect((await begin('redirect', away.url)).location).toBe(failed('unavailable'));
    await away.stop();
  });
  it('writes neither a person nor a code into its log', () => {
    expect(auth.lines.join('')).not.toMatch(/@gmail\.example|@example\.org|code=|state=/);
  });
});

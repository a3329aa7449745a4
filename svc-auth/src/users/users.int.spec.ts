import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import { run } from '@concert/machine-kit/processes';
import { PASSWORD, RunningAuth, SITE } from '../running-auth.harness.ts';

const ADMIN = 'first.admin@example.org';
const auth = new RunningAuth({ ADMIN_EMAIL: ADMIN });
const changeRole = async (as: string, of: string, role: unknown) =>
  auth.ask('PUT', `/api/users/${(await auth.user(of))!._id}/role`, {
    who: await auth.identityOf(as, 'admin'),
    body: { role },
    source: '203.0.113.7',
  });
const list = async (as: string, query = '') => auth.ask('GET', `/api/users${query}`, { who: await auth.identityOf(as, 'admin') });
const emails = (answer: { body: { items: { email: string }[] } }) => answer.body.items.map(({ email }) => email);

const ROOT = path.resolve(import.meta.dirname, '../../..');
const runCommand = (name: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
  run(path.join(ROOT, 'node_modules/.bin/node'), [path.join(ROOT, `svc-auth/dist/commands/${name}.js`), ...args], {
    env: { PATH: process.env['PATH'], ...env },
    withinMs: 20_000,
  });

beforeAll(async () => {
  await auth.start();
  await auth.account({ email: ADMIN, name: 'Zuzanna Admin' });
});
afterAll(() => auth.stop());

describe('an account whose address was never verified', () => {
  // Deletion itself is the database's, whose watch over ages stands still in tests.
  it('B6-522 is deleted by the database after seven days, and no other account is', async () => {
    const [waiting, verified] = [await auth.account({ verified: false }), await auth.account()];
    const ages = (await auth.users().indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    expect(ages).toMatchObject([{ key: { createdAt: 1 }, expireAfterSeconds: 7 * 86_400 }]);
    const ageing = await auth
      .users()
      .find({ ...ages[0]!.partialFilterExpression, email: { $in: [waiting, verified] } })
      .toArray();
    expect(ageing.map(({ email }) => email)).toEqual([waiting]);
  });
});

describe('signing out everywhere', () => {
  it("B7-502 ends every session of the person, at once, and nobody else's", async () => {
    const [email, other] = [await auth.account(), await auth.account()];
    const [phone, laptop, neighbour] = [await auth.signedIn(email), await auth.signedIn(email), await auth.signedIn(other)];
    const answer = await auth.post('/api/auth/sign-out-everywhere', undefined, { who: phone.identity });
    expect([answer.status, answer.headers.get(SESSION_SECRET_HEADER)]).toEqual([204, '']);
    expect(await Promise.all([phone, laptop, neighbour].map(({ secret }) => auth.resolve(secret).then(Boolean)))).toEqual([
      false,
      false,
      true,
    ]);
    expect((await auth.signIn(email)).status).toBe(200);
  });
});

describe('confirming the password', () => {
  it('changes nothing with a wrong one, and is slowed as sign-in is', async () => {
    const { secret, identity } = await auth.signedIn(await auth.account());
    const seen: number[] = [];
    for (let tries = 0; tries < 7; tries += 1)
      seen.push((await auth.post('/api/auth/confirm-password', { password: 'guess' }, { who: identity, source: 'one browser' })).status);
    expect([seen[0], seen.at(-1)]).toEqual([401, 429]);
    expect((await auth.resolve(secret))!.signedInAt).toBe(identity.signedInAt);
  });
});

describe('a handoff code', () => {
  const make = async (email: string) => {
    const session = await auth.signedIn(email);
    return {
      session,
      code: (await auth.ask('POST', '/api/auth/handoff-codes', { who: session.identity })).body as {
        token: string;
        url: string;
        expiresAt: string;
      },
    };
  };
  const use = (token: string) => auth.post('/api/auth/handoff', { token });

  it('B7-501 S2-65 signs the same person in once, and is useless a second time', async () => {
    const email = await auth.account();
    const { code, session } = await make(email);
    expect(code).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      url: `${SITE}/?token=${code.token}`,
      expiresAt: new Date(auth.clock.now().getTime() + 300_000).toISOString(),
    });
    auth.clock.advance({ minutes: 2 });
    const first = await use(code.token);
    expect([first.status, first.body.session.email]).toEqual([200, email]);
    const opened = await auth.resolve(first.headers.get(SESSION_SECRET_HEADER));
    expect(opened).toMatchObject({ email, signedInAt: session.identity.signedInAt });
    expect(opened!.sessionId).not.toBe(session.identity.sessionId);
    const second = await use(code.token);
    expect([second.status, second.body.code, second.headers.get(SESSION_SECRET_HEADER)]).toEqual([410, 'auth.link_expired', null]);
  });
  it('opens one session for two who come at once', async () => {
    const { code } = await make(await auth.account());
    expect((await Promise.all([use(code.token), use(code.token), use(code.token)])).map(({ status }) => status).sort()).toEqual([
      200, 410, 410,
    ]);
  });
  it('B7-501 works for five minutes', async () => {
    const { code } = await make(await auth.account());
    auth.clock.advance({ minutes: 5 });
    expect((await use(code.token)).status).toBe(410);
  });
  it('says whose account it is for as often as it is asked, and can be used afterwards', async () => {
    const email = await auth.account();
    const { code, session } = await make(email);
    const whose = () => auth.post('/api/auth/handoff/account', { token: code.token });
    for (const look of ['first', 'next']) {
      const answer = await whose();
      expect([look, answer.status, answer.body, answer.headers.get(SESSION_SECRET_HEADER)]).toEqual([look, 200, { email }, null]);
    }
    expect((await use(code.token)).status).toBe(200);
    expect((await whose()).body.code).toBe('auth.link_expired');
    const ended = await auth.ask('POST', '/api/auth/handoff-codes', { who: session.identity });
    await auth.post('/api/auth/sign-out-everywhere', undefined, { who: session.identity });
    expect((await auth.post('/api/auth/handoff/account', { token: ended.body.token })).status).toBe(410);
  });
  it('is no link of a mail, nor the other way round', async () => {
    const { code } = await make(await auth.account());
    expect((await auth.post('/api/auth/verify-email', { token: code.token, password: PASSWORD })).status).toBe(410);
    expect((await auth.post('/api/auth/set-password', { token: code.token, password: PASSWORD })).status).toBe(410);
    const waiting = auth.address();
    await auth.post('/api/auth/sign-up', { email: waiting, password: PASSWORD });
    expect((await use(await auth.token(waiting))).status).toBe(410);
  });
});

/** A profile nobody filled in. */
const EMPTY = { address: '', phone: '', note: '', skills: '', availability: '' };

describe('the profile', () => {
  it('S2-81 S2-82 S3-01 S3-02 S3-03 S3-04 S7-32 shows and really saves its fields; name and email stay', async () => {
    const email = await auth.account();
    const { identity } = await auth.signedIn(email);
    const saved = await auth.ask('PUT', '/api/profile', {
      who: identity,
      body: {
        address: ' 7 Harbour Lane\r\nSpringfield ',
        phone: '(555) 123-4567',
        note: ' Front row,\r\nplease ',
        skills: 'First aid, 手语',
        availability: 'Saturdays',
      },
    });
    const profile = {
      id: identity.userId,
      name: identity.name,
      email,
      address: '7 Harbour Lane\nSpringfield',
      phone: '(555) 123-4567',
      note: 'Front row,\nplease',
      skills: 'First aid, 手语',
      availability: 'Saturdays',
      role: 'buyer',
    };
    expect([saved.status, saved.body]).toEqual([200, profile]);
    expect((await auth.ask('GET', '/api/profile', { who: identity })).body).toEqual(profile);
    expect(JSON.stringify(saved.body)).not.toMatch(/argon2|passwordHash|emailKey/);
    expect((await auth.ask('PUT', '/api/profile', { who: identity, body: EMPTY })).body).toMatchObject(EMPTY);
    const row = (await list(ADMIN, `?search=${email}`)).body.items[0];
    expect(row).toMatchObject(EMPTY);
  });
  it('B5-540 takes a name where one is given, and keeps it where none is', async () => {
    const { identity } = await auth.signedIn(await auth.account());
    for (const body of [{ ...EMPTY, name: 'Ana Diaz' }, EMPTY])
      expect((await auth.ask('PUT', '/api/profile', { who: identity, body })).body).toMatchObject({ ...EMPTY, name: 'Ana Diaz' });
  });
  it('S6-04 is for the person alone, who has proven the address', async () => {
    expect((await auth.ask('GET', '/api/profile')).body.code).toBe('request.session_required');
    const email = await auth.account();
    const { secret, identity } = await auth.signedIn(email);
    expect([(await auth.ask('GET', '/api/profile', { who: identity })).body.email, (await auth.resolve(secret))?.email]).toEqual([
      email,
      email,
    ]);
    await auth.change(email, { emailVerifiedAt: null });
    expect([await auth.resolve(secret), (await auth.signIn(email)).body.code]).toEqual([null, 'auth.email_unverified']);
  });
});

describe('the users list', () => {
  it('S2-84 S7-02 shows pages in the order of the addresses, who has a role first, without gaps or repeats while rows are added', async () => {
    const made: string[] = [];
    for (const letter of ['a', 'c', 'e', 'g', 'i'])
      made.push(await auth.account({ email: `page.${letter}@list.example`, name: `Pagename ${letter}` }));
    const team: string[] = [];
    for (const [letter, role] of Object.entries({ y: 'door', z: 'organiser' } as const))
      team.push(await auth.account({ email: `page.${letter}@list.example`, name: `Pagename ${letter}`, role }));
    const one = await list(ADMIN, '?search=page&limit=1');
    expect(emails(one)).toEqual(team.slice(0, 1));
    const first = await list(ADMIN, `?search=page&limit=3&cursor=${one.body.next}`);
    expect(emails(first)).toEqual([team[1], ...made.slice(0, 2)]);
    expect(first.body.next).not.toContain('page');
    await auth.account({ email: 'page.b@list.example', name: 'Pagename b' });
    await auth.account({ email: 'page.d@list.example', name: 'Pagename d' });
    const second = await list(ADMIN, `?search=page&limit=3&cursor=${first.body.next}`);
    expect(emails(second)).toEqual(['page.d@list.example', 'page.e@list.example', 'page.g@list.example']);
    const third = await list(ADMIN, `?search=page&limit=3&cursor=${second.body.next}`);
    expect([emails(third), third.body.next]).toEqual([['page.i@list.example'], undefined]);
    expect(second.body.items[1]).toEqual({
      id: expect.stringMatching(/^us_/),
      name: 'Pagename e',
      email: 'page.e@list.example',
      address: '',
      phone: '',
      note: '',
      skills: '',
      availability: '',
      role: 'buyer',
      verified: true,
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it('B9-646 names 500 people to an old proof, then asks for a fresh one', async () => {
    const { identity } = await auth.signedIn(ADMIN);
    const who = { ...identity, signedInAt: '2024-01-01T00:00:00.000Z' };
    expect((await auth.ask('GET', '/api/users', { who })).status).toBe(200);
    const people = Array.from({ length: 500 }, (_, index) => `us_${index}`);
    await auth.database.collection<{ people: string[] }>('named-people').updateMany({}, { $set: { people } });
    expect((await auth.ask('GET', '/api/users', { who })).body.code).toBe('request.sign_in_again');
  });

  it('B4-510 is searched by the beginning of an address or of a word of the name, in any case, with or without accents', async () => {
    const email = await auth.account({ email: 'Searched.One@find.example', name: 'Żaneta O’Hara-Müller Świerk' });
    for (const search of ['searched.one@f', 'SEARCHED', 'zaneta', 'Żan', 'swierk', 'o’hara', '  żaneta   św ', 'swierk searched'])
      expect([search, emails(await list(ADMIN, `?search=${encodeURIComponent(search)}`))]).toEqual([search, [email]]);
    for (const search of ['find.example', 'aneta', 'zaneta nobody', '%', '\\', "'", '.*', '^s', '😀', '$gt', '*', '__proto__'])
      expect([search, emails(await list(ADMIN, `?search=${encodeURIComponent(search)}`))]).toEqual([search, []]);
  });
});

describe('the people behind ids', () => {
  const ask = (body: unknown, caller = auth.booking) => auth.ask('POST', '/internal/people', { body, caller });
  it('B5-544 are named to svc-booking and svc-notify, helpers at the door too, by id or by what they are found by, and to nobody else', async () => {
    const email = await auth.account({ name: 'Quirina Wanderly' });
    const { _id: id } = (await auth.user(email))!;
    const named = { people: [{ id, name: 'Quirina Wanderly', email }] };
    expect((await ask({ ids: [id, 'us_00000000000000000000000000'] })).body).toEqual(named);
    expect((await ask({ search: 'wander' })).body).toEqual(named);
    expect((await ask({ search: ', ;' })).body).toEqual({ people: [] });
    for (const body of [
      {},
      { ids: ['x'] },
      { search: { $gt: '' } },
      { ids: [], search: 'a' },
      { ids: Array.from({ length: 101 }, () => id) },
    ])
      expect((await ask(body)).status).toBe(422);
    expect((await ask({ ids: [id] }, auth.notify)).body).toEqual(named);
    const made = await auth.post('/api/helper-links', { name: 'Hanna' }, { who: (await auth.signedIn(ADMIN)).identity });
    const helper = made.body.helper.helperId as string;
    expect((await ask({ ids: [helper] })).body).toEqual({ people: [{ id: helper, name: 'Hanna', email: '' }] });
    expect((await ask({ search: 'wander' }, auth.gateway)).status).toBe(404);
    expect(
      (await auth.ask('POST', '/internal/people', { who: (await auth.signedIn(ADMIN)).identity, body: { search: 'wander' } })).status,
    ).toBe(404);
  });
});

describe('a role', () => {
  it('B4-510 counts at once, is told to the audit log, and ends the sessions of the person', async () => {
    const email = await auth.account();
    const { secret } = await auth.signedIn(email);
    const admin = (await auth.user(ADMIN))!._id;
    const answer = await changeRole(ADMIN, email, 'organiser');
    expect([answer.status, answer.body.role, answer.body.email]).toEqual([200, 'organiser', email]);
    expect(await auth.resolve(secret)).toBeNull();
    expect((await auth.signedIn(email)).identity.role).toBe('organiser');
    const userId = (await auth.user(email))!._id;
    expect((await auth.facts('auth.act.recorded.v1', { 'envelope.subject': userId })).map(({ data }) => data)).toEqual([
      {
        actor: admin,
        act: 'role.changed',
        subject: { kind: 'user', id: userId },
        at: auth.clock.now().toISOString(),
        from: '203.0.113.7',
        detail: { from: 'buyer', to: 'organiser' },
      },
    ]);
  });
  it('of the configured admin stays', async () => {
    const other = await auth.account({ role: 'admin' });
    expect((await changeRole(other, ADMIN, 'organiser')).body).toMatchObject({
      code: 'auth.last_admin',
      status: 409,
      detail: 'This address is the admin that the site is set up with',
    });
    expect((await auth.signedIn(ADMIN)).identity.role).toBe('admin');
  });
  it('is given to people who are there, and is one of three', async () => {
    const email = await auth.account();
    for (const role of ['owner', 'Admin', '', null, 7, ['admin'], { $ne: '' }, 'constructor'])
      expect((await changeRole(ADMIN, email, role)).status).toBe(422);
    const { identity } = await auth.signedIn(ADMIN);
    expect(
      (await auth.ask('PUT', '/api/users/us_00000000000000000000000000/role', { who: identity, body: { role: 'admin' } })).body.code,
    ).toBe('auth.user_not_found');
    expect((await auth.ask('PUT', '/api/users/admin/role', { who: identity, body: { role: 'admin' } })).status).toBe(404);
    expect((await auth.user(email))!.role).toBe('buyer');
  });
});

describe('the last admin', () => {
  const alone = new RunningAuth();
  beforeAll(() => alone.start());
  afterAll(() => alone.stop());
  const change = async (as: string, of: string, role: string) =>
    alone.ask('PUT', `/api/users/${(await alone.user(of))!._id}/role`, { who: (await alone.signedIn(as)).identity, body: { role } });

  it('B7-507 stays one, and of two who dismiss each other at once one stays', async () => {
    const [anna, ben] = [await alone.account({ role: 'admin' }), await alone.account({ role: 'admin' })];
    await alone.account({ role: 'admin', verified: false });
    const [a, b] = [(await alone.signedIn(anna)).identity, (await alone.signedIn(ben)).identity];
    const answers = await Promise.all([
      alone.ask('PUT', `/api/users/${b.userId}/role`, { who: a, body: { role: 'buyer' } }),
      alone.ask('PUT', `/api/users/${a.userId}/role`, { who: b, body: { role: 'buyer' } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const left = (await alone.user(anna))!.role === 'admin' ? anna : ben;
    expect((await change(left, left, 'organiser')).body.code).toBe('auth.last_admin');
    const heir = await alone.account();
    expect((await change(left, heir, 'admin')).status).toBe(200);
    expect((await change(heir, left, 'buyer')).status).toBe(200);
    expect((await alone.signedIn(left)).identity.role).toBe('buyer');
  });

  it('B7-507 comes from a command when there is none', async () => {
    const [waiting, email] = [await alone.account({ verified: false }), await alone.account()];
    const { secret } = await alone.signedIn(email);
    const command = (address: string) => runCommand('first-admin', [address], { MONGO_URL: alone.room.mongoUrl });
    for (const [address, code, words] of [
      ['nobody@example.org', 1, 'has no account'],
      [waiting, 1, 'is not verified'],
      ['no address', 2, 'name the address'],
      [email.toUpperCase(), 0, 'is an admin now'],
      [email, 0, 'is an admin already'],
    ] as const) {
      const done = await command(address);
      expect([address, done.code]).toEqual([address, code]);
      expect(done.output).toContain(words);
    }
    expect(await alone.resolve(secret)).toBeNull();
    expect((await alone.signedIn(email)).identity.role).toBe('admin');
  });
});

describe('the accounts of a rehearsal', () => {
  const seed = (accounts: readonly object[], live: boolean) => {
    const settings = { MONGO_URL: auth.room.mongoUrl, SEED_ACCOUNTS: JSON.stringify(accounts), PAYMENTS_LIVE: String(live) };
    return runCommand('seed-accounts', [], settings);
  };

  it('B7-516 end beside a live payment key with their sessions, and nobody makes them there', async () => {
    const roles = ['buyer', 'organiser', 'admin'] as const;
    const samples = roles.map((role) => ({ email: `${role}@example.org`, name: `Sample ${role}`, password: PASSWORD, role }));
    expect(await seed(samples, false)).toMatchObject({ code: 0, stdout: 'svc-auth: 3 accounts made\n' });
    const stays = await auth.account();
    const sessions = await Promise.all([...samples.map(({ email }) => email), stays].map((email) => auth.signedIn(email)));

    const refused = await seed(samples, true);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('SEED_ACCOUNTS must be [] where real money is taken')]);
    expect(await seed([], true)).toMatchObject({ code: 0, stdout: 'svc-auth: 3 sample accounts ended\n' });

    expect(await Promise.all(sessions.map(({ secret }) => auth.resolve(secret).then(Boolean)))).toEqual([false, false, false, true]);
    for (const { email } of samples) expect([email, (await auth.signIn(email)).status]).toEqual([email, 401]);
    expect((await auth.signIn(stays)).status).toBe(200);
    expect(await seed([], true)).toMatchObject({ code: 0, stdout: 'svc-auth: 0 sample accounts ended\n' });
  });
});

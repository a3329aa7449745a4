import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApprovalView, BigAction } from '@concert/contracts/auth/approvals';
import type { Identity } from '@concert/contracts/core/identity';
import { idFromBytes, type BookingId } from '@concert/contracts/core/ids';
import { collectionOf } from '@concert/service-kit/store/mongo';
import type { RunningService } from '@concert/service-kit/service';
import { randomBytes } from 'node:crypto';
import { ChangeRole } from '../admin-acts/change-role.ts';
import { RequestAdminAct } from '../admin-acts/request-admin-act.ts';
import { RemoveLostPasskeys } from '../admin-acts/remove-lost-passkeys.ts';
import { MongoPasskeys } from '../passkeys/mongo-passkeys.ts';
import { MongoUsers } from '../users/mongo-users.ts';
import { RunningAuth, SITE } from '../running-auth.harness.ts';
import type { RequireApproval } from './require-approval.ts';

const auth = new RunningAuth({ AUTH_APPROVALS: 'two-people', AUTH_APPROVALS_ABOVE_CENTS: '20000' });
let off: RunningService;
let organiser: Identity;
let other: Identity;
let admin: Identity;
let second: Identity;

async function person(role: 'organiser' | 'admin'): Promise<Identity> {
  return auth.identityOf(await auth.account({ role }));
}

beforeAll(async () => {
  await auth.start();
  off = await auth.another({ AUTH_APPROVALS: '' });
});
// Sums are counted by the day and the person, so each test has people of its own; and what the one before did is a minute ago.
beforeEach(async () => {
  auth.clock.advance({ minutes: 1 });
  [organiser, other, admin, second] = (await Promise.all((['organiser', 'organiser', 'admin', 'admin'] as const).map(person))) as [
    Identity,
    Identity,
    Identity,
    Identity,
  ];
});
afterAll(async () => {
  await off?.stop();
  await auth.stop();
});

const refund = (amountMinor: number, bookingId: BookingId = idFromBytes('booking', randomBytes(17)), attempt = 1): BigAction => ({
  kind: 'refund',
  bookingId,
  amountMinor,
  attempt,
});
const run = (over: Partial<Extract<BigAction, { kind: 'refund-run' }>> = {}): BigAction => ({
  kind: 'refund-run',
  payments: 12,
  amountMinor: 60_000,
  ...over,
});
/** As a service asks, when somebody wants to do something. @returns `granted`, or the code of the refusal */
async function decisionOn(who: Identity, action: BigAction, service = auth.service): Promise<string> {
  const { status, body } = await auth.ask(
    'POST',
    '/internal/approvals',
    { body: { userId: who.userId, action }, caller: auth.booking },
    service.url,
  );
  return status === 200 ? 'granted' : body.code;
}
const listed = async (as: Identity): Promise<ApprovalView[]> => (await auth.ask('GET', '/api/approvals', { who: as })).body.approvals;
const askedBy = async (who: Identity, as = other) => (await listed(as)).filter((one) => one.askedBy.id === who.userId);
const decide = (id: string, how: 'approve' | 'refuse', who: Identity) => auth.post(`/api/approvals/${id}/${how}`, {}, { who });
/** Asks, and gives the id of what waits. */
async function ask(who: Identity, action: BigAction, service = auth.service): Promise<string> {
  expect(await decisionOn(who, action, service)).toBe('request.approval_needed');
  const [newest] = await askedBy(who, who);
  return newest!.id;
}

describe('a big action', () => {
  it('B5-550 B9-520 waits for somebody else, is let through once after that, and both stand in the audit log', async () => {
    const action = run();
    const id = await ask(organiser, action);
    expect(await decisionOn(organiser, action)).toBe('request.approval_needed');
    expect(await askedBy(organiser)).toMatchObject([
      { id, action, state: 'waiting', mayApprove: true, askedBy: { id: organiser.userId, email: organiser.email } },
    ]);
    expect(await askedBy(organiser, organiser)).toMatchObject([{ id, mayApprove: false }]);
    expect((await auth.ask('GET', '/api/approvals', { who: organiser })).body).toMatchObject({ mode: 'two-people' });
    expect((await decide(id, 'approve', other)).body).toMatchObject({
      state: 'approved',
      decidedBy: { id: other.userId },
      mayApprove: false,
    });
    expect(await decisionOn(organiser, action)).toBe('granted');
    expect(await askedBy(organiser)).toEqual([]);
    expect(await decisionOn(organiser, action)).toBe('request.approval_needed');
    const acts = (await auth.facts('auth.act.recorded.v1', { 'envelope.subject': id })).map(({ data }) => data as Record<string, unknown>);
    const people = { askedBy: organiser.userId, decidedBy: other.userId };
    expect(acts.slice(0, 3)).toMatchObject([
      { act: 'approval.asked', actor: organiser.userId, detail: { kind: 'refund-run', amountMinor: 60_000 } },
      { act: 'approval.given', actor: other.userId, detail: people },
      { act: 'approval.used', actor: organiser.userId, detail: people },
    ]);
  });

  it('B9-520 is never approved by who asked, nor by an account that could not ask, nor with an old proof', async () => {
    const id = await ask(organiser, run());
    expect((await decide(id, 'approve', organiser)).body.code).toBe('auth.own_approval');
    const elsewhere = (await auth.signedIn(organiser.email)).identity;
    expect((await decide(id, 'approve', elsewhere)).body.code).toBe('auth.own_approval');
    const stale = { ...other, signedInAt: new Date(Date.now() - 16 * 60_000).toISOString() };
    expect((await decide(id, 'approve', stale)).body.code).toBe('request.sign_in_again');
    expect((await decide(id, 'approve', await auth.identityOf(await auth.account()))).body.code).toBe('request.forbidden');
    expect((await askedBy(organiser)).map(({ state }) => state)).toEqual(['waiting']);
  });

  it('B9-520 is used once, also when it is asked for ten times at one moment', async () => {
    const action = run();
    await decide(await ask(organiser, action), 'approve', other);
    const answers = await Promise.all(Array.from({ length: 10 }, () => decisionOn(organiser, action)));
    expect(answers.filter((answer) => answer === 'granted')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['granted', 'request.approval_needed']));
    // Who came second asks nobody anew.
    expect(await askedBy(organiser)).toEqual([]);
    auth.clock.advance({ minutes: 1 });
    await ask(organiser, action);
  });

  it('B9-568 lets ten presses of one refund through as one, and the next attempt by another word only', async () => {
    const [big, small] = [refund(30_000), refund(9_000)];
    await decide(await ask(organiser, big), 'approve', other);
    for (const [who, action] of [
      [organiser, big],
      [other, small],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => decisionOn(who, action)));
      expect(answers).toEqual(Array.from({ length: 10 }, () => 'granted'));
      expect(await askedBy(who, admin)).toEqual([]);
    }
    // The ten presses of 90 dollars count once among the 200 of the day.
    expect(await decisionOn(other, refund(11_000))).toBe('granted');
    expect(await decisionOn(organiser, { ...big, attempt: 2 } as BigAction)).toBe('request.approval_needed');
  });

  it('B9-598 that was stopped stays so for a quarter of an hour, also after it was approved; somebody else may ask at once', async () => {
    const action = refund(30_000);
    const id = await ask(organiser, action);
    await decide(id, 'approve', other);
    expect((await decide(id, 'refuse', admin)).body).toMatchObject({ state: 'refused', decidedBy: { id: admin.userId } });
    const refused = await auth.post('/internal/approvals', { userId: organiser.userId, action }, { caller: auth.booking });
    expect([refused.body.code, refused.body.detail]).toEqual([
      'request.approval_refused',
      'Another organiser has rejected this. You can ask for it again in 15 minutes; someone else can at once.',
    ]);
    expect((await decide(id, 'approve', other)).body.code).toBe('auth.approval_not_found');
    expect(await decisionOn(other, action)).toBe('request.approval_needed');
    auth.clock.advance({ minutes: 14, seconds: 59 });
    expect(await decisionOn(organiser, action)).toBe('request.approval_refused');
    auth.clock.advance({ seconds: 1 });
    expect(await decisionOn(organiser, action)).toBe('request.approval_needed');
  });

  it('B9-569 is stopped without a fresh proof twice in an hour, and with one as often as is needed', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 4; at += 1) ids.push(await ask(organiser, run({ payments: at })));
    const stale = { ...other, signedInAt: new Date(auth.clock.now().getTime() - 16 * 60_000).toISOString() };
    const stops: string[] = [];
    for (const id of ids) stops.push((await decide(id, 'refuse', stale)).body.code ?? 'stopped');
    expect(stops).toEqual(['stopped', 'stopped', 'request.sign_in_again', 'request.sign_in_again']);
    expect((await decide(ids[2]!, 'refuse', other)).body.state).toBe('refused');
    expect((await decide(ids[3]!, 'refuse', { ...stale, userId: admin.userId })).body.state).toBe('refused');
  });

  it('is asked for twenty times a day by one person at most, so that nobody is buried in mails', async () => {
    for (let at = 0; at < 20; at += 1) expect(await decisionOn(organiser, run({ payments: at }))).toBe('request.approval_needed');
    expect(await decisionOn(organiser, run({ payments: 20 }))).toBe('request.approval_refused');
    expect(await decisionOn(organiser, run({ payments: 0 }))).toBe('request.approval_needed');
    expect(await decisionOn(other, run({ payments: 20 }))).toBe('request.approval_needed');
  });

  it('B9-520 is a refund from the sum on that one person sends back in a day, whole or in pieces', async () => {
    for (const cents of [9_000, 11_000]) expect(await decisionOn(organiser, refund(cents))).toBe('granted');
    expect(await decisionOn(organiser, refund(1))).toBe('request.approval_needed');
    expect(await decisionOn(other, refund(20_001))).toBe('request.approval_needed');
    expect(await decisionOn(admin, refund(20_000))).toBe('granted');
  });

  it('B9-590 is another role, which an admin asks for and any other organiser approves, also where there is one of each', async () => {
    const email = await auth.account();
    const { _id: userId } = (await auth.user(email))!;
    const change = () => auth.ask('PUT', `/api/users/${userId}/role`, { who: admin, body: { role: 'organiser' } });
    await auth
      .users()
      .updateMany({ _id: { $nin: [admin.userId, other.userId] }, role: { $in: ['admin', 'organiser'] } }, { $set: { role: 'buyer' } });
    expect((await change()).body.code).toBe('request.approval_needed');
    const [view] = await askedBy(admin, other);
    expect(view).toMatchObject({ action: { kind: 'role', userId, from: 'buyer', to: 'organiser' }, about: { email } });
    expect((await auth.user(email))!.role).toBe('buyer');
    await decide(view!.id, 'approve', other);
    expect((await change()).body).toMatchObject({ role: 'organiser' });
  });

  it('B9-591 is approved by nobody who got their role less than a day ago, money as little as roles', async () => {
    const { _id: userId } = (await auth.user(await auth.account()))!;
    const action: BigAction = { kind: 'role', userId: other.userId, from: 'organiser', to: 'admin' };
    await decide(await ask(admin, action), 'approve', organiser);
    expect((await auth.ask('PUT', `/api/users/${other.userId}/role`, { who: admin, body: { role: 'admin' } })).status).toBe(200);
    const ids = [await ask(organiser, run()), await ask(admin, { kind: 'role', userId, from: 'buyer', to: 'door' })];
    const made = (await auth.signedIn(other.email)).identity;
    for (const id of ids) expect((await decide(id, 'approve', made)).body.code).toBe('auth.role_new');
    expect((await askedBy(organiser, made))[0]).toMatchObject({ mayApprove: false, mayApproveFrom: expect.any(String) });
    auth.clock.advance({ hours: 23, minutes: 59 });
    const later = { ...made, signedInAt: auth.clock.now().toISOString() };
    expect((await decide(ids[0]!, 'approve', later)).body.code).toBe('auth.role_new');
    await auth.change(other.email, { roleSince: new Date(auth.clock.now().getTime() - 24 * 3_600_000) });
    expect((await decide(ids[0]!, 'approve', later)).status).toBe(200);
  });

  it('B9-592 leaves no request of others for what is done, in whichever order and also at one moment', async () => {
    for (const early of [true, false]) {
      const action = refund(30_000);
      const id = await ask(organiser, action);
      if (early) await ask(other, action);
      await decide(id, 'approve', admin);
      const [done, late] = await Promise.all([decisionOn(organiser, action), decisionOn(other, action)]);
      expect([done, late]).toEqual(['granted', 'request.approval_needed']);
      expect(await decisionOn(other, refund(30_001, (action as { bookingId: BookingId }).bookingId))).toBe('request.approval_needed');
      expect([...(await askedBy(organiser)), ...(await askedBy(other, admin))]).toEqual([]);
    }
  });

  it('B9-593 is the removal of lost passkeys: another organiser approves those that were there, and every organiser is told', async () => {
    const credentialId = randomBytes(16).toString('base64url');
    const keyOf = (createdAt: Date, more = ''): object => ({
      ...{ _id: idFromBytes('passkey', randomBytes(17)), userId: other.userId, name: 'Phone', credentialId: `${credentialId}${more}` },
      ...{ publicKey: 'x', counter: 0, backupEligible: false, backedUp: false, transports: [], createdAt, lastUsedAt: null },
    });
    const passkeys = collectionOf(auth.database, 'passkeys');
    await passkeys.insertOne(keyOf(auth.clock.now()));
    const remove = (service = auth.service) => auth.ask('DELETE', `/api/users/${other.userId}/passkeys`, { who: admin }, service.url);
    expect((await remove()).body.code).toBe('request.approval_needed');
    const [view] = await askedBy(admin, organiser);
    expect(view).toMatchObject({ action: { kind: 'lost-passkeys', passkeys: 1 }, about: { email: other.email }, mayApprove: true });
    await decide(view!.id, 'approve', organiser);
    // Another one was registered meanwhile: nobody was asked about it.
    await passkeys.insertOne(keyOf(new Date(auth.clock.now().getTime() + 1), 'b'));
    expect((await remove()).body.code).toBe('request.approval_needed');
    await passkeys.deleteOne({ credentialId: `${credentialId}b` });
    expect((await remove()).status).toBe(204);
    for (const { email } of [organiser, other, second])
      expect((await auth.mails(email)).map(({ kind }) => kind)).toContain('approval-asked');
    auth.clock.advance({ minutes: 1 });
    await passkeys.insertOne(keyOf(auth.clock.now()));
    // Where nothing needs a second person, all are told.
    expect((await remove(off)).status).toBe(204);
    const mail = (await auth.mails(organiser.email)).findLast(({ kind }) => kind === 'big-action');
    expect((await auth.showMail(mail!.mailRef)).body.act.words).toMatch(/removed the passkey of someone who lost them$/);
  });

  it('B9-641 is another role from the one that was read: whose role is changed while somebody is asked keeps it', async () => {
    const email = await auth.account();
    const { _id: userId } = (await auth.user(email))!;
    const whileAsked = { require: () => auth.change(email, { role: 'door' }) } as unknown as RequireApproval;
    const { app } = auth.service;
    const request = new RequestAdminAct(
      app.get(MongoUsers),
      app.get(MongoPasskeys),
      whileAsked,
      app.get(ChangeRole),
      app.get(RemoveLostPasskeys),
    );
    await expect(request.role(userId, 'organiser', admin.userId)).rejects.toMatchObject({ code: 'auth.role_changed' });
    expect((await auth.user(email))!.role).toBe('door');
  });
});

describe('what one person does and every organiser is told', () => {
  const told = async (email: string) => {
    const mails = (await auth.mails(email)).filter(({ kind }) => kind === 'big-action');
    return Promise.all(mails.map(async ({ mailRef }) => (await auth.showMail(mailRef)).body as { url: string; act: { words: string } }));
  };

  it('B9-521 is stopping and moving the evening: at once, told once however often it is pressed, and in the audit log', async () => {
    const stop: BigAction = { kind: 'cancellation', reason: 'Storm' };
    const presses = await Promise.all(Array.from({ length: 5 }, () => decisionOn(admin, stop)));
    expect(presses).toEqual(Array.from({ length: 5 }, () => 'granted'));
    expect(await decisionOn(admin, { kind: 'postponement', reason: 'Storm', date: 'New date to follow' }, off)).toBe('granted');
    for (const { email } of [organiser, admin, second]) {
      const mails = await told(email);
      expect(mails.map(({ act }) => act.words.replace(/^.*? (?=cancelled|moved)/, '')).sort()).toEqual([
        'cancelled the concert. Reason: Storm',
        'moved the concert: New date to follow. Reason: Storm',
      ]);
      expect(mails[0]!.url).toBe(`${SITE}/audit-log`);
    }
    const acts = (
      await auth.facts('auth.act.recorded.v1', { 'envelope.data.act': 'approval.told', 'envelope.data.actor': admin.userId })
    ).map(({ data }) => data as { actor: string; detail: { kind: string } });
    expect(acts.map(({ actor, detail }) => [actor, detail.kind]).sort()).toEqual(
      ['cancellation', 'postponement'].map((kind) => [admin.userId, kind]),
    );
    expect(await askedBy(admin)).toEqual([]);
  });

  it('B9-557 is a message to many, and one to a single person once its organiser has written to ten that day', async () => {
    const message = (people: number): BigAction => {
      return { kind: 'message-run', runId: idFromBytes('messageRun', randomBytes(17)), people, subject: 'News' };
    };
    for (let written = 0; written < 10; written += 1) expect(await decisionOn(organiser, message(1))).toBe('granted');
    expect(await told(other.email)).toEqual([]);
    expect(await decisionOn(organiser, message(1))).toBe('granted');
    expect(await decisionOn(organiser, message(2))).toBe('granted');
    expect((await told(other.email)).map(({ act }) => act.words.replace(/^.*? (?=sent)/, '')).sort()).toEqual([
      'sent a message to 2 people: News',
      'sent a message to one more person: News',
    ]);
    auth.clock.advance({ hours: 25 });
    expect(await decisionOn(organiser, message(1))).toBe('granted');
    expect(await told(other.email)).toHaveLength(2);
  });

  it('B9-521 is money and roles of the only admin, whom nobody else could approve', async () => {
    await auth.users().updateMany({ _id: { $ne: admin.userId }, role: { $in: ['admin', 'organiser'] } }, { $set: { role: 'buyer' } });
    expect(await decisionOn(admin, run())).toBe('granted');
    expect((await told(admin.email)).at(-1)!.act.words).toMatch(/started to refund 12 payments, \$600\.00 in all$/);
  });
});

describe('the rule for big actions', () => {
  it('B9-521 is told to the audit log and to every organiser when an installation starts with another one', async () => {
    const look = (service: RunningService) => auth.run('approval-rule', service);
    const changes = async () => (await auth.facts('auth.act.recorded.v1', { 'envelope.subject': 'approval-rule' })).map(({ data }) => data);
    await look(auth.service);
    const before = (await changes()).length;
    const another = await auth.another({ AUTH_APPROVALS: 'off' });
    try {
      await look(another);
      await look(another);
      await look(auth.service);
      const since = (await changes()).slice(before);
      expect(since).toMatchObject([{ actor: 'operator', act: 'approval-rule.changed', detail: { to: expect.stringMatching(/^off/) } }]);
      for (const { email } of [organiser, admin])
        expect((await auth.mails(email)).filter(({ kind }) => kind === 'approval-rule-changed')).toHaveLength(1);
    } finally {
      await another.stop();
    }
  });
});

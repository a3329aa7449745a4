import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_SECRET_HEADER } from '@concert/contracts/auth/http';
import type { Identity } from '@concert/contracts/core/identity';
import { collectionOf } from '@concert/service-kit/mongo';
import { Schedules } from '@concert/service-kit/schedules';
import { SoftwareAuthenticator } from '@concert/test-kit/software-authenticator';
import { until } from '@concert/test-kit/until';
import { RunningAuth, SITE } from '../running-auth.harness.ts';

const auth = new RunningAuth({ AUTH_PASSKEYS_DEMANDED: 'true' });
beforeAll(() => auth.start());
afterAll(() => auth.stop());

/** The look that otherwise comes every minute. */
const look = () => auth.service.app.get(Schedules).runNow('passkey-recoveries');

/** Somebody with a role and a passkey, signed in. */
async function person(role: 'organiser' | 'admin'): Promise<{ email: string; identity: Identity }> {
  const email = await auth.account({ role });
  const half = (await auth.signedIn(email)).identity;
  const { challenge, user } = (await auth.post('/api/passkeys/challenges', {}, { who: half })).body;
  const registration = new SoftwareAuthenticator(SITE).make({ rpId: 'localhost', challenge, userId: user.id });
  const answer = await auth.post('/api/passkeys', { name: 'Phone', registration }, { who: half });
  return { email, identity: (await auth.resolve(answer.headers.get(SESSION_SECRET_HEADER)))! };
}

const pathOf = ({ userId }: Pick<Identity, 'userId'>) => `/api/users/${userId}/passkey-recovery`;
const ask = (admin: Identity, whose: Identity) => auth.post(pathOf(whose), {}, { who: admin });
const passkeysOf = ({ userId }: Identity) => collectionOf(auth.database, 'passkeys').countDocuments({ userId });
const acts = async ({ userId }: Identity) =>
  (await auth.facts('auth.act.recorded.v1', { 'envelope.subject': userId }))
    .map(({ data }) => data as { act: string; actor: string })
    .filter(({ act }) => act.startsWith('passkey-recovery'))
    .map(({ act, actor }) => ({ act, actor }));
const kinds = async (email: string) => (await auth.mails(email)).map(({ kind }) => kind).filter((kind) => kind !== 'passkey-added');

describe('a recovery of passkeys', () => {
  it('B7-14 is asked for by another admin, told by mail, carried out after its delay and told again; then a new one can be registered', async () => {
    const [admin, lost] = [await person('admin'), await person('organiser')];
    const answer = await ask(admin.identity, lost.identity);
    const dueAt = new Date(auth.clock.now().getTime() + 24 * 3_600_000).toISOString();
    expect([answer.status, answer.body]).toEqual([
      200,
      { userId: lost.identity.userId, name: lost.identity.name, email: lost.email, askedBy: admin.email, dueAt },
    ]);
    expect((await auth.ask('GET', '/api/passkey-recoveries', { who: admin.identity })).body.recoveries).toContainEqual(answer.body);
    expect(await kinds(lost.email)).toEqual(['passkey-recovery']);
    const mail = await auth.showMail((await auth.mails(lost.email)).at(-1)!.mailRef);
    expect(mail.body).toMatchObject({ kind: 'passkey-recovery', url: expect.stringContaining(`${SITE}/login#keep=`), expiresAt: dueAt });

    auth.clock.advance({ hours: 23, minutes: 59 });
    await look();
    expect(await passkeysOf(lost.identity)).toBe(1);
    auth.clock.advance({ minutes: 1 });
    await look();
    await until(
      'the passkeys are removed',
      () => passkeysOf(lost.identity),
      (count) => count === 0,
    );
    expect(await kinds(lost.email)).toEqual(['passkey-recovery', 'passkeys-removed']);
    expect((await auth.signIn(lost.email)).body).toMatchObject({ session: null, awaits: 'first-passkey' });
    expect(await acts(lost.identity)).toEqual([
      { act: 'passkey-recovery.asked', actor: admin.identity.userId },
      { act: 'passkey-recovery.done', actor: admin.identity.userId },
    ]);
    // Nothing is left to call off.
    const [, token] = String(mail.body.url).split('=');
    expect((await auth.post('/api/auth/passkey-recovery/call-off', { token })).body.code).toBe('auth.link_expired');
  });

  it('ends every session of the person', async () => {
    const [admin, lost] = [await person('admin'), await person('organiser')];
    await ask(admin.identity, lost.identity);
    const sessions = () => collectionOf(auth.database, 'sessions').countDocuments({ userId: lost.identity.userId });
    expect(await sessions()).toBeGreaterThan(0);
    auth.clock.advance({ hours: 24 });
    await look();
    await until('the sessions are ended', sessions, (count) => count === 0);
  });

  it('B7-14 is called off by the person with the link, once', async () => {
    const [admin, lost] = [await person('admin'), await person('organiser')];
    await ask(admin.identity, lost.identity);
    const token = await auth.token(lost.email);
    const answer = await auth.post('/api/auth/passkey-recovery/call-off', { token });
    expect([answer.status, answer.body.message]).toEqual([200, 'Your passkeys stay as they are']);
    expect((await auth.post('/api/auth/passkey-recovery/call-off', { token })).status).toBe(410);
    auth.clock.advance({ hours: 24 });
    await look();
    expect(await passkeysOf(lost.identity)).toBe(1);
    expect((await acts(lost.identity)).at(-1)).toEqual({ act: 'passkey-recovery.called-off', actor: lost.identity.userId });
  });

  it('is called off by any admin, and can be asked for again', async () => {
    const [admin, other, lost] = [await person('admin'), await person('admin'), await person('organiser')];
    await ask(admin.identity, lost.identity);
    expect((await ask(other.identity, lost.identity)).body.code).toBe('auth.recovery_under_way');
    const callOff = () => auth.ask('DELETE', pathOf(lost.identity), { who: other.identity });
    expect((await callOff()).status).toBe(204);
    expect((await callOff()).body.code).toBe('auth.recovery_not_found');
    expect((await ask(admin.identity, lost.identity)).status).toBe(200);
  });

  it('B7-14 is never asked for by oneself, by an organiser, with an old proof or for nothing', async () => {
    const [admin, lost] = [await person('admin'), await person('organiser')];
    expect((await ask(admin.identity, admin.identity)).body.code).toBe('auth.own_recovery');
    expect((await ask(lost.identity, admin.identity)).body.code).toBe('request.forbidden');
    expect((await ask({ ...admin.identity, signedInAt: '2020-01-01T00:00:00.000Z' }, lost.identity)).body.code).toBe(
      'request.sign_in_again',
    );
    const none = (await auth.user(await auth.account()))!._id;
    expect((await ask(admin.identity, { ...lost.identity, userId: none })).body.code).toBe('auth.no_passkeys');
    const nobody = { ...lost.identity, userId: 'us_00000000000000000000' as Identity['userId'] };
    expect((await ask(admin.identity, nobody)).body.code).toBe('auth.user_not_found');
  });

  it('is one, when two admins ask at one moment', async () => {
    const [admin, other, lost] = [await person('admin'), await person('admin'), await person('organiser')];
    const answers = await Promise.all([ask(admin.identity, lost.identity), ask(other.identity, lost.identity)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await kinds(lost.email)).toEqual(['passkey-recovery']);
  });
});

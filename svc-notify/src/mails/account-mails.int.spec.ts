import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountMailKind } from '@concert/contracts/auth/account-mails';
import { accountMailRequestedV1 } from '@concert/contracts/auth/events';
import { until } from '@concert/test-kit/until';
import { newId, RunningNotify } from '../running-notify.harness.ts';

const notify = new RunningNotify();

const pathOf = (mailRef: string) => `/internal/account-mails/${mailRef}`;

let made = 0;
function owed(kind: AccountMailKind): { mailRef: string; email: string; token: string } {
  made += 1;
  const [mailRef, token, email] = [`reference_number_${made}`, `secret-${randomUUID()}`, `Person.${made}@example.org`];
  notify.answers.set(pathOf(mailRef), {
    kind,
    email,
    name: '<b>Somebody</b>',
    url: kind === 'account-exists' ? 'http://localhost:8080/login' : `http://localhost:8080/login#verify=${token}`,
    expiresAt: '2026-11-22T12:00:00.000Z',
  });
  return { mailRef, email, token };
}

function tell(mailRef: string, kind: string, times = 1): Promise<string> {
  const userId = newId('user');
  return notify.tell(accountMailRequestedV1, userId, { mailRef, userId, kind }, times);
}

const inState = (mailRef: string, state: string) =>
  until(
    `the mail is ${state}`,
    () => notify.mails().findOne({ subjectId: mailRef }),
    (mail) => mail?.state === state,
    { withinMs: 20_000 },
  );
const received = (email: string) => notify.sink.mails().filter(({ to }) => to[0]?.email === email);

beforeAll(() => notify.start());
afterAll(() => notify.stop());

describe('a mail about an account', () => {
  it.each([
    ['verification', 'Please verify your email'],
    ['password-reset', 'Choose a new password'],
    ['sign-in-code', 'Your code to sign in'],
    ['account-exists', 'You already have an account'],
    ['password-changed', 'Your password was changed'],
    ['new-place', 'New sign-in to your account'],
    ['passkey-added', 'A passkey was added to your account'],
    ['passkey-moved', 'Was one of your passkeys moved?'],
    ['passkeys-removed', 'Your passkeys were removed'],
    ['approval-asked', 'A big action was asked for'],
    ['approval-rule-changed', 'The rule for big actions has changed'],
  ] as const satisfies readonly (readonly [AccountMailKind, string])[])(
    'of %s reaches the address with its link, once, however often it is told',
    async (kind, subject) => {
      const { mailRef, email, token } = owed(kind);
      await tell(mailRef, kind, 5);
      const mail = await inState(mailRef, 'accepted');
      const [one, ...more] = received(email);
      expect([one!.subject, one!.to.map((to) => to.email), more]).toEqual([subject, [email], []]);
      for (const twin of [one!.html, one!.text])
        expect(twin).toContain(kind === 'account-exists' ? 'http://localhost:8080/login' : `http://localhost:8080/login#verify=${token}`);
      expect(`${one!.html}${one!.text}${one!.to[0]!.name ?? ''}`).not.toContain('Somebody</b>');
      expect(notify.neighbours.asked.at(-1)).toEqual({ path: pathOf(mailRef), caller: 'svc-notify' });
      // Neither address nor secret is stored, here or in the facts that are published.
      expect(JSON.stringify([mail, await notify.database.collection('outbox').find().toArray()])).not.toMatch(
        new RegExp(`${token}|example\\.org`),
      );
    },
  );

  it('whose link was used or is over meanwhile is not sent', async () => {
    const { mailRef, email } = owed('verification');
    notify.answers.delete(pathOf(mailRef));
    await tell(mailRef, 'verification');
    expect(await inState(mailRef, 'given_up')).toMatchObject({ lastFault: 'refused: auth.link_expired' });
    expect(received(email)).toEqual([]);
  });

  it('is sent later when svc-auth was away', async () => {
    const { mailRef, email } = owed('password-reset');
    notify.neighbours.away = true;
    await tell(mailRef, 'password-reset');
    await until(
      'the attempt failed',
      () => notify.mails().findOne({ subjectId: mailRef }),
      (mail) => mail?.lastFault === 'what the mail says cannot be asked for now',
      { withinMs: 20_000 },
    );
    notify.neighbours.away = false;
    notify.clock.advance({ seconds: 40 });
    await inState(mailRef, 'accepted');
    expect(received(email)).toHaveLength(1);
  });

  it('is not in the log', () => {
    expect(notify.lines.length).toBeGreaterThan(5);
    expect(notify.lines.join('')).not.toMatch(/example\.org|secret-|login#/);
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountMailKind } from '@concert/contracts/auth/account-mails';
import { accountMailRequestedV1 } from '@concert/contracts/auth/events';
import { disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { fraudWarnedV1 } from '@concert/contracts/payment/fraud';
import { having, moreThan, ofLength, until } from '@concert/test-kit/until';
import { TellOrganisers } from '../organiser-news/tell-organisers.ts';
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
    ...(kind === 'sign-in-code' ? { code: '042317' } : {}),
  });
  return { mailRef, email, token };
}

function tell(mailRef: string, kind: string, times = 1): Promise<string> {
  const userId = newId('user');
  return notify.tell(accountMailRequestedV1, userId, { mailRef, userId, kind }, times);
}

const inState = (mailRef: string, state: string) =>
  until(`the email is ${state}`, () => notify.mails().findOne({ subjectId: mailRef }), having({ state: state }), { withinMs: 20_000 });
const received = (email: string) => notify.sink.mails().filter(({ to }) => to[0]?.email === email);

beforeAll(() => notify.start());
afterAll(() => notify.stop());

describe('a mail about an account', () => {
  it.each([
    ['verification', 'Please verify your email'],
    ['sign-in-code', '042317 is your sign-in code'],
    ['account-exists', 'You already have an account'],
    ['password-changed', 'Your password was changed'],
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
        new RegExp(`${token}|example\\.org|is your sign-in code`),
      );
    },
  );

  it('whose link was used or is over meanwhile is not sent', async () => {
    const { mailRef, email } = owed('verification');
    notify.answers.delete(pathOf(mailRef));
    await tell(mailRef, 'verification');
    expect(await inState(mailRef, 'given_up')).toMatchObject({ lastFault: 'refused: auth.link_expired', trouble: false });
    expect(received(email)).toEqual([]);
  });

  it('B6-544 every organiser is told once of a dispute: who, how much, until when it can be answered, and where to look', async () => {
    const team = [1, 2].map((number) => ({ id: newId('user'), email: `organiser.${number}@concert.example` }));
    notify.answers.set('/internal/organisers', { organisers: team });
    const { of, name, email } = notify.holder('buyer');
    const dispute = { bookingId: of, checkoutSessionId: 'cs_1', disputeId: 'du_1', amount: { amountMinor: 12_345, currency: 'USD' } };
    const asked = {
      ...dispute,
      openedAt: '2026-11-21T12:00:00.000Z',
      reason: 'product_not_received',
      answerBy: '2026-11-30T23:59:59.000Z',
    };
    const copy = await notify.another();
    await notify.tell(disputeOpenedV1, 'du_1', asked, 3);
    for (const { email: to } of team) {
      const [mail] = await until('the email is there', () => Promise.resolve(received(to)), moreThan(0), { withinMs: 20_000 });
      expect(mail!.subject).toBe('A payment is disputed: $123.45, answer by Monday, November 30, 2026');
      for (const said of [name, email, '$123.45', 'did not get what they paid for', `/get-bookings-report?booking=${of}`])
        expect(mail!.text).toContain(said);
    }
    expect(await notify.mails().countDocuments({ kind: 'organiser-news' })).toBe(2);
    // The bank asks anew, until another day, or opens it again without one: that is other news.
    await notify.tell(disputeOpenedV1, 'du_1', { ...asked, answerBy: '2026-12-09T23:59:59.000Z' }, 1, 2);
    await notify.tell(disputeOpenedV1, 'du_1', { ...asked, answerBy: '2026-12-09T23:59:59.000Z' }, 1, 4);
    await until('they are told again', () => notify.mails().countDocuments({ kind: 'organiser-news', state: 'accepted' }), 6, {
      withinMs: 20_000,
    });
    expect(team.map(({ email: to }) => received(to).length)).toEqual([3, 3]);
    expect(JSON.stringify(await notify.mails().find({ kind: 'organiser-news' }).toArray())).not.toMatch(/@/);
    await copy.stop();
  });

  it('every organiser is told once, within a minute, that a bank warns of a fraud: who, how much, and what a dispute would cost', async () => {
    const team = [5, 6].map((number) => ({ id: newId('user'), email: `organiser.${number}@concert.example` }));
    notify.answers.set('/internal/organisers', { organisers: team });
    const { of, name } = notify.holder('buyer');
    const warning = { bookingId: of, warningId: 'issfr_1', warnedAt: '2026-11-21T12:00:00.000Z' };
    await notify.tell(fraudWarnedV1, 'issfr_1', { ...warning, amount: { amountMinor: 12_345, currency: 'USD' } }, 3);
    for (const { email: to } of team) {
      const [mail] = await until('the email is there', () => Promise.resolve(received(to)), moreThan(0), { withinMs: 60_000 });
      expect(mail!.subject).toBe('A payment is probably a fraud: $123.45');
      for (const said of [name, 'Send it back now?', 'the fee that', `/get-bookings-report?booking=${of}`])
        expect(mail!.text).toContain(said);
    }
    expect(team.map(({ email: to }) => received(to).length)).toEqual([1, 1]);
  });

  it('B6-550 B6-551 every organiser is told once a day that money differs, through two copies and however often it is found', async () => {
    const team = [3, 4].map((number) => ({ id: newId('user'), email: `organiser.${number}@concert.example` }));
    notify.answers.set('/internal/organisers', { organisers: team });
    const copy = await notify.another();
    const look = async (money: { open: number; latestAt?: string }) => {
      notify.answers.set('/internal/money-differences', money);
      await Promise.all([notify.service, copy, notify.service].map((one) => one.app.get(TellOrganisers).watchMoney()));
    };
    const told = async (count: number) => {
      for (const { email } of team)
        expect(
          (await until('it is told', () => Promise.resolve(received(email)), ofLength(count), { withinMs: 20_000 })).at(-1),
        ).toMatchObject({
          subject: 'Money differs',
          text: expect.stringContaining('/money'),
        });
      expect(await notify.mails().countDocuments({ subjectId: /^money-differs/ })).toBe(count * team.length);
    };
    await look({ open: 0 });
    for (const time of ['00:01:00', '12:00:00', '23:59:00']) await look({ open: 1, latestAt: `2026-12-10T${time}.000Z` });
    await told(1);
    await look({ open: 2, latestAt: '2026-12-11T00:01:00.000Z' });
    await told(2);
    await copy.stop();
  });

  it('B6-566 tells the browser that asked, and no other, that the provider refuses mail to the address', async () => {
    const { mailRef } = owed('sign-in-code');
    const [secret, userId] = [randomUUID(), newId('user')];
    const askedBy = createHash('sha256').update(secret).digest('base64url');
    await notify.tell(accountMailRequestedV1, userId, { mailRef, userId, kind: 'sign-in-code', askedBy });
    await inState(mailRef, 'accepted');
    const check = async (request: string) => (await notify.ask('POST', '/api/code-mails/check', { body: { request } })).body.refused;
    expect(await check(secret)).toBe(false);
    await notify.mails().updateOne({ subjectId: mailRef }, { $set: { delivery: 'dropped' } });
    expect([await check(secret), await check(randomUUID())]).toEqual([true, false]);
  });

  it('is not in the log', () => {
    expect(notify.lines.length).toBeGreaterThan(5);
    expect(notify.lines.join('')).not.toMatch(/example\.org|secret-|login#|is your sign-in code/);
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountMailKind } from '@concert/contracts/auth/account-mails';
import { accountMailRequestedV1 } from '@concert/contracts/auth/events';
import { disputeOpenedV1 } from '@concert/contracts/payment/disputes';
import { having, moreThan, ofLength, until } from '@concert/test-kit/until';
import { TellOrganisers } from '../organiser-news/tell-organisers.ts';
import { WatchSale } from '../organiser-news/watch-sale.ts';
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
  until(`the mail is ${state}`, () => notify.mails().findOne({ subjectId: mailRef }), having({ state: state }), { withinMs: 20_000 });
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
    // Heard twice, by two copies, once while nobody could be asked who the organisers are.
    notify.neighbours.away = true;
    const copy = await notify.another();
    await notify.tell(disputeOpenedV1, 'du_1', asked, 3);
    await until('it is heard', () => notify.database.collection('organiser-news').countDocuments(), 1, { withinMs: 20_000 });
    notify.neighbours.away = false;
    await notify.tell(disputeOpenedV1, 'du_1', asked);
    for (const { email: to } of team) {
      const [mail] = await until('the mail is there', () => Promise.resolve(received(to)), moreThan(0), { withinMs: 20_000 });
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
    expect(JSON.stringify(await notify.database.collection('organiser-news').find().toArray())).not.toMatch(/@/);
    await copy.stop();
  });

  it('B6-551 of the sale comes once to each organiser, through two copies and however often it is found; switched off, to nobody', async () => {
    const team = [3, 4].map((number) => ({ id: newId('user'), email: `organiser.${number}@concert.example` }));
    notify.answers.set('/internal/organisers', { organisers: team });
    const figures = {
      ...{ saleState: 'open', endsAt: '2027-01-16T23:00:00.000Z', timeZone: 'UTC', chargedMinor: 2_500, returnedMinor: 0, openDisputes: 0 },
      categories: [
        { seating: 'VIP Seating', capacity: 2, sold: 1, left: 1 },
        { seating: 'General Seating', capacity: 500, sold: 0, left: 500 },
      ],
    };
    notify.answers.set('/internal/money-differences', { open: 0 });
    notify.clock.set('2026-12-10T15:00:00.000Z');
    const copy = await notify.another();
    const look = () => Promise.all([notify.service, copy, notify.service].map((one) => one.app.get(WatchSale).run()));
    const tell = () => Promise.all([notify.service, copy].map((one) => one.app.get(TellOrganisers).run()));
    const subjects = (email: string) => received(email).map(({ subject }) => subject);
    notify.answers.set('/internal/sale-figures', figures);
    for (let round = 0; round < 3; round += 1) {
      await look();
      await tell();
    }
    for (const { email } of team)
      expect(await until('it is told', () => Promise.resolve(subjects(email)), moreThan(0), { withinMs: 20_000 })).toEqual([
        'The first seat is sold',
      ]);

    const organiser = notify.person('organiser');
    const change = (on: boolean) => notify.ask('PUT', '/api/organiser-mails', { who: organiser, body: { mail: 'sold-out', on } });
    expect((await change(false)).body).toEqual({ off: ['sold-out'] });
    expect((await notify.ask('GET', '/api/organiser-mails', { who: organiser })).body).toEqual({ off: ['sold-out'] });
    const soldOut = (capacity: number) =>
      notify.answers.set('/internal/sale-figures', {
        ...figures,
        categories: [{ seating: 'VIP Seating', capacity, sold: capacity, left: 0 }],
      });
    soldOut(2);
    await look();
    await tell();
    expect((await change(true)).body).toEqual({ off: [] });
    soldOut(3);
    notify.answers.set('/internal/sale-figures', { ...figures, categories: [{ seating: 'VIP Seating', capacity: 3, sold: 3, left: 0 }] });
    await look();
    await tell();
    await until('it is told again', () => Promise.resolve(subjects(team[0]!.email)), ofLength(2), { withinMs: 20_000 });
    expect(await notify.mails().countDocuments({ kind: 'organiser-news', subjectId: /^(first-seat|sold-out)/ })).toBe(4);
    const acts = await notify.database.collection('outbox').find({ 'envelope.data.act': 'organiser-mail.switched' }).toArray();
    expect(acts).toHaveLength(2);
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
    expect(notify.lines.join('')).not.toMatch(/example\.org|secret-|login#/);
  });
});

import { randomBytes } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import mongoose from 'mongoose';
import type { Browser, Page } from 'playwright-core';
import { expectErrors, openBrowser, picture, signIn, visit, visitAs, type Visit } from './browser.ts';
import { makeBuyers } from './buyers.ts';
import { pay, reserve, type Buyer, type Order } from './site-client.ts';
import { BehindTheSite } from './system-under-test.ts';

/* An organiser of this journey alone, whose device is the browser's own virtual authenticator. */

const behind = new BehindTheSite();
const { system } = behind;
const GENERAL: Order = { seating: 'General Seating', notickets: 1 };
const mark = randomBytes(3).toString('hex');
let browser: Browser;
let accounts: mongoose.Connection;
let organiser: Buyer;
let seen: Visit;

const users = () => accounts.collection('users');
const sessions = () => accounts.collection('sessions');

/** A device with a fingerprint reader that always knows its owner (WebAuthn domain of the DevTools protocol). */
async function plugIn({ context, page }: Visit): Promise<void> {
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Pictures of what stands there on a desktop and on a phone, in both themes, and what is wrong with each. */
async function look(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [390, 'light'],
    [1280, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await picture(page, `${name}-${width}-${colorScheme}`);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect([name, width, colorScheme, violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])]).toEqual([
      name,
      width,
      colorScheme,
      [],
    ]);
  }
}

beforeAll(async () => {
  browser = await openBrowser();
  accounts = await mongoose.createConnection(system.mongo['svc-auth'], { serverSelectionTimeoutMS: 5_000 }).asPromise();
  [organiser] = (await makeBuyers(accounts, 1)) as [Buyer];
  await users().updateOne({ email: organiser.email }, { $set: { role: 'organiser' } });
  seen = await visitAs(browser, organiser, { site: system.site });
  await plugIn(seen);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await accounts?.close();
  await behind.close();
});

describe('an organiser with a passkey', () => {
  it('B7-10 registers it in the profile, and signs in with it alone', async () => {
    const { page } = seen;
    await page.goto('/profile');
    await page.getByText('You have no passkey yet.').waitFor();
    await look(page, 'profile-no-passkey');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await look(page, 'profile-add-passkey');
    await page.getByRole('dialog').getByLabel('Name').fill('Desk computer');
    await page.getByRole('button', { name: 'Register a passkey' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Desk computer' }).waitFor();
    await look(page, 'profile-passkey');

    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await look(page, 'login-passkey');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('Sign in successful').waitFor();
    const user = await users().findOne({ email: organiser.email });
    expect(await sessions().countDocuments({ userId: user!['_id'], passkeyAt: { $ne: null } })).toBe(1);
  });

  it('B7-13 confirms with it before money moves, and gets a new session by that', async () => {
    expectErrors(403);
    const { page } = seen;
    const [buyer] = (await makeBuyers(accounts, 1)) as [Buyer];
    const bookingId = await reserve(system, { ...buyer, name: 'Bea', lastname: mark }, GENERAL);
    await pay(system, { ...buyer, name: 'Bea', lastname: mark }, bookingId, GENERAL);
    await until(
      'the seat is sold',
      () => behind.document('svc-payment', 'payment-sessions', { userbookingid: bookingId }),
      (found) => found?.['standing'] === 'booked',
      { withinMs: 20_000 },
    );
    const { _id: userId } = (await users().findOne({ email: organiser.email }))!;
    await sessions().updateMany({ userId }, { $set: { signedInAt: new Date(Date.now() - 3_600_000) } });
    const before = await sessions().findOne({ userId });

    await page.goto('/send-refund-notification');
    await page.getByRole('button', { name: 'Get Details' }).click();
    const row = page.getByRole('row').filter({ hasText: `Bea ${mark}` });
    await row.getByRole('button', { name: `Refund 25.00 USD to Bea ${mark}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund 25.00 USD' }).click();
    const proof = page.getByRole('dialog', { name: 'Please prove again who you are' });
    await proof.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await look(page, 'refund-proof');
    expect(await behind.count('svc-payment', 'refunds', { bookingId })).toBe(0);
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await row
      .getByText(/Refund/)
      .first()
      .waitFor();
    await until(
      'the refund is on its way',
      () => behind.count('svc-payment', 'refunds', { bookingId }),
      (count) => count === 1,
      { withinMs: 20_000 },
    );
    expect(await sessions().countDocuments({ _id: before!._id })).toBe(0);
  });

  it('B7-14 keeps it when a recovery that another admin asked for is called off by the link in the mail', async () => {
    const admin = system.accounts.find(({ role }) => role === 'admin')!;
    const desk = await visit(browser, { site: system.site });
    await signIn(desk.page, admin);
    await desk.page.goto('/admin/users');
    await desk.page.getByLabel('Search by name or email').fill(organiser.email);
    const row = desk.page.getByRole('row').filter({ hasText: organiser.email });
    await row.getByRole('button', { name: `Passkeys lost by ${organiser.name}` }).click();
    await look(desk.page, 'recovery-question');
    await desk.page.getByRole('button', { name: 'Have them removed' }).click();
    await desk.page.getByRole('heading', { name: 'Passkeys about to be removed' }).waitFor();
    await look(desk.page, 'recovery-open');

    const mails = await until(
      'the mail about it is there',
      () => behind.mailsTo(organiser.email),
      (all) => all.some(({ subject }) => subject === 'Your passkeys will be removed'),
      { withinMs: 20_000 },
    );
    const { text } = mails.find(({ subject }) => subject === 'Your passkeys will be removed')!;
    const visitor = await visit(browser, { site: system.site });
    await visitor.page.goto(/https?:\/\/\S*\/login#keep=\S+/.exec(text ?? '')![0]);
    await visitor.page.getByRole('heading', { name: 'Keep your passkeys' }).waitFor();
    await look(visitor.page, 'keep-passkeys');
    await visitor.page.getByRole('button', { name: 'Keep my passkeys' }).click();
    await visitor.page.getByText('Your passkeys stay as they are').waitFor();
    const user = await users().findOne({ email: organiser.email });
    expect(await accounts.collection('passkeys').countDocuments({ userId: user!['_id'] })).toBe(1);
    await visitor.context.close();
    await desk.context.close();
  });
});

describe('what waits for a second person', () => {
  it('B9-29 is seen by another admin, who approves it; who asked is shown the way to do it', async () => {
    const admin = system.accounts.find(({ role }) => role === 'admin')!;
    const other = await users().findOne({ email: organiser.email });
    const own = await users().findOne({ email: admin.email });
    const now = new Date();
    const rest = { askedAt: now, state: 'waiting', decidedBy: null, dueAt: null, endsAt: new Date(now.getTime() + 3_600_000) };
    const approvals = accounts.collection<{ _id: string }>('approvals');
    const run = JSON.stringify({ kind: 'refund-run', payments: 213, amountMinor: 1_250_000, explanation: 'A test payment of the bank' });
    const cancellation = JSON.stringify({ kind: 'cancellation', reason: 'A storm is coming.' });
    const id = `ap_${mark.replaceAll(/[ilou]/g, '0').padEnd(26, '0')}`;
    await approvals.insertMany([
      { _id: id, action: run, askedBy: other!._id, ...rest },
      { _id: id.replace(/0$/, '1'), action: cancellation, askedBy: own!._id, ...rest, state: 'approved', decidedBy: other!._id },
    ] as unknown as { _id: string }[]);
    const desk = await visit(browser, { site: system.site });
    await signIn(desk.page, admin);
    await desk.page.goto('/approvals');
    const card = desk.page.getByRole('region').or(desk.page.locator('section')).filter({ hasText: 'Send all money back: 12500.00 USD' });
    await card.getByText('A test payment of the bank').waitFor();
    await desk.page.getByRole('link', { name: 'Go to the cancellation' }).waitFor();
    await look(desk.page, 'approvals');
    await card.getByRole('button', { name: 'Approve: Send all money back: 12500.00 USD' }).click();
    await card.getByText('Approved by').waitFor();
    await look(desk.page, 'approvals-approved');
    expect(await approvals.findOne({ _id: id })).toMatchObject({ state: 'approved', decidedBy: own!._id });
    await approvals.deleteMany({});
    await desk.context.close();
  });
});

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { having, moreThan, ofLength, until } from '@concert/test-kit/until';
import type { Page } from 'playwright-core';
import { expectErrors, picture, visit } from '@concert/test-kit/browser';
import { accountOf, behind, browser, system, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

const PASSWORD = 'seven quiet rivers under snow';
const SECOND_PASSWORD = 'eleven loud kettles above sand';

const newAddress = () => `guest-${randomBytes(5).toString('hex')}@example.org`;

/** The link a mail leads to, whose subject matches. */
async function linkMailedTo(address: string, before = 0): Promise<string> {
  const mails = await until(`a mail reaches ${address}`, () => behind.mailsTo(address), moreThan(before), { withinMs: 20_000 });
  return /https?:\/\/\S*\/login#\S+/.exec(mails[0]!.text ?? '')![0];
}

async function signUp(page: Page, address: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.locator('#sign-up-email').fill(address);
  await page.locator('#sign-up-password').fill(password);
  await page.locator('#sign-up-confirm').fill(password);
  await page.locator('main form').getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText(`Verification email sent to: ${address} Please verify your email`).waitFor();
}

async function verified(address: string): Promise<void> {
  const { page, context } = await visit(browser, { site: system.site });
  await signUp(page, address);
  await page.goto(await linkMailedTo(address));
  await page.locator('#verify-password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await page.getByText('Sign in successful').waitFor();
  await context.close();
}

async function fillSignIn(page: Page, address: string, password: string): Promise<void> {
  await page.locator('#sign-in-email').fill(address);
  await page.locator('#sign-in-password').fill(password);
  await page.locator('main form').getByRole('button', { name: 'Sign In' }).click();
}

describe('an account', () => {
  it('S1-07 S4-04 S4-05 S5-01 S5-02 is made with email and password, proven by mail, and only then opens the site', async () => {
    const address = newAddress();
    expectErrors(403);
    const { page, context } = await visit(browser, { site: system.site });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.locator('#sign-up-email').fill(address);
    await page.locator('#sign-up-password').fill(PASSWORD);
    await page.locator('#sign-up-confirm').fill(`${PASSWORD}!`);
    await page.getByText('Passwords do not match').waitFor();
    const submit = page.locator('main form').getByRole('button', { name: 'Sign Up' });
    expect(await submit.isDisabled()).toBe(true);
    await picture(page, 'sign-up-mismatch');
    await signUp(page, address);
    await picture(page, 'sign-up-sent');

    await page.goto('/login');
    await fillSignIn(page, address, PASSWORD);
    await page
      .getByText(
        'Email not verified. Please verify your email or request for resend verification mail by clicking on "Resend Verification Mail" button.',
      )
      .waitFor();
    await page.getByRole('button', { name: 'Resend Verification Mail' }).waitFor();
    await picture(page, 'sign-in-unverified');

    const link = await linkMailedTo(address);
    expect(new URL(link).search).toBe('');
    await page.goto(link);
    await page.locator('#verify-password').fill(PASSWORD);
    await picture(page, 'verify');
    await page.getByRole('button', { name: 'Verify my email' }).click();
    await page.getByText('Sign in successful').waitFor();
    expect(page.url()).not.toContain('verify=');
    await page.waitForURL(`${system.site}/`, { timeout: 15_000 });
    await page.getByText(`Welcome ${address}`).waitFor();
    await context.close();
  });

  it('answers alike for an address that has an account, and tells its owner by mail', async () => {
    const address = newAddress();
    await verified(address);
    const before = (await behind.mailsTo(address)).length;
    expectErrors(401);
    const { page, context } = await visit(browser, { site: system.site });
    await signUp(page, address, SECOND_PASSWORD);
    await until('the owner is told', () => behind.mailsTo(address), ofLength(before + 1), { withinMs: 20_000 });
    await page.goto('/login');
    await fillSignIn(page, address, SECOND_PASSWORD);
    await page.getByText('The email or the password is not right').first().waitFor();
    await context.close();
  });

  it('S8-13 gets a new password by mail, and every device is signed out', async () => {
    const address = newAddress();
    await verified(address);
    const elsewhere = await visitSignedIn({ email: address, password: PASSWORD });
    expectErrors(401);
    const { page, context } = await visit(browser, { site: system.site, width: 390, height: 844 });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    const before = (await behind.mailsTo(address)).length;
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText('Password reset email sent').waitFor();
    await picture(page, 'reset-sent-phone');
    await page.goto(await linkMailedTo(address, before));
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    expect(page.url()).not.toContain('reset=');
    await page.getByLabel('New Password', { exact: true }).fill(SECOND_PASSWORD);
    await page.getByLabel('Confirm Password', { exact: true }).fill(SECOND_PASSWORD);
    await page.getByRole('button', { name: 'Set new password' }).click();
    await page.locator('#sign-in-email').waitFor();

    await elsewhere.page.goto('/profile');
    await elsewhere.page.waitForURL((url) => url.pathname === '/login');
    await fillSignIn(page, address, PASSWORD);
    await page.getByText('The email or the password is not right').first().waitFor();
    await fillSignIn(page, address, SECOND_PASSWORD);
    await page.getByText('Sign in successful').waitFor();
    await elsewhere.context.close();
    await context.close();
  });

  it('S7-01 is registered with a name', async () => {
    const address = newAddress();
    const { page, context } = await visit(browser, { site: system.site });
    await page.goto('/register');
    await page.getByLabel('Name').fill('Amit Deshpande');
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Registration successful').waitFor();
    await linkMailedTo(address);
    await context.close();
  });

  it('S4-02 S2-67 comes by way of Google', async () => {
    const address = newAddress();
    const { page, context } = await visit(browser, { site: system.site });
    await page.goto('/login');
    const opening = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    const google = await opening;
    await google.getByLabel('Email of another account').fill(address);
    await google.getByLabel('Name').fill('Lucía Fernández');
    await google.getByRole('button', { name: 'Continue' }).click();
    await google.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Successfully signed in!').waitFor();
    await page.getByText(`Welcome ${address}`).waitFor();
    await picture(page, 'google-done');
    await context.close();
  });
});

describe('somebody signed in', () => {
  it('S1-08 S2-44 S2-45 S2-81 S2-82 S2-83 S6-04 S6-08 keeps address and phone in the profile, and is asked to sign in to see it', async () => {
    const address = newAddress();
    await verified(address);
    const { page, context } = await visit(browser, { site: system.site });
    await page.goto('/profile');
    await page.waitForURL((url) => url.pathname === '/login');
    await fillSignIn(page, address, PASSWORD);
    await page.getByText('Sign in successful').waitFor();
    // Where they wanted to go before.
    await page.waitForURL((url) => url.pathname === '/profile');
    expect(await page.locator('#profile-email').getAttribute('readonly')).not.toBeNull();
    await page.getByLabel('Address').fill('1 Quiet Lane\nPrinceton');
    await page.getByLabel('Phone Number').fill('555-222-8890');
    await page.getByLabel('Skills').fill('First aid');
    await page.getByRole('button', { name: 'Save your profile' }).click();
    await page.getByText('Profile updated successfully').first().waitFor();
    await picture(page, 'profile-saved');
    await page.reload();
    await page.locator('#profile-phone').waitFor();
    expect([
      await page.getByLabel('Phone Number').inputValue(),
      await page.getByLabel('Address').inputValue(),
      await page.getByLabel('Skills').inputValue(),
    ]).toEqual(['555-222-8890', '1 Quiet Lane\nPrinceton', 'First aid']);
    await page.goto('/reserve-your-seat');
    await until('the phone number of the profile is offered', () => page.getByLabel('Phone Number').inputValue(), '555-222-8890');
    await context.close();
  });

  it('signs out in every tab at once', async () => {
    const address = newAddress();
    await verified(address);
    const { page, context } = await visitSignedIn({ email: address, password: PASSWORD });
    const other = await context.newPage();
    await other.goto('/artists');
    await other.getByText(`Welcome ${address}`).waitFor();
    await page.goto('/');
    await page.getByRole('button', { name: 'Logout' }).click();
    for (const tab of [page, other]) await tab.waitForURL((url) => url.pathname === '/login');
    expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);
    await context.close();
  });

  it('is handed over to another device by a code that works once', async () => {
    const address = newAddress();
    await verified(address);
    const { page, context } = await visitSignedIn({ email: address, password: PASSWORD });
    await page.goto('/');
    const handoff = await page.evaluate<{ token: string }>(
      "fetch('/api/auth/handoff-codes', { method: 'POST' }).then((answer) => answer.json())",
    );
    const device = await visit(browser, { site: system.site, width: 390, height: 844 });
    await device.page.goto(`/?token=${handoff.token}`);
    await device.page.getByRole('dialog', { name: `Continue as ${address}?` }).waitFor();
    await picture(device.page, 'handoff-question-phone');
    expect(await device.page.evaluate<{ session: unknown }>("fetch('/api/auth/session').then((answer) => answer.json())")).toEqual({
      session: null,
    });
    await device.page.getByRole('button', { name: 'Continue' }).click();
    await until(
      'the device is signed in',
      () => device.page.evaluate<{ session: { email: string } | null }>("fetch('/api/auth/session').then((answer) => answer.json())"),
      having({ session: { email: address } }),
    );
    expect(device.page.url()).toBe(`${system.site}/`);
    expectErrors(410);
    const third = await visit(browser, { site: system.site });
    await third.page.goto(`/?token=${handoff.token}`);
    await third.page.getByText('You are not signed in. This link has been used or has expired.').waitFor();
    for (const each of [device.context, third.context, context]) await each.close();
  });

  it('S2-46 S6-06 sees the Users List as an admin only, and who may do what is changed there', async () => {
    const address = newAddress();
    await verified(address);
    const buyer = await visitSignedIn({ email: address, password: PASSWORD });
    await buyer.page.goto('/admin/users');
    await buyer.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await buyer.page.getByText('admin@example.org').count()).toBe(0);
    expect(await buyer.page.getByRole('link', { name: 'Users List' }).count()).toBe(0);

    const admin = await visitSignedIn(accountOf('admin'));
    await admin.page.goto('/admin/users');
    await admin.page.getByLabel('Search by name or email').fill(address);
    await admin.page.getByText(address).first().waitFor();
    await until('only that user is listed', () => admin.page.getByRole('button', { name: /Change role/ }).count(), 1);
    await admin.page.getByRole('button', { name: /Change role/ }).click();
    await admin.page.getByRole('dialog').getByRole('radio', { name: 'Organiser' }).check();
    await picture(admin.page, 'change-role');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Make an organiser' }).click();
    await until('the role is stored', () => behind.document('svc-auth', 'users', { emailKey: address, role: 'organiser' }));
    for (const each of [buyer.context, admin.context]) await each.close();
  });
});

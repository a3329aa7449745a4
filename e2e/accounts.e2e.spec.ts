import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { moreThan, ofLength, until } from '@concert/test-kit/until';
import type { Page } from 'playwright-core';
import { expectErrors, picture, visit } from '@concert/test-kit/browser';
import { behind, browser, system, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

const PASSWORD = 'seven quiet rivers under snow';
const SECOND_PASSWORD = 'eleven loud kettles above sand';

const newAddress = () => `guest-${randomBytes(5).toString('hex')}@example.org`;

/** The link a mail leads to, whose subject matches. */
async function linkMailedTo(address: string, before = 0): Promise<string> {
  const mails = await until(`an email reaches ${address}`, () => behind.mailsTo(address), moreThan(before), { withinMs: 20_000 });
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

async function fillSignIn(page: Page, address: string, password: string): Promise<void> {
  await page.locator('#sign-in-email').fill(address);
  await page.locator('#sign-in-password').fill(password);
  await page.locator('main form').getByRole('button', { name: 'Sign In' }).click();
}

/* Somebody signs up, and then forgets the password. */
describe('an account', () => {
  const address = newAddress();

  it('S1-07 S4-04 S4-05 is made with email and password, proven by mail, and only then opens the site; a second sign-up is answered alike, and told to its owner', async () => {
    expectErrors(403);
    const { page, context } = await visit(browser, { site: system.site });
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

    const before = (await behind.mailsTo(address)).length;
    await context.clearCookies();
    await signUp(page, address, SECOND_PASSWORD);
    await until('its owner is told', () => behind.mailsTo(address), ofLength(before + 1), { withinMs: 20_000 });
    await context.close();
  });

  it('S8-13 gets a new password by mail, and every device is signed out', async () => {
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

import { expect, it } from '@jest/globals';
import { visitAs } from '@concert/test-kit/browser';
import { checkScreen } from './check-screen.ts';
import { accounts, browser, newBuyer, system, useBrowser } from './journeys.harness.ts';
import { plugInPasskeyDevice } from './passkey-device.ts';

useBrowser();

it('B7-510 registers it in the profile, and signs in with it alone', async () => {
  // A device is the browser's own virtual authenticator.
  const owner = await newBuyer();
  const seen = await visitAs(browser, owner, { site: system.site });
  await plugInPasskeyDevice(seen);
  const { page } = seen;
  await page.goto('/profile');
  await page.getByText('You have no passkey yet.').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await checkScreen(page, 'profile-add-passkey');
  await page.getByRole('dialog').getByLabel('Name').fill('Desk computer');
  await page.getByRole('button', { name: 'Register a passkey' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Desk computer' }).waitFor();
  await checkScreen(page, 'profile-passkey');

  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('Sign in successful').waitFor();
  const user = await accounts.collection('users').findOne({ email: owner.email });
  expect(await accounts.collection('sessions').countDocuments({ userId: user!['_id'], passkeyAt: { $ne: null } })).toBe(1);
  await seen.context.close();
});

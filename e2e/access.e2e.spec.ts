import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { picture } from '@concert/test-kit/browser';
import { findBrokenAmounts } from './access-look.ts';
import { accessibilityFaults } from './check-screen.ts';
import { accountOf, newBuyer, paidBooking, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

/* What the tour of every-screen.e2e.spec.ts does not come to. contracts/site/access-tests.ts names the first of these tests. */

/** An admin's page on a phone. */
let page: Page;

beforeAll(async () => {
  ({ page } = await visitSignedIn(accountOf('admin'), { width: 390, height: 844, colorScheme: 'dark' }));
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

/** Questions and panels: where, how many lie over each other, and what is pressed for them. */
const opened = (bookingId: string): readonly (readonly [string, number, ...(string | RegExp)[]])[] => [
  ['/', 1, 'Menu'],
  ['/profile', 1, 'Sign out on every device'],
  ['/profile', 1, 'Change your password'],
  ['/profile', 1, 'Delete my account'],
  ['/admin/users', 2, /buyer@example.org, open/, /^Change role/],
  ['/admin/users', 2, /buyer@example.org, open/, /^Passkeys lost/],
  [`/get-bookings-report?booking=${bookingId}`, 2, /^Refund \$/],
  [`/get-bookings-report?booking=${bookingId}`, 2, 'Partial refund …'],
  [`/get-bookings-report?booking=${bookingId}`, 2, /^Issue new tickets/],
];

it('the checker finds nothing in open questions and panels', async () => {
  for (const [path, depth, ...names] of opened(await paidBooking(await newBuyer()))) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (const name of names) await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
    await page
      .locator('dialog[open]')
      .nth(depth - 1)
      .waitFor();
    const faults = await accessibilityFaults(page);
    expect([path, names, faults]).toEqual([path, names, []]);
  }
});

/** Lets the site tell of sums as large as an evening can have. */
async function enlarge(page: Page): Promise<void> {
  await page.route(/\/api\/(bookings-report|money(-proof)?)([?]|$)/, async (route) => {
    const answer = await route.fetch();
    if (!answer.headers()['content-type']?.includes('json')) return route.fulfill({ response: answer });
    const large = (key: string, value: unknown) =>
      /minor$|^(charged|refunded)$/i.test(key) && typeof value === 'number' ? 12_345_678_900 : value;
    return route.fulfill({
      status: answer.status(),
      contentType: 'application/json',
      body: JSON.stringify(await answer.json(), large),
    });
  });
}

it('B3-539 sums of many millions stand in one line each on a phone, and nothing is wider than the window', async () => {
  await enlarge(page);
  // The report folds its sums into a line; the other page has none before the first check.
  for (const [path, press] of [
    ['/get-bookings-report', /^Seats: /],
    ['/money', 'Check the money now'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: press }).click();
    await page.getByText('$123,456,789.00', { exact: true }).filter({ visible: true }).first().waitFor();
    expect([path, await findBrokenAmounts(page)]).toEqual([path, []]);
    await picture(page, `sums${path.replaceAll('/', '-')}`);
  }
});

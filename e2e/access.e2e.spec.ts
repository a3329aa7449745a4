import { randomUUID } from 'node:crypto';
import { PAGES } from '@concert/contracts/site/pages';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findBrokenAmounts, findLostContent, untilNothingMoves, findMovingWhenNarrowed, findUnnamed } from './access-look.ts';
import { expectErrors, picture, type Visit } from '@concert/test-kit/browser';
import { pressOn, keyboardFaults, typeInto } from './keyboard.ts';
import { accessibilityFaults } from './check-screen.ts';
import { accountOf, newBuyer, paidBooking, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

/* What WCAG 2.2 asks of every page beside what axe looks at in every-screen.e2e.spec.ts. contracts/site/access-tests.ts names these tests. */

const admin = accountOf('admin');
/** Whoever looks: signed in once, and what one page loaded the next one has. */
let admitted: Visit;

beforeAll(async () => {
  admitted = await visitSignedIn(admin);
});

/** Pages of a browser that are looked at at once. */
const SIDE_BY_SIDE = 2;
/** Opening it sends mails. */
const ACTING = '/send-refund-issued-email';
const SENDING = '**/api/send-refund-issued';
const API = '/api/docs';
/** The door has the whole screen but for mark and menu. */
const frameOf = (path: string) => (path === API ? ['main'] : path === '/door' ? ['banner', 'main'] : ['banner', 'main', 'contentinfo']);

/** Opens a page and looks at it; that which acts gets no answer from the site, so that nothing is sent before the journey that expects it. */
async function lookAt<T>(page: Page, path: string, look: () => Promise<T>): Promise<T> {
  if (path === ACTING) await page.route(SENDING, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const seen = await look();
  // While answers are made here, the browser keeps nothing that it loads.
  if (path === ACTING) await page.unroute(SENDING);
  return seen;
}

/** Another page of the same browser, for a reader who asked for less motion. */
async function newPage(): Promise<Page> {
  const page = await admitted.context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

/** What is wrong with a page as it stands. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  const [moves, names] = await Promise.all([untilNothingMoves(page), findUnnamed(page, frameOf(path))]);
  return [...moves, ...names, ...(await keyboardFaults(page, path !== '/')), ...(await findLostContent(page))];
}

describe('on every page', () => {
  it('B3-535 nothing is lost at 400 %, spaced or in forced colours, nothing moves unasked, and the keyboard reaches all there is', async () => {
    expectErrors(404, 503);
    const waiting = [...PAGES.map(({ path }) => path), API, '/no-such-page'];
    const found: Record<string, string[]> = {};
    const walk = async () => {
      const page = await newPage();
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const path = next;
        const faults = await lookAt(page, path, () => faultsOf(page, path));
        if (faults.length > 0) found[path] = faults;
        await picture(page, `access${path.replaceAll('/', '-')}`);
      }
      await page.close();
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, walk));
    expect(found).toEqual({});
  });

  it('B3-535 whoever asked for less motion sees a new width at once: nothing in it moves to its place', async () => {
    const page = await newPage();
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await findMovingWhenNarrowed(page)).toEqual([]);
    await page.close();
  });
});

/** What the tour of all screens leaves out: where, how many questions and panels lie over it, and what is pressed for them. */
const leftOut = (bookingId: string): readonly (readonly [string, number, ...(string | RegExp)[]])[] => [
  [ACTING, 0],
  [API, 0],
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

it('B3-535 the checker finds nothing in open questions and panels, nor on pages that the tour of all screens leaves out', async () => {
  expectErrors(503);
  const page = await newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const [path, depth, ...names] of leftOut(await paidBooking(await newBuyer()))) {
    const faults = await lookAt(page, path, async () => {
      for (const name of names) await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
      if (depth > 0)
        await page
          .locator('dialog[open]')
          .nth(depth - 1)
          .waitFor();
      return accessibilityFaults(page);
    });
    expect([path, names, faults]).toEqual([path, names, []]);
  }
  await page.close();
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

describe('sums on a phone', () => {
  it('B3-539 of many millions stand in one line each, and nothing is wider than the window', async () => {
    const page = await newPage();
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
    await page.close();
  });
});

describe('by the keyboard alone', () => {
  it('B3-538 an organiser adds a guest and sees the tickets, finds them in the report, and stands at the door', async () => {
    const page = await newPage();
    const name = `Tara ${randomUUID().slice(0, 8)}`;
    await page.goto('/v-i-p-tickets');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await typeInto(page, 'Name', name);
    await typeInto(page, 'Email', `${name.replace(' ', '.')}@example.org`);
    await pressOn(page, 'No. of Tickets', 'ArrowDown');
    await pressOn(page, 'Add VIP');
    await page.getByText('VIP Member Added Successfully').first().waitFor();
    await pressOn(page, `Show tickets of ${name}`);
    await page
      .getByRole('img', { name: /QR code of ticket/ })
      .first()
      .waitFor();

    await page.goto('/get-bookings-report');
    await page.getByRole('table', { name: 'Concert bookings' }).waitFor();
    await typeInto(page, 'Search bookings', name);
    await page.getByRole('table', { name: 'Concert bookings' }).getByRole('row').filter({ hasText: name }).waitFor();

    await page.goto('/door');
    await page.getByLabel('Code', { exact: true }).waitFor();
    await typeInto(page, 'Code', 'no ticket at all');
    await page.keyboard.press('Enter');
    await page.getByText('Not a ticket for this concert.').first().waitFor();
    await page.close();
  });
});

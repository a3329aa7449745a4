import { randomUUID } from 'node:crypto';
import { PAGES } from '@concert/contracts/site/pages';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { brokenSums, contrastOver, lost, moving, tabbed, unnamed } from './access-look.ts';
import { expectErrors, openBrowser, picture, signIn, visit } from './browser.ts';
import { reach } from './keyboard.ts';
import { accessibilityFaults } from './look.ts';
import { BehindTheSite } from './system-under-test.ts';

/* What WCAG 2.2 asks of every page beside what axe looks at in every-screen.e2e.spec.ts. contracts/site/access-tests.ts names these tests. */

const behind = new BehindTheSite();
const { system } = behind;
const admin = system.accounts.find(({ role }) => role === 'admin')!;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await behind.close();
});

/** Pages of a browser that are looked at at once. */
const SIDE_BY_SIDE = 2;
/** Opening it sends mails. */
const ACTING = '/send-refund-issued-email';
const API = '/api/docs';
const FRAME = ['banner', 'main', 'contentinfo'];

/** Opens a page; that which acts gets no answer from the site, so that nothing is sent before the journey that expects it. */
async function open(page: Page, path: string): Promise<void> {
  if (path === ACTING) await page.route('**/api/send-refund-issued', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

async function admitted(): Promise<Page> {
  const { page } = await visit(browser, { site: system.site });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, admin);
  return page;
}

describe('on every page', () => {
  it('B3-61 nothing is lost at 400 %, spaced or in forced colours, nothing moves unasked, and the keyboard reaches all there is', async () => {
    expectErrors(404, 503);
    const waiting = [...PAGES.map(({ path }) => path), API, '/no-such-page'];
    const found: Record<string, string[]> = {};
    const walk = async () => {
      const page = await admitted();
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await open(page, next);
        const names = await unnamed(page, next === API ? ['main'] : FRAME);
        const faults = [...(await moving(page)), ...names, ...(await tabbed(page, next !== '/')), ...(await lost(page))];
        if (faults.length > 0) found[next] = faults;
        await picture(page, `access${next.replaceAll('/', '-')}`);
      }
      await page.context().close();
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, walk));
    expect(found).toEqual({});
  }, 200_000);

  it('B3-61 the checker finds nothing on pages that the tour of all screens leaves out', async () => {
    expectErrors(503);
    const page = await admitted();
    for (const [path, width, colorScheme] of [
      [ACTING, 320, 'light'],
      [API, 1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await open(page, path);
      expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
    }
    await page.context().close();
  });
});

/** Lets the site tell of sums as large as an evening can have. */
async function enlarge(page: Page): Promise<void> {
  await page.route(/\/api\/(bookings-report|money-proof)/, async (route) => {
    const answer = await route.fetch();
    if (!answer.headers()['content-type']?.includes('json')) return route.fulfill({ response: answer });
    const large = (key: string, value: unknown) => (/minor$/i.test(key) && typeof value === 'number' ? 12_345_678_900 : value);
    return route.fulfill({
      status: answer.status(),
      contentType: 'application/json',
      body: JSON.stringify(await answer.json(), large),
    });
  });
}

describe('sums on a phone', () => {
  it('B3-65 of many millions stand in one line each, and nothing is wider than the window', async () => {
    const page = await admitted();
    await enlarge(page);
    for (const [path, there] of [
      ['/get-bookings-report', /^\$123,456,789\.00$/],
      ['/money-check', /^123,456,789\.00 USD$/],
    ] as const) {
      await open(page, path);
      await page.getByText(there).filter({ visible: true }).first().waitFor();
      expect([path, await brokenSums(page)]).toEqual([path, []]);
      await picture(page, `sums${path.replaceAll('/', '-')}`);
    }
    await page.context().close();
  });
});

/* Runs in the page: the film, still, as it is at a second. */
const filmAt = (second: number) =>
  `new Promise((seen) => { const film = document.querySelector('video'); film.preload = 'auto'; film.onseeked = seen; film.currentTime = ${second}; }).then(() => undefined)`;

describe('by the keyboard alone', () => {
  it('B3-64 an organiser adds a guest and sees the tickets, finds them in the report, and stands at the door', async () => {
    const page = await admitted();
    const name = `Tara ${randomUUID().slice(0, 8)}`;
    await open(page, '/v-i-p-tickets');
    await reach(page, 'Name');
    await page.keyboard.type(name);
    await reach(page, 'Email');
    await page.keyboard.type(`${name.replace(' ', '.')}@example.org`);
    await reach(page, 'No. of Tickets');
    await page.keyboard.press('ArrowDown');
    await reach(page, 'Add VIP');
    await page.keyboard.press('Enter');
    await page.getByText('VIP Member Added Successfully').first().waitFor();
    await reach(page, `Show tickets of ${name}`);
    await page.keyboard.press('Enter');
    await page
      .getByRole('img', { name: /QR code of ticket/ })
      .first()
      .waitFor();

    await open(page, '/get-bookings-report');
    await reach(page, 'Search bookings');
    await page.keyboard.type(name);
    await page.getByRole('table', { name: 'Concert bookings' }).getByRole('row').filter({ hasText: name }).waitFor();

    await open(page, '/door');
    await reach(page, 'Code');
    await page.keyboard.type('no ticket at all');
    await page.keyboard.press('Enter');
    await page.getByText('This is no ticket of this concert.').first().waitFor();
    await page.context().close();
  });
});

describe('the home page', () => {
  it('B3-62 the words on the home page stand out from the film behind them', async () => {
    // On a phone the words stand below the film.
    for (const width of [800, 1280]) {
      const { page, context } = await visit(browser, { site: system.site, width });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const second of [undefined, 2, 7, 12]) {
        if (second !== undefined) await page.evaluate(filmAt(second));
        await picture(page, `hero-${width}-${second}`);
        for (const [words, needed] of [
          ['h1', 3],
          ['h1 + p', 4.5],
          ['p:has(+ h1)', 4.5],
        ] as const) {
          const ratio = await contrastOver(page, words);
          expect([width, second, words, Math.min(ratio, needed)]).toEqual([width, second, words, needed]);
        }
      }
      await context.close();
    }
  });
});

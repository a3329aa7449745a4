import { AxeBuilder } from '@axe-core/playwright';
import { PAGES } from '@concert/contracts/core/pages';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import type { Browser } from 'playwright-core';
import { openBrowser, picture, signIn, visit, type Visit } from './browser.ts';
import { BehindTheSite } from './system-under-test.ts';

const behind = new BehindTheSite();
const { system } = behind;
let browser: Browser;

/** Phone and desktop, each in one of the two themes: every pair of page and width, page and theme is seen. */
const VIEWS = [
  { name: 'phone-light', width: 320, height: 720, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, colorScheme: 'dark' },
  { name: 'desktop-light', width: 1280, height: 900, colorScheme: 'light' },
  { name: 'wide-dark', width: 1920, height: 1080, colorScheme: 'dark' },
] as const;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await behind.close();
});

/* Runs in the page, which knows other types than this program. Endless motion is not waited for. */
const AT_REST = "document.getAnimations().every((one) => one.playState !== 'running' || one.effect.getComputedTiming().iterations === Infinity)";

/** What is wrong with a screen as it stands now: accessibility findings, complaints, and anything wider than the window. */
async function faultsOf({ page, complaints }: Visit): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // Colours and positions are judged when nothing moves any more.
  await until('nothing moves any more', () => page.evaluate<boolean>(AT_REST));
  const { violations } = await new AxeBuilder({ page }).analyze();
  const [inner, wide] = await page.evaluate<[number, number]>('[window.innerWidth, document.documentElement.scrollWidth]');
  return [
    ...violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`),
    ...complaints,
    ...(wide > inner ? [`${wide - inner} px wider than the window`] : []),
  ];
}

describe.each(VIEWS)('on $name', (view) => {
  it.each(['visitor', 'admin'] as const)('the screens for a %s stand at their addresses, quiet, accessible and not wider than the window', async (who) => {
    const seen = await visit(browser, { site: system.site, ...view });
    if (who === 'admin') await signIn(seen.page, system.accounts.find(({ role }) => role === 'admin')!);
    const found: Record<string, string[]> = {};
    for (const { path, access } of PAGES) {
      // Opening this page acts, so it is visited by the journey that expects it.
      if (path === '/send-refund-issued-email') continue;
      if (who === 'admin' && access === 'public') continue;
      seen.complaints.length = 0;
      await seen.page.goto(path);
      const faults = await faultsOf(seen);
      if (faults.length > 0) found[path] = faults;
      await picture(seen.page, `${view.name}-${who}-${path.slice(1).replaceAll('/', '-') || 'home'}`);
    }
    expect(found).toEqual({});
    await seen.context.close();
  });

  it('an address that is no screen says so', async () => {
    const seen = await visit(browser, { site: system.site, ...view });
    const answer = await seen.page.goto('/no-such-page');
    expect(answer!.status()).toBe(404);
    const faults = (await faultsOf(seen)).filter((fault) => !fault.includes('404'));
    expect(faults).toEqual([]);
    await picture(seen.page, `${view.name}-no-such-page`);
    await seen.context.close();
  });
});

import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import { until } from '@concert/test-kit/until';
import type { Page } from 'playwright-core';
import { picture } from '@concert/test-kit/browser';

/** Widths in CSS pixels, each in one of the two themes; the tour of all screens sees more. Accessibility is looked at in the first. */
const VIEWS = [
  [390, 'dark'],
  [320, 'light'],
  [1280, 'light'],
] as const;

/* Runs in the page, which knows other types than this program. Motion that has an end is brought to it instead of being waited for. */
const AT_REST = `(() => {
  const moving = document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getComputedTiming().iterations !== Infinity);
  for (const one of moving) one.finish();
  return moving.length === 0;
})()`;

/** What axe finds on a screen as it stands, once nothing moves any more: colours and positions are judged at rest. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await until('nothing moves any more', () => page.evaluate<boolean>(AT_REST), Boolean, { everyMs: 10 });
  // Its half a megabyte of program is handed over once for each load of a page. No page here has frames, which the slower mode is for.
  const isThere = await page.evaluate<boolean>("'axe' in window");
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) }).setLegacyMode(true);
  // Each element that passed would be described too, which cost more than the look itself.
  axe.options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`);
}

/**
 * Looks at a screen as it stands: nothing is wider than the window in any view, and axe finds nothing on a phone. Leaves the window
 * as it was, in the light theme.
 * @param name of its pictures
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const [width, colorScheme] of VIEWS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const wider = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
    const faults = colorScheme === 'dark' ? await accessibilityFaults(page) : [];
    expect([name, width, colorScheme, Math.max(0, wider), faults]).toEqual([name, width, colorScheme, 0, []]);
    await picture(page, `${name}-${width}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}

/** Runs in the page: by how much what stood on it has moved since it was opened, as browsers measure it. What moves with the window does not count. */
export const SHIFT = `new Promise((resolve) => {
  let shift = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(shift)));
})`;

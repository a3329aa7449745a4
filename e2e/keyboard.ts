import type { Page } from 'playwright-core';

/* Runs in the page: how a person would call what has the focus. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  return (one?.getAttribute('aria-label') ?? one?.labels?.[0]?.textContent ?? one?.textContent ?? '').trim().replace(/\\s+/g, ' ');
})()`;

/** Goes on by the Tab key alone until the focus is on what has this name, or begins with it. @throws Error where it does not get there */
export async function reach(page: Page, name: string, atMost = 120): Promise<void> {
  const passed: string[] = [];
  while (passed.length < atMost) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(FOCUSED);
    if (focused.startsWith(name)) return;
    passed.push(focused.slice(0, 30));
  }
  throw new Error(`the Tab key does not lead to ${name}, but to ${passed.join(', ')}`);
}

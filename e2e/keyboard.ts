import type { CDPSession, Page } from 'playwright-core';
import { devtoolsOf } from '@concert/test-kit/browser';

/*
 * The keyboard of somebody who has no mouse. The page itself looks at each stop of the Tab key before the key leads on, and keeps the focus
 * where the way ends: so many presses are sent at once, and a page costs a few questions instead of two for each stop.
 */

/** Presses of the Tab key that are sent at once. */
const AT_ONCE = 16;

/* Runs in the page, once for each load of it. A way has a goal, the beginning of a name, or goes through the whole page. */
const WATCH = `window.tabKey ??= (() => {
  const numbers = new Map();
  let way;
  const focused = () => document.activeElement === document.body ? null : document.activeElement;
  const nameOf = (one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? '').trim().replace(/\\s+/g, ' ');
  const shows = (box) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(box);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  };
  const judge = (one, name) => {
    const boxes = [one, one.parentElement, ...(one.labels ?? []), one.nextElementSibling].filter(Boolean);
    const { left, top, width, height } = (one.labels?.[0] ?? one).getBoundingClientRect();
    const [x, y] = [Math.min(Math.max(left + width / 2, 1), innerWidth - 1), Math.min(Math.max(top + height / 2, 1), innerHeight - 1)];
    const above = document.elementFromPoint(x, y);
    const isCovered = above && !one.contains(above) && !above.contains(one) && !boxes.some((box) => box.contains(above)) && getComputedStyle(above.closest('header, nav, [role=status]') ?? above).position !== 'static';
    if (!boxes.some(shows)) way.unshown.push('focus not shown: ' + name);
    if (isCovered) way.faults.push('focus covered: ' + name);
  };
  const look = () => {
    const one = focused();
    if (way.isOver || one === way.at) return way;
    way.at = one;
    const name = one ? nameOf(one) : '';
    if (one && !numbers.has(one)) {
      numbers.set(one, numbers.size);
      judge(one, (one.tagName.toLowerCase() + ' ' + (name || one.id)).slice(0, 50));
    }
    const number = one ? numbers.get(one) : -1;
    // Past the last stop the browser's own buttons come, or the first stop again.
    way.isOver = way.goal === undefined ? number < way.last : name.startsWith(way.goal);
    if (way.isOver && way.goal === undefined && number > 0) way.faults.push('led back to: ' + name);
    way.last = number;
    way.passed.push(name.slice(0, 30));
    return way;
  };
  addEventListener('keydown', (press) => {
    if (press.key !== 'Tab' || !way || !look().isOver) return;
    press.preventDefault();
    press.stopImmediatePropagation();
  }, true);
  return {
    begin: (goal) => { way = { goal, at: focused(), last: -1, isOver: false, unshown: [], faults: [], passed: [] }; },
    look: () => {
      const { at, ...seen } = look();
      // Presses that are sent later lead on again.
      if (seen.isOver) way = undefined;
      return seen;
    },
  };
})()`;

/** What the page saw on a way. */
interface Way {
  /** Whether the goal has the focus, or the page was gone through. */
  readonly isOver: boolean;
  /** Stops at which the focus does not show. */
  readonly unshown: readonly string[];
  /** What else is wrong with the stops. */
  readonly faults: readonly string[];
  /** Names of the stops. */
  readonly passed: readonly string[];
}

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;

async function pressTab(devtools: CDPSession, times: number): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (let presses = 0; presses < times; presses += 1)
    for (const type of ['rawKeyDown', 'keyUp'] as const) sent.push(devtools.send('Input.dispatchKeyEvent', { type, ...TAB }));
  await Promise.all(sent);
}

/** Goes on by the Tab key. @param goal how the name begins of what is wanted; without one the way ends where the page does */
async function goOn(page: Page, goal: string | undefined, atMost: number): Promise<Way> {
  await page.evaluate(`${WATCH}; window.tabKey.begin(${JSON.stringify(goal)})`);
  const devtools = await devtoolsOf(page);
  for (let presses = AT_ONCE; ; presses += AT_ONCE) {
    await pressTab(devtools, AT_ONCE);
    const way = await page.evaluate<Way>('window.tabKey.look()');
    if (way.isOver || presses >= atMost) return way;
  }
}

/**
 * Goes through a page by the keyboard: the focus shows, nothing lies over it, it is caught nowhere.
 * @param fromContent begins where the frame of the site ends: it is the same on every page
 */
export async function keyboardFaults(page: Page, fromContent: boolean, atMost = 300): Promise<string[]> {
  if (fromContent) await page.evaluate("document.querySelector('main').focus()");
  const { isOver, unshown, faults } = await goOn(page, undefined, atMost);
  return [...unshown, ...faults, ...(isOver ? [] : [`no way out after ${atMost} presses`])];
}

/**
 * Goes on by the Tab key alone until the focus is on what has this name, or begins with it.
 * @throws Error where it does not get there, or the focus does not show on the way
 */
export async function tabTo(page: Page, name: string, atMost = 120): Promise<void> {
  const { isOver, unshown, passed } = await goOn(page, name, atMost);
  if (!isOver) throw new Error(`the Tab key does not lead to ${name}, but to ${passed.join(', ')}`);
  if (unshown.length > 0) throw new Error(`on the way to ${name}: ${unshown.join(', ')}`);
}

/** Reaches what has this name and presses a key on it. */
export async function pressOn(page: Page, name: string, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

/** Reaches the field of this name and types; what stood in it is replaced, as a browser selects it. */
export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

/** Runs in the page: where the link leads that has the focus. */
export const FOCUSED_LINK = "document.activeElement.getAttribute('href')";

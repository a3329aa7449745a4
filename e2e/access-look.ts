import { contrast } from '@concert/design-system/tokens.ts';
import { until } from '@concert/test-kit/until';
import type { Page } from 'playwright-core';

/*
 * What the rules of WCAG 2.2 ask of every page and axe does not look at. The scripts run in the page, which knows other types than this
 * program; each gives sentences about what is wrong, none where all is well.
 */

/** Helpers of the scripts below. Whatever is hidden to the eye on purpose (screen readers read it) is no text that could be cut off. */
const SEEN = `
  const isSeen = (one) => {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let box = one; box; box = box.parentElement) {
      const { clipPath, position, width } = getComputedStyle(box);
      if (clipPath !== 'none' || (position === 'absolute' && width === '1px')) return false;
    }
    return true;
  };
  const nameOf = (one) => one.tagName.toLowerCase() + ' ' + (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 50);
`;

/** 1.4.4, 1.4.10, 1.4.12: nothing is wider than the window, and no box cuts its words off. */
const LOST = `(() => {${SEEN}
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  const cut = [...document.querySelectorAll('main *, header *, footer *, nav *, dialog[open] *')].filter((one) => {
    const style = getComputedStyle(one);
    const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    if (!hasText || !isSeen(one)) return false;
    return (hides(style.overflowX) && one.scrollWidth > one.clientWidth + 1) || (hides(style.overflowY) && one.scrollHeight > one.clientHeight + 1);
  });
  const widest = wide > 0 ? [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1).at(-1) : undefined;
  return [...(wide > 0 ? [wide + ' px wider than the window: ' + (widest ? nameOf(widest) : '')] : []), ...cut.map((one) => 'cut off: ' + nameOf(one))];
})()`;

/** An amount is one thing and stands in one line, whatever its length; in running text it may break as words do. */
const BROKEN_AMOUNTS = `(() => {${SEEN}
  const broken = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.textContent.trim();
    if (!/^(\\$[\\d,]+\\.\\d\\d|[\\d,]+\\.\\d\\d USD)$/.test(text) || !isSeen(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push('in two lines: ' + text);
  }
  return broken;
})()`;

/** 2.5.8: a target is 24 px large, or so far from the next one that a circle of 24 px on each does not meet; links in sentences are free. */
const SMALL_TARGETS = `(() => {${SEEN}
  const found = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]')];
  const targets = found.filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled).map((one) => {
    const boxes = [one, ...(one.labels ?? [])].map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 2);
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
    return { one, left, top, right, bottom, x: (left + right) / 2, y: (top + bottom) / 2, isSmall: right - left < 23.5 || bottom - top < 23.5 };
  });
  const inSentence = ({ one }) => getComputedStyle(one).display === 'inline' && [...one.parentElement.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
  const meets = (small, other) => {
    if (other.one === small.one) return false;
    const [x, y] = other.isSmall ? [other.x, other.y] : [Math.min(Math.max(small.x, other.left), other.right), Math.min(Math.max(small.y, other.top), other.bottom)];
    return Math.hypot(x - small.x, y - small.y) < (other.isSmall ? 24 : 12);
  };
  return targets.filter((target) => target.isSmall && isSeen(target.one) && !inSentence(target) && targets.some((other) => meets(target, other)))
    .map(({ one, left, top, right, bottom }) => 'small target: ' + nameOf(one) + ' ' + Math.round(right - left) + ' x ' + Math.round(bottom - top));
})()`;

/** 1.4.1, 1.4.11 where the reader's own colours are used: what is pressed or filled in keeps an edge, because grounds and shadows are gone. */
const EDGELESS = `(() => {${SEEN}
  const edged = (one) => ['Top', 'Bottom'].some((side) => parseFloat(getComputedStyle(one)['border' + side + 'Width']) > 0) || getComputedStyle(one).textDecorationLine !== 'none' || parseFloat(getComputedStyle(one).outlineWidth) > 0 && getComputedStyle(one).outlineStyle !== 'none';
  return [...document.querySelectorAll('main :is(button, select, textarea, input:not([type=hidden], [type=radio], [type=checkbox], [type=range], [type=file]))')]
    .filter((one) => isSeen(one) && !edged(one) && !one.querySelector('svg') && !one.closest('label'))
    .map((one) => 'without an edge: ' + nameOf(one));
})()`;

/** 2.2.2, 2.3.3: what moves although less motion was asked for. */
const MOVING = `document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 50)
  .map((one) => 'moves: ' + (one.animationName ?? one.transitionProperty ?? 'something') + ' of ' + one.effect.target?.className)`;

/** Which element has the focus, and what is wrong with how that shows; undefined once the page is left. */
const FOCUS = `(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return { id: -1, faults: [] };
  window.focusedOnce ??= new Map();
  const isNew = !window.focusedOnce.has(one);
  if (isNew) window.focusedOnce.set(one, window.focusedOnce.size);
  const shows = (box) => { const { outlineStyle, outlineWidth } = getComputedStyle(box); return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1; };
  const boxes = [one, one.parentElement, ...(one.labels ?? []), one.nextElementSibling].filter(Boolean);
  const name = one.tagName.toLowerCase() + ' ' + (one.getAttribute('aria-label') ?? one.textContent ?? one.id).trim().slice(0, 40);
  const { left, top, width, height } = (one.labels?.[0] ?? one).getBoundingClientRect();
  const [x, y] = [Math.min(Math.max(left + width / 2, 1), innerWidth - 1), Math.min(Math.max(top + height / 2, 1), innerHeight - 1)];
  const above = document.elementFromPoint(x, y);
  const isCovered = above && !one.contains(above) && !above.contains(one) && !boxes.some((box) => box.contains(above)) && getComputedStyle(above.closest('header, nav, [role=status]') ?? above).position !== 'static';
  return { id: window.focusedOnce.get(one), faults: isNew ? [...(boxes.some(shows) ? [] : ['focus not shown: ' + name]), ...(isCovered ? ['focus covered: ' + name] : [])] : [] };
})()`;

/** Sums that do not stand in one line on a phone, nor in a window of 320 px; and whatever is wider than that. */
export async function brokenSums(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [320, 390]) {
    await resize(page, { width, height: 844 });
    found.push(...[...(await look(page, BROKEN_AMOUNTS)), ...(await look(page, LOST))].map((fault) => `${width} px: ${fault}`));
  }
  return found;
}

const look = (page: Page, script: string) => page.evaluate<string[]>(script);

/** Gives every text of the page the spacing of 1.4.12, as a reader's own style sheet does. */
const SPACED = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})()`;
const AS_BEFORE = 'document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)';

/** 400 % of a window of 1280 x 1024 px. */
const ZOOMED = { width: 320, height: 256 };
const PHONE = { width: 390, height: 844 };

const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => undefined)';

/** Another size of the window, once the page has drawn itself in it. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(DRAWN);
}

/** What gets lost on a screen as it stands: zoomed, on a phone, with a reader's own spacing and with a reader's own colours. */
export async function lost(page: Page): Promise<string[]> {
  const before = page.viewportSize() ?? PHONE;
  const faults: string[] = [];
  const note = (where: string, found: readonly string[]) => faults.push(...found.map((fault) => `${where}: ${fault}`));
  await resize(page, ZOOMED);
  note('400 %', [...(await look(page, LOST)), ...(await look(page, BROKEN_AMOUNTS))]);
  await resize(page, PHONE);
  note('phone', [...(await look(page, BROKEN_AMOUNTS)), ...(await look(page, SMALL_TARGETS))]);
  await page.evaluate(SPACED);
  note('spaced', await look(page, LOST));
  await page.evaluate(AS_BEFORE);
  await page.emulateMedia({ forcedColors: 'active' });
  note('forced colours', await look(page, EDGELESS));
  await page.emulateMedia({ forcedColors: null });
  await resize(page, before);
  return faults;
}

/** Waits until nothing moves. It is for pages of a reader who asked for less motion: what moves all the time is a fault. */
export async function moving(page: Page): Promise<string[]> {
  return until(
    'nothing moves',
    () => look(page, MOVING),
    (found) => found.length === 0,
    { withinMs: 2_000, everyMs: 50 },
  ).catch(() => look(page, MOVING));
}

/**
 * Goes through a page by the keyboard: the focus shows, nothing lies over it, it is caught nowhere.
 * @param fromContent begins where the frame of the site ends: it is the same on every page
 */
export async function tabbed(page: Page, fromContent: boolean, atMost = 200): Promise<string[]> {
  if (fromContent) await page.evaluate("document.querySelector('main').focus()");
  const faults: string[] = [];
  let last = -1;
  for (let presses = 0; presses < atMost; presses += 1) {
    await page.keyboard.press('Tab');
    const { id, faults: found } = await page.evaluate<{ id: number; faults: string[] }>(FOCUS);
    faults.push(...found);
    // Past the last stop the browser's own buttons come, or the first stop again.
    if (id < last) return faults;
    last = id;
  }
  return [...faults, `no way out after ${atMost} presses`];
}

interface Node {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value: unknown } }[];
}

/** Roles that are pressed or filled in: each has a name. */
const NAMED = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'checkbox',
  'radio',
  'spinbutton',
  'slider',
  'img',
  'dialog',
  'table',
]);

/** 4.1.2, 1.3.1, 2.4.2: names, roles and landmarks as the browser hands them to a screen reader. */
export async function unnamed(page: Page, landmarks: readonly string[]): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as unknown as { nodes: Node[] };
  await devtools.detach();
  const heard = nodes.filter(({ ignored }) => !ignored);
  const nameless = heard
    .filter(({ role, name }) => NAMED.has(role?.value ?? '') && !name?.value.trim())
    .map(({ role }) => `a ${role!.value} without a name`);
  const marks = landmarks.filter((mark) => heard.filter(({ role }) => role?.value === mark).length !== 1).map((mark) => `not one ${mark}`);
  const untold = heard
    .filter(
      ({ role, properties = [] }) =>
        role?.value === 'generic' && properties.some(({ name, value }) => name === 'focusable' && value.value === true),
    )
    .map(() => 'takes the focus and says no role');
  return [...nameless, ...marks, ...((await page.title()) === '' ? ['no title'] : []), ...untold];
}

/** Relative luminance (WCAG 2.2) of the darkest and the brightest point of a picture, as drawn by the page itself. */
const EXTREMES = (png: string) => `(async () => {
  const picture = new Image();
  picture.src = 'data:image/png;base64,${png}';
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.naturalWidth, height: picture.naturalHeight });
  const surface = canvas.getContext('2d');
  surface.drawImage(picture, 0, 0);
  const dots = surface.getImageData(0, 0, canvas.width, canvas.height).data;
  const linear = Array.from({ length: 256 }, (_, value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  let [darkest, brightest] = [1, 0];
  for (let at = 0; at < dots.length; at += 4) {
    const luminance = 0.2126 * linear[dots[at]] + 0.7152 * linear[dots[at + 1]] + 0.0722 * linear[dots[at + 2]];
    if (luminance < darkest) darkest = luminance;
    if (luminance > brightest) brightest = luminance;
  }
  return [darkest, brightest];
})()`;

const UNSEEN_WORDS = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('h1, h1 ~ *, :has(~ h1), :has(~ h1) * { visibility: hidden !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})()`;

/**
 * The least contrast of words with a picture behind them: every point there is compared, also those that the words would cover.
 * @param selector of the words
 */
export async function contrastOver(page: Page, selector: string): Promise<number> {
  const colour = await page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).color`);
  const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9]+/g) ?? []).map(Number);
  const box = await page.locator(selector).boundingBox();
  await page.evaluate(UNSEEN_WORDS);
  await page.evaluate(DRAWN);
  const png = (await page.screenshot({ clip: box! })).toString('base64');
  await page.evaluate(AS_BEFORE);
  const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  // Against black the ratio is the luminance and 0.05, divided by 0.05.
  const own = contrast(hex, '#000000') * 0.05;
  const behind = await page.evaluate<number[]>(EXTREMES(png));
  return Math.min(...behind.map((luminance) => Math.max(own, luminance + 0.05) / Math.min(own, luminance + 0.05)));
}

import { until } from '@concert/test-kit/until';
import type { Page } from 'playwright-core';
import { devtoolsOf } from '@concert/test-kit/browser';

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
  const widest = wide > 0 ? [...document.body.querySelectorAll('*')].filter((one) => isSeen(one) && one.getBoundingClientRect().right > window.innerWidth + 1).at(-1) : undefined;
  return [...(wide > 0 ? [wide + ' px wider than the window: ' + (widest ? nameOf(widest) : '')] : []), ...cut.map((one) => 'cut off: ' + nameOf(one))];
})()`;

/** What stays where it is while the page moves leaves the page more than half of the window, or stands beside it. */
const COVERING = `(() => {${SEEN}
  return [...document.body.querySelectorAll('*')]
    .filter((one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position) && isSeen(one))
    .filter((one) => { const { width, height } = one.getBoundingClientRect(); return height > window.innerHeight / 2 && width > window.innerWidth / 2; })
    .map((one) => 'covers the page: ' + nameOf(one));
})()`;

/** An amount is one thing and stands in one line, whatever its length; in running text it may break as words do. */
const BROKEN_AMOUNTS = `(() => {${SEEN}
  const broken = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.textContent.trim();
    if (!/^\\$[\\d,]+(\\.\\d\\d)?( USD)?$/.test(text) || !isSeen(node.parentElement)) continue;
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
const MOVING = `document.getAnimations().filter((one) => one.playState === 'running')
  .map((one) => 'moves: ' + (one.animationName ?? one.transitionProperty ?? 'something') + ' of ' + one.effect.target?.className)`;

/** What is looked for, and how a fault of it begins. */
type Looks = Readonly<Record<string, readonly string[]>>;

/** Looks for several things in one go, once the page has drawn itself. */
function look(page: Page, looks: Looks): Promise<string[]> {
  const found = Object.entries(looks).flatMap(([where, scripts]) =>
    scripts.map((script) => `...${script}.map((fault) => ${JSON.stringify(`${where}: `)} + fault)`),
  );
  return page.evaluate<string[]>(`${DRAWN}.then(() => [${found.join(', ')}])`);
}

const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/** The same look with a sheet of the reader's own. */
const withSheet = (rules: string, script: string) => `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('${rules}');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const found = ${script};
  document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  return found;
})()`;

/** The spacing of 1.4.12. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }';

/** 400 % of a window of 1280 x 1024 px. */
const ZOOMED = { width: 320, height: 256 };
const PHONE = { width: 390, height: 844 };

/** What gets lost on a screen as it stands: zoomed, on a phone, with a reader's own spacing and with a reader's own colours. */
export async function findLostContent(page: Page): Promise<string[]> {
  const before = page.viewportSize() ?? PHONE;
  await page.setViewportSize(ZOOMED);
  const zoomed = await look(page, { '400 %': [LOST, BROKEN_AMOUNTS] });
  await page.setViewportSize(PHONE);
  const onPhone = await look(page, { phone: [BROKEN_AMOUNTS, SMALL_TARGETS], spaced: [withSheet(SPACING, LOST)] });
  await page.emulateMedia({ forcedColors: 'active' });
  const forced = await look(page, { 'forced colours': [EDGELESS] });
  await page.emulateMedia({ forcedColors: null });
  await page.setViewportSize(before);
  return [...zoomed, ...onPhone, ...forced];
}

/** Sums that do not stand in one line on a phone, nor in a window of 320 px; and whatever is wider than that. */
export async function findBrokenAmounts(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    found.push(...(await look(page, { [`${width} px`]: [BROKEN_AMOUNTS, LOST] })));
  }
  return found;
}

/** What is out of reach on a page as it stands, at some widths of the window: wider than that, cut off, or hidden by what stays on top. */
export async function findOutOfReach(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    found.push(...(await look(page, { [`${width} px`]: [LOST, COVERING] })));
  }
  return found;
}

/** Makes the window narrow. @returns what is moving in the first frame of the new width */
export async function findMovingWhenNarrowed(page: Page): Promise<string[]> {
  await page.evaluate(
    `window.narrowed = new Promise((seen) => addEventListener('resize', () => requestAnimationFrame(() => seen(${MOVING})), { once: true })); undefined`,
  );
  await page.setViewportSize(ZOOMED);
  return page.evaluate<string[]>('window.narrowed');
}

/** Waits until nothing moves. It is for pages of a reader who asked for less motion: what moves all the time is a fault. */
export async function untilNothingMoves(page: Page): Promise<string[]> {
  return until(
    'nothing moves',
    () => page.evaluate<string[]>(MOVING),
    (found) => found.length === 0,
    { withinMs: 2_000, everyMs: 50 },
  ).catch(() => page.evaluate<string[]>(MOVING));
}

interface Node {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value: unknown } }[];
}

/** Roles that are pressed or filled in: each has a name. */
const NAMED = /^(button|link|textbox|searchbox|combobox|listbox|checkbox|radio|spinbutton|slider|img|dialog|table)$/;

/** 4.1.2, 1.3.1, 2.4.2: names, roles and landmarks as the browser hands them to a screen reader. */
export async function findUnnamed(page: Page, landmarks: readonly string[]): Promise<string[]> {
  const devtools = await devtoolsOf(page);
  const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as unknown as { nodes: Node[] };
  const heard = nodes.filter(({ ignored }) => !ignored);
  const nameless = heard
    .filter(({ role, name }) => NAMED.test(role?.value ?? '') && !name?.value.trim())
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

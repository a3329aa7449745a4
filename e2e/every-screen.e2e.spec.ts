import { pageAt, PAGES } from '@concert/contracts/site/pages';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { devtoolsOf, expectErrors, picture, visit, type Visit } from '@concert/test-kit/browser';
import { moreThan, until } from '@concert/test-kit/until';
import { findLostContent, findMovingWhenNarrowed, findOutOfReach, findUnnamed, untilNothingMoves } from './access-look.ts';
import { accessibilityFaults, SHIFT } from './check-screen.ts';
import { keyboardFaults } from './keyboard.ts';
import { accountOf, browser, system, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

/** Public pages are seen at every width in both themes. */
const ALL_VIEWS = [320, 768, 1280, 1920].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ name: `${width}-${colorScheme}`, width, colorScheme })),
);
/** For the others phone and desktop are seen, each in one of the two themes: every pair of page and width, page and theme. */
const SOME_VIEWS = ALL_VIEWS.filter(({ name }) => ['320-light', '768-dark', '1280-light', '1920-dark'].includes(name));
/** Axe looks at each layout and at each theme once: what it finds depends on one of them, and a look costs as much as loading the page. */
const JUDGED: readonly string[] = ['320-light', '1920-dark'];

/** Browsers' pages that are looked at at once: while one is loaded, another is judged. */
const SIDE_BY_SIDE = 2;

/** Half of what search engines call good. */
const MAX_SHIFT = 0.05;
/** Addresses that are no screens: one that says so, and the description of the interface. */
const [NOWHERE, API] = ['/no-such-page', '/api/docs'];
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
/** Opening it sends emails, so it gets no answer from the site before the journey that expects it. */
const ACTING = '/send-refund-issued-email';
const SENDING = '**/api/send-refund-issued';

/** How a screen stands. */
interface Standing {
  /** By how many CSS pixels it is wider than the window. */
  readonly tooWide: number;
  /** Levels of its headings in their order. The banner's comes first, where there is one, then the page's own. */
  readonly levels: readonly number[];
  /** Whether the buttons of its header stand in more than one line. */
  readonly isHeaderBroken: boolean;
  /** Whether a table has less room than it needs. */
  readonly isTableCut: boolean;
}

/* Runs in the page. */
const STANDING = `(() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const lines = seen('header :is(button, a[href="/reserve-your-seat"])').map((each) => each.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
  return {
    tooWide: document.documentElement.scrollWidth - window.innerWidth,
    levels: seen('h1, h2, h3, h4').map((each) => Number(each.tagName.slice(1))),
    isHeaderBroken: Math.max(...lines) - Math.min(...lines) > 20,
    isTableCut: seen('table').some(({ parentElement: frame }) => frame.scrollWidth > frame.clientWidth),
  };
})()`;

/** What is wrong with a screen as it stands now: what axe finds where it judges, console errors, and anything wider than its place. */
async function faultsOf({ page, complaints }: Visit, path: string, isJudged: boolean): Promise<string[]> {
  const found = isJudged ? await accessibilityFaults(page) : [];
  const { tooWide, levels, isHeaderBroken, isTableCut } = await page.evaluate<Standing>(STANDING);
  // The door and the way to pay stand without a banner.
  const isBare = path === '/door' || path === API || pageAt(path)?.pays;
  const refused = path === NOWHERE ? '404' : path === ACTING ? '503' : undefined;
  return [
    ...found,
    ...complaints.splice(0).filter((said) => refused === undefined || !said.includes(refused)),
    ...((isBare || levels[0] === 2) && levels.indexOf(1) === (isBare ? 0 : 1) && levels.filter((level) => level === 1).length === 1
      ? []
      : [`headings of the levels ${levels.join(', ')}`]),
    ...(tooWide > 0 ? [`${tooWide} px wider than the window`] : []),
    ...(isTableCut ? ['a table that scrolls sideways'] : []),
    ...(isHeaderBroken ? ['a header of two lines'] : []),
  ];
}

/** The door has the whole screen but for mark and menu. */
const frameOf = (path: string) => (path === API ? ['main'] : path === '/door' ? ['banner', 'main'] : ['banner', 'main', 'contentinfo']);

/** What WCAG 2.2 asks of every page and axe does not look at. */
async function barriersOn(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const [moves, names] = await Promise.all([untilNothingMoves(page), findUnnamed(page, frameOf(path))]);
  const lost = [...(await keyboardFaults(page, path !== '/')), ...(await findMovingWhenNarrowed(page)), ...(await findLostContent(page))];
  await lettersOf(page, 32);
  // Names of routes, which programmers read, have no place to break at.
  const large = path === API ? [] : await findOutOfReach(page, [320, 390, 768, 1280, 1920]);
  await lettersOf(page, 16);
  await page.emulateMedia({ reducedMotion: null });
  return [...moves, ...names, ...lost, ...large.map((fault) => `large letters, ${fault}`)];
}

/** Sets the size of letters that a reader has chosen, in CSS pixels. */
async function lettersOf(page: Page, size: number): Promise<void> {
  await (await devtoolsOf(page)).send('Page.setFontSizes', { fontSizes: { standard: size } });
  const shown = () => page.evaluate<number>('parseFloat(getComputedStyle(document.documentElement).fontSize)');
  await until('letters have about this size', shown, (found) => Math.round(found / size) === 1);
}

/** Loads a screen once, on a phone, and checks it in each view. Returns what is wrong, by view. */
async function faultsIn(
  views: readonly (typeof ALL_VIEWS)[number][],
  seen: Visit,
  path: string,
  name: string,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const { page } = seen;
  seen.complaints.length = 0;
  await page.setViewportSize(PHONE);
  expect((await page.goto(path))?.status()).toBe(path === NOWHERE ? 404 : 200);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  // Before any other width: as it stood for who opened it.
  const shift = await page.evaluate<number>(SHIFT);
  if (shift > MAX_SHIFT) found[path] = [`moves by ${shift}`];
  for (const view of views) {
    await page.setViewportSize({ width: view.width, height: view.width < 700 ? 720 : 900 });
    await page.emulateMedia({ colorScheme: view.colorScheme });
    const faults = await faultsOf(seen, path, JUDGED.includes(view.name));
    if (faults.length > 0) found[`${path} ${view.name}`] = faults;
    await picture(page, `${view.name}-${name}`);
  }
  return found;
}

describe('on every width and in both themes', () => {
  it.each(['visitor', 'admin'] as const)(
    'B3-535 B5-585 B6-515 B5-559 B5-571 the screens for a %s stand at their addresses, quiet, accessible, without a shift and not wider than the window; nothing is lost zoomed, spaced, in large letters or forced colours',
    async (who) => {
      // What a visitor sees of an organiser's screen is the same few words everywhere: one is looked at of each access.
      const first = (page: (typeof PAGES)[number]) => PAGES.find(({ access }) => access === page.access) === page;
      const isSeen = (page: (typeof PAGES)[number]) =>
        who === 'admin' ? page.access !== 'public' : page.access === 'public' || first(page);
      const waiting: string[] = [...PAGES.filter(isSeen).map(({ path }) => path), ...(who === 'visitor' ? [NOWHERE, API] : [])];
      expectErrors(404, 503);
      const found: Record<string, string[]> = {};
      const look = async () => {
        const seen = who === 'admin' ? await visitSignedIn(accountOf('admin')) : await visit(browser, { site: system.site });
        for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
          const { access = 'public', remote } = pageAt(path) ?? {};
          const isOwn = access === 'public' || who === 'admin';
          if (path === ACTING) await seen.page.route(SENDING, (route) => route.fulfill({ status: 503, json: {} }));
          const views = !isOwn ? SOME_VIEWS.slice(0, 1) : access === 'public' && remote === 'public' ? ALL_VIEWS : SOME_VIEWS;
          Object.assign(found, await faultsIn(views, seen, path, `${who}-${path.slice(1).replaceAll('/', '-') || 'home'}`));
          const barriers = isOwn ? await barriersOn(seen.page, path) : [];
          if (barriers.length > 0) found[`${path} barriers`] = barriers;
          // While answers are made here, the browser keeps nothing that it loads.
          if (path === ACTING) await seen.page.unroute(SENDING);
        }
        await seen.context.close();
      };
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, look));
      expect(found).toEqual({});
    },
    400_000,
  );

  it('B5-573 fonts that come late move nothing', async () => {
    const found: Record<string, number> = {};
    for (const path of ['/', '/the-composer', '/reserve-your-seat']) {
      const { context, page } = await visit(browser, { site: system.site, ...PHONE });
      const fonts = Promise.withResolvers<void>();
      await page.route('**/*.woff2', (route) => fonts.promise.then(() => route.continue()));
      await page.goto(path, { waitUntil: 'commit' });
      await until('something is painted', () => page.evaluate<number>("performance.getEntriesByType('paint').length"), moreThan(0));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      fonts.resolve();
      const loaded = "[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('\"', ''))";
      await until(
        'both are there',
        () => page.evaluate<string[]>(loaded),
        (seen) => ['Figtree Variable', 'Yrsa Variable'].every((one) => seen.includes(one)),
      );
      found[path] = await page.evaluate<number>(SHIFT);
      await context.close();
    }
    expect(Object.entries(found).filter(([, shift]) => shift > MAX_SHIFT)).toEqual([]);
  });

  it('B5-587 letters of Polish, Turkish and Vietnamese names are loaded when they are met, and those of other scripts can be bold', async () => {
    const { context, page } = await visit(browser, { site: system.site });
    const fonts = () =>
      page.evaluate<string[]>(
        "performance.getEntriesByType('resource').map(({ name }) => /([a-z-]+)-wght-normal\\.\\w+\\.woff2$/.exec(name)?.[1]).filter(Boolean).sort()",
      );
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await fonts()).toEqual(['figtree-latin', 'yrsa-latin']);
    // Other words than those that were sent, before React has taken them over, are a fault to it.
    const OWNED = "Object.keys(document.querySelector('h1')).some((key) => key.startsWith('__reactFiber'))";
    await until('the page is hydrated', () => page.evaluate<boolean>(OWNED), Boolean);
    await page.evaluate("document.querySelectorAll('h1, h1 + p').forEach((one) => (one.textContent = 'Łukasz Işıl Đặng'))");
    const all = ['figtree-latin', 'figtree-latin-ext', 'hanken-grotesk-vietnamese', 'yrsa-latin', 'yrsa-latin-ext', 'yrsa-vietnamese'];
    await until('the letters are there', fonts, (seen) => seen.length >= all.length);
    expect(await fonts()).toEqual(all);
    // Letters that none of our fonts has are bold where others are.
    const drawn = async (weight: number) => {
      await page.evaluate(`Object.assign(document.querySelector('h1'), { textContent: 'Наталья Ελένη' }).style.fontWeight = ${weight}`);
      return (await page.locator('h1').screenshot()).toString('base64');
    };
    expect((await drawn(400)) === (await drawn(700))).toBe(false);
    await context.close();
  });
});

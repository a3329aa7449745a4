import { pageAt, PAGES } from '@concert/contracts/site/pages';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectErrors, openBrowser, picture, signIn, visit, type Visit } from '@concert/test-kit/browser';
import { moreThan, until } from '@concert/test-kit/until';
import { findOutOfReach } from './access-look.ts';
import { accessibilityFaults, SHIFT } from './check-screen.ts';
import { accountOf, browser, system, useBrowser, visitSignedIn } from './journeys.harness.ts';

useBrowser();

/** Public pages are seen at every width in both themes. */
const ALL_VIEWS = [320, 768, 1280, 1920].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ name: `${width}-${colorScheme}`, width, colorScheme })),
);
/**
 * For the others phone and desktop are seen, each in one of the two themes: every pair of page and width, page and theme. Axe looks at
 * these of all pages: what it finds depends on the width or on the theme, and twice as many views cost twice the time.
 */
const SOME_VIEWS = ALL_VIEWS.filter(({ name }) => ['320-light', '768-dark', '1280-light', '1920-dark'].includes(name));

/** Browsers' pages that are looked at at once: while one is loaded, another is judged. */
const SIDE_BY_SIDE = 2;

/* Runs in the page: the levels of its headings in their order. The banner's comes first, where there is one, then the page's own. */
const HEADINGS =
  "[...document.querySelectorAll('h1, h2, h3, h4')].filter((each) => each.checkVisibility()).map((each) => Number(each.tagName.slice(1)))";

/* Runs in the page: in how many lines the buttons of its header stand. */
const HEADER_LINES = `(() => {
  const tops = [...document.querySelectorAll('header :is(button, a[href="/reserve-your-seat"])')].filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
  return Math.max(...tops) - Math.min(...tops) > 20 ? 2 : 1;
})()`;

/* Runs in the page: whether a table has less room than it needs. */
const TABLE_SCROLLS =
  "[...document.querySelectorAll('table')].some(({ parentElement: frame }) => frame.checkVisibility() && frame.scrollWidth > frame.clientWidth)";

/** What is wrong with a screen as it stands now: what axe finds where it judges, console errors, and anything wider than its place. */
async function faultsOf({ page, complaints }: Visit, path: string, isJudged: boolean): Promise<string[]> {
  const found = isJudged ? await accessibilityFaults(page) : [];
  const [inner, wide] = await page.evaluate<[number, number]>('[window.innerWidth, document.documentElement.scrollWidth]');
  const levels = await page.evaluate<number[]>(HEADINGS);
  // The door and the way to pay stand without a banner.
  const isBare = path === '/door' || pageAt(path)?.pays;
  return [
    ...found,
    ...complaints.splice(0).filter((said) => pageAt(path) || !said.includes('404')),
    ...((isBare || levels[0] === 2) && levels.indexOf(1) === (isBare ? 0 : 1) && levels.filter((level) => level === 1).length === 1
      ? []
      : [`headings of the levels ${levels.join(', ')}`]),
    ...(wide > inner ? [`${wide - inner} px wider than the window`] : []),
    ...((await page.evaluate<boolean>(TABLE_SCROLLS)) ? ['a table that scrolls sideways'] : []),
    ...((await page.evaluate<number>(HEADER_LINES)) > 1 ? ['a header of two lines'] : []),
  ];
}

/** Half of what search engines call good. */
const MAX_SHIFT = 0.05;
/** An address that is no screen says so. */
const NO_SCREEN = { path: '/no-such-page', access: 'public', remote: 'booking' } as const;
const PHONE = { width: 390, height: 844 };

/** Loads a screen once, on a phone, and checks it in each view. Returns what is wrong, by view. */
async function faultsIn(
  views: readonly (typeof ALL_VIEWS)[number][],
  seen: Visit,
  path: string,
  name: string,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  seen.complaints.length = 0;
  await seen.page.setViewportSize(PHONE);
  expect((await seen.page.goto(path))?.status()).toBe(pageAt(path) ? 200 : 404);
  await seen.page.getByRole('heading', { level: 1 }).first().waitFor();
  await seen.page.waitForLoadState('networkidle');
  // Before any other width: as it stood for who opened it.
  const shift = await seen.page.evaluate<number>(SHIFT);
  if (shift > MAX_SHIFT) found[path] = [`moves by ${shift}`];
  for (const view of views) {
    await seen.page.setViewportSize({ width: view.width, height: view.width < 700 ? 720 : 900 });
    await seen.page.emulateMedia({ colorScheme: view.colorScheme });
    const faults = await faultsOf(seen, path, SOME_VIEWS.includes(view));
    if (faults.length > 0) found[`${path} ${view.name}`] = faults;
    await picture(seen.page, `${view.name}-${name}`);
  }
  return found;
}

describe('on every width and in both themes', () => {
  it.each(['visitor', 'admin'] as const)(
    'B6-515 B5-559 B5-571 the screens for a %s stand at their addresses, quiet, accessible, without a shift and not wider than the window',
    async (who) => {
      // Opening the page of refund mails acts, so it is visited by the journey that expects it.
      // What a visitor sees of an organiser's screen is the same few words everywhere: one is looked at of each access.
      const first = (page: (typeof PAGES)[number]) => PAGES.find(({ access }) => access === page.access) === page;
      const waiting: Pick<(typeof PAGES)[number] | typeof NO_SCREEN, 'path' | 'access' | 'remote'>[] = PAGES.filter(
        (page) =>
          page.path !== '/send-refund-issued-email' &&
          (who === 'admin' ? page.access !== 'public' : page.access === 'public' || first(page)),
      );
      expectErrors(404);
      if (who === 'visitor') waiting.push(NO_SCREEN);
      const found: Record<string, string[]> = {};
      const look = async () => {
        const seen = who === 'admin' ? await visitSignedIn(accountOf('admin')) : await visit(browser, { site: system.site });
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { path, access, remote } = next;
          const views =
            access === 'public' ? (remote === 'public' ? ALL_VIEWS : SOME_VIEWS) : who === 'visitor' ? SOME_VIEWS.slice(0, 1) : SOME_VIEWS;
          Object.assign(found, await faultsIn(views, seen, path, `${who}-${path.slice(1).replaceAll('/', '-') || 'home'}`));
        }
        await seen.context.close();
      };
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, look));
      expect(found).toEqual({});
    },
    400_000,
  );

  it('B5-585 with letters of twice the size nothing is out of reach, from 320 to 1920 px', async () => {
    const large = await openBrowser(['--blink-settings=defaultFontSize=32']);
    const { context, page: first } = await visit(large, { site: system.site, width: 390 });
    await signIn(first, accountOf('admin'));
    expect(await first.evaluate<string>('getComputedStyle(document.documentElement).fontSize')).toBe('34px');
    await first.getByRole('button', { name: 'Menu' }).click();
    await first.getByRole('link', { name: 'Reserve Your Seat' }).last().click();
    const waiting = PAGES.map(({ path }) => path).filter((path) => path !== '/send-refund-issued-email');
    const found: Record<string, string[]> = {};
    const look = async (page: Page) => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        const faults = await findOutOfReach(page, [320, 390, 768, 1280, 1920]);
        if (faults.length > 0) found[path] = faults;
        await page.setViewportSize({ width: 390, height: 844 });
        await picture(page, `large-${path.slice(1).replaceAll('/', '-') || 'home'}`);
      }
    };
    await Promise.all([look(first), look(await context.newPage())]);
    await large.close();
    expect(found).toEqual({});
  }, 300_000);

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

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { until } from '@concert/test-kit/until';
import { expectErrors, picture, visit, type Visit } from '@concert/test-kit/browser';
import { browser, system, useBrowser } from './journeys.harness.ts';

useBrowser();

let seen: Visit;

const PUBLIC = {
  '/': 'An evening that lets the mind go quiet',
  '/the-composer': 'The Composer',
  '/how-music-heals': 'How Music Heals',
  '/artists': 'Artists',
  '/concert-details': 'Contact Us',
  '/flyer': 'Flyer',
  '/accessibility': 'Accessibility',
  '/privacy': 'Privacy',
  '/terms': 'Terms',
  '/refund-rule': 'Refund Rule',
  '/imprint': 'Imprint',
  '/login': 'Login',
  '/register': 'Register',
} as const;

beforeAll(async () => {
  seen = await visit(browser, { site: system.site, width: 1280, height: 900 });
});

/* Run in the page, which knows other types than this program. */
const LIST = 'document.querySelector(\'ol[aria-label="The five artists"]\')';
const TAKEN_OVER = "Object.keys(document.querySelector('#root')).some((key) => key.startsWith('__reactContainer'))";

describe('the public pages', () => {
  it('B4-572 B5-558 B6-511 B6-520 are readable with scripts off, each under its own title and description, and known to search engines; /favicon.ico is there', async () => {
    const still = await visit(browser, { site: system.site, javaScriptEnabled: false });
    const titles = new Set<string>();
    const map = await (await fetch(`${system.site}/sitemap.xml`)).text();
    for (const [path, heading] of Object.entries(PUBLIC)) {
      await still.page.goto(path);
      await still.page.getByRole('heading', { level: 1, name: heading }).waitFor();
      titles.add(`${await still.page.title()} ${await still.page.locator('meta[name=description]').getAttribute('content')}`);
      expect(await still.page.locator('link[rel=canonical]').getAttribute('href')).toBe(system.site + path);
      expect(map).toContain(`<loc>${system.site}${path}</loc>`);
    }
    expect(titles.size).toBe(Object.keys(PUBLIC).length);
    await still.page.goto('/how-music-heals');
    await still.page.getByText('To heal, in the oldest sense of the word, is to make whole.').waitFor();
    await still.page.goto('/');
    const concert = (await (await fetch(`${system.site}/api/concert`)).json()) as ConcertView;
    const told = JSON.parse((await still.page.locator('script[type="application/ld+json"]').textContent())!) as Record<string, unknown>;
    expect(told).toMatchObject({
      '@type': 'MusicEvent',
      name: concert.title,
      startDate: concert.startsAt,
      // Another journey moves the concert and back.
      eventStatus: `https://schema.org/${concert.previousStarts.length > 0 ? 'EventRescheduled' : 'EventScheduled'}`,
    });
    const link = await fetch((await still.page.locator('meta[property="og:image"]').getAttribute('content'))!);
    expect([link.status, link.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await (await fetch(`${system.site}/robots.txt`)).text()).toContain('Sitemap:');
    expect((await fetch(`${system.site}/favicon.ico`)).status).toBe(200);
    // The page that sells is drawn by scripts; what is shared of it is not.
    await still.page.goto('/reserve-your-seat');
    expect(await still.page.title()).toBe(`Reserve Your Seat · ${concert.title}`);
    const shared = await still.page.locator('meta[property="og:description"]').getAttribute('content');
    expect(shared).toContain(`${concert.dateText}, ${concert.venue.name}.`);
    expect(map).toContain(`<loc>${system.site}/reserve-your-seat</loc>`);
    await still.context.close();
  });

  it('B4-547 say that no money is taken, above all else, on every page of a site with test keys', async () => {
    expectErrors(401, 404);
    for (const [javaScriptEnabled, width] of [
      [true, 390],
      [false, 1280],
    ] as const) {
      const { context, page } = await visit(browser, { site: system.site, javaScriptEnabled, width, height: 844 });
      for (const path of ['/', '/reserve-your-seat', '/bookings', '/no-such-page']) {
        const answer = await page.goto(path);
        expect(answer!.headers()['x-robots-tag']).toBe('noindex');
        const banner = page.getByRole('complementary', { name: 'Test site' });
        expect(await banner.textContent()).toBe('Test: no money is taken');
        const { y, height, width: wide } = (await banner.boundingBox())!;
        expect({ y, wide, low: height <= 40 }).toEqual({ y: 0, wide: width, low: true });
        if (javaScriptEnabled) await picture(page, `test-site-${width}-${path.slice(1) || 'home'}`);
      }
      await context.close();
    }
  });

  it.each([
    ['of the whole site', '**/main.*.js'],
    ['of their screen', '**/remotes/public/**/*.js'],
  ])('B6-519 keep what is pressed before the program %s is there, and carry it out once it is', async (_, files) => {
    const { context, page, complaints } = await visit(browser, { site: system.site, width: 390, height: 844 });
    const opened = async (path: string, press: () => Promise<void>) => {
      let arrive: () => void = () => undefined;
      const arrival = new Promise<void>((resolve) => (arrive = resolve));
      await page.route(files, async (route) => {
        await arrival;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await press();
      expect(await page.evaluate<boolean>(TAKEN_OVER)).toBe(false);
      arrive();
    };

    const signUp = page.getByRole('button', { name: 'Sign Up' });
    // Somebody who sees nothing happen presses once more and means the same.
    await opened('/login', () => signUp.click({ clickCount: 2 }));
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
    await signUp.click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();

    await opened('/login', () => signUp.press('Enter'));
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();

    await opened('/artists', () => page.getByRole('button', { name: 'Menu' }).press('Enter'));
    await page.getByRole('dialog').getByRole('link', { name: 'How Music Heals' }).waitFor();

    await opened('/how-music-heals', async () => {
      await page.getByRole('button', { name: 'Aries' }).click();
      await page.getByRole('button', { name: 'Leo' }).press(' ');
    });
    await page.getByRole('heading', { level: 2, name: 'Leo' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('B6-516 cost their own screen and nothing else when their first file is missing, and come back when asked again', async () => {
    expectErrors('net::ERR_FAILED', 'the public part of the site did not load');
    const { context, page } = await visit(browser, { site: system.site, width: 1280, height: 900 });
    let asked = 0;
    const entry = '**/remotes/public/remoteEntry*';
    await page.route(entry, async (route) => {
      asked += 1;
      await route.abort();
    });
    await page.goto('/artists');
    await page.getByRole('alert').getByRole('heading', { name: 'This part of the site did not load' }).waitFor();
    expect(asked).toBe(3);
    await page.getByRole('link', { name: 'Reserve your seat' }).first().waitFor();
    await page.getByRole('contentinfo').waitFor();
    await page.unroute(entry);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Artists' }).waitFor();

    let missed = 0;
    await page.route(entry, (route) => ((missed += 1) === 1 ? route.abort() : route.continue()));
    await page.goto('/the-composer');
    await until('the page is taken over', () => page.evaluate<boolean>(TAKEN_OVER));
    await page.getByRole('heading', { level: 1, name: 'The Composer' }).waitFor();
    expect([missed, await page.getByRole('alert').count()]).toEqual([2, 0]);
    await context.close();
  });

  it('S2-21 show one artist a screen-width on a phone, in an order that is moved sideways, and all below each other in a wide window', async () => {
    const { context, page } = await visit(browser, { site: system.site, width: 390, height: 844 });
    await page.goto('/artists');
    await page.getByRole('list', { name: 'The five artists' }).focus();
    const [whole, part, one] = await page.evaluate<[number, number, number]>(
      `[${LIST}.scrollWidth, ${LIST}.clientWidth, ${LIST}.firstElementChild.getBoundingClientRect().width]`,
    );
    expect(one).toBeGreaterThan(320);
    expect(whole).toBeGreaterThan(part * 4);
    await page.keyboard.press('ArrowRight');
    await until('the next artist moves in', () => page.evaluate<boolean>(`${LIST}.scrollLeft > 0`));
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await page.evaluate<boolean>(`${LIST}.scrollWidth <= ${LIST}.clientWidth`)).toBe(true);
    await context.close();
  });

  it('B9-505 hold to a policy that lets no text become a program', async () => {
    expectErrors('TrustedHTML', 'TrustedScript');
    const policy = (await fetch(system.site)).headers.get('content-security-policy')!;
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    expect(policy).toContain("require-trusted-types-for 'script'");
    await seen.page.goto('/the-composer');
    const refusals = await seen.page.evaluate<string[]>(`[
      () => { document.createElement('div').innerHTML = '<b>x</b>'; },
      () => { document.createElement('script').src = 'https://evil.test/x.js'; },
      () => { document.createElement('script').text = 'alert(1)'; },
    ].map((act) => { try { act(); return 'let through'; } catch (error) { return error.name; } })`);
    expect(refusals).toEqual(['TypeError', 'TypeError', 'TypeError']);
    // The browser reports what it refused; here it was asked to.
    seen.complaints.length = 0;
  });
});

describe('S2-76 zodiac music in a browser, by keyboard alone', () => {
  it('is chosen, played, heard, and paused', async () => {
    const { page } = seen;
    await page.goto('/how-music-heals');
    await until('the page is taken over', () => page.evaluate<boolean>(TAKEN_OVER));
    await page.getByLabel('Your sign').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { level: 2, name: 'Aquarius' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Play the music of Aquarius');
    const asked = page.waitForRequest(/media\/music\/aquarius\.(webm|m4a)/);
    await page.keyboard.press('Enter');
    await asked;
    await page.getByText('Aquarius is playing, on repeat until you pause it.').waitFor();
    // The figure breathes: what is heard moves it.
    const scale = () =>
      page.evaluate<string | null>("document.querySelector('[data-sounding] path:last-of-type').getAttribute('transform')");
    const first = await until('the figure follows the sound', scale);
    await until('the figure goes on moving', async () => (await scale()) !== first);
    await page.keyboard.press('Enter');
    await page.getByText('Paused', { exact: true }).waitFor();
    await picture(page, 'zodiac-playing');
    expect(seen.complaints).toEqual([]);
  });
});

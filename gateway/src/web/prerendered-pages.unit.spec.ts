import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { PRERENDERED_STATES, SCREEN_PLACEHOLDER, placeholderConcert } from '@concert/contracts/site/prerendered';
import { pageAt } from '@concert/contracts/site/pages';
import { PrerenderedPages } from './prerendered-pages.ts';

/** As a build writes it, without needless quotation marks. */
const INDEX =
  '<!doctype html><html><head><meta name=description content="plain"><title>Plain</title></head><body><div id=root></div><noscript><h1>Plain</h1><p>Allow scripts</p></noscript></body></html>';
const states = (html: (state: string) => string) => Object.fromEntries(PRERENDERED_STATES.map((state) => [state, html(state)]));
const FRAMES = {
  pages: {
    '/': { html: states(() => `<main>${SCREEN_PLACEHOLDER}</main><footer>(000) 000-0001</footer>`) },
    '/login': { html: states(() => SCREEN_PLACEHOLDER) },
    '/reserve-your-seat': { html: states(() => SCREEN_PLACEHOLDER) },
  },
};
const SCREENS = {
  entry: 'remoteEntry.1a.js',
  pages: {
    '/': {
      description: 'An "evening" of TITLE-STAND-IN',
      anyQuery: true,
      styles: ['home.css'],
      scripts: ['home.js'],
      html: states((state) => `<h1>${state}</h1><time>Monday, January 1, 2001, 12 AM UTC</time>`),
    },
    '/login': { description: 'Sign in', anyQuery: false, styles: [], scripts: [], html: states(() => '<h1>Login</h1>') },
  },
};

const own = 'Choose your seats';
const SELLING = {
  entry: 'remoteEntry.2b.js',
  pages: {
    '/reserve-your-seat': {
      description: own,
      anyQuery: true,
      styles: ['seats.css'],
      scripts: [],
      html: states((state) => `<h1>${state}</h1>`),
    },
  },
};

const concert: ConcertView = {
  ...placeholderConcert('open'),
  picture: undefined,
  title: 'Music </script><script>alert(1)</script>',
  startsAt: '2027-01-16T23:00:00.000Z',
  timeZone: 'America/Chicago',
  supportPhone: '(555) 987-6543',
  siteUrl: 'https://music.example',
  categories: [
    {
      seating: 'General Seating',
      label: 'General Seating',
      about: 'In the hall',
      priceMinor: 2_500,
      pricedPer: 'ticket',
      defaultTickets: 1,
      maxTickets: 6,
      capacity: 500,
      left: 0,
    },
  ],
};

let files: Record<string, string>;
let told: ConcertView | undefined;
let clock: number;

beforeEach(() => {
  files = {
    'http://shell/index.html': INDEX,
    'http://shell/prerendered.json': JSON.stringify(FRAMES),
    'http://public/prerendered.json': JSON.stringify(SCREENS),
    'http://booking/prerendered.json': JSON.stringify(SELLING),
  };
  told = concert;
  clock = 0;
});

const open = (paymentsLive = true) =>
  new PrerenderedPages({
    paymentsLive,
    shell: { kind: 'server', url: 'http://shell' },
    remotes: { public: { kind: 'server', url: 'http://public' }, booking: { kind: 'server', url: 'http://booking' } },
    origin: 'https://concert.example',
    readConcert: () => Promise.resolve(told),
    now: () => clock,
    askAt: (address) => Promise.resolve(files[address]),
  });
const html = async (pages: PrerenderedPages, search = '') => (await pages.page('/', search))?.plain.bytes.toString() ?? '';
/** The home page a second after the concert became so. */
const htmlOf = (pages: PrerenderedPages, now: ConcertView | undefined) => {
  told = now;
  clock += 1_000;
  return html(pages);
};
const property = (page: string, name: string) => new RegExp(`<meta property="${name}" content="([^"]*)">`).exec(page)?.[1];
const data = (page: string) =>
  JSON.parse(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(page)![1]!) as Record<string, unknown>;

describe('a page that was drawn when the site was built', () => {
  it('B6-511 is sent whole: screen in frame, filled in with the concert, with its title, description, picture and files', async () => {
    const page = await html(open());
    expect(page).toContain(
      '<div id="root"><main><h1>open</h1><time>Saturday, January 16, 2027, 5 PM CST</time></main><footer>(555) 987-6543</footer></div>',
    );
    expect(page).toContain('<title>Home · Music &lt;/script&gt;');
    expect(page).toContain(
      '<meta name="description" content="Saturday, January 16, 2027, 5 PM CST, VENUE-STAND-IN. An &quot;evening&quot; of Music &lt;/script&gt;',
    );
    expect(page).toContain('<link rel="canonical" href="https://concert.example/">');
    expect(page).toContain('<meta property="og:image" content="https://concert.example/remotes/public/media/pictures/link.jpg">');
    expect(page).toContain('<link rel="stylesheet" href="/remotes/public/home.css">');
    expect(page).toContain('<link rel="preload" as="script" href="/remotes/public/remoteEntry.1a.js">');
    expect(page).not.toContain('noscript');
  });

  it('B2-532 tells search engines that the concert is postponed, or has another date than it had, as soon as that is so', async () => {
    const pages = open();
    const saidOf = async (change: Partial<ConcertView>) => {
      const page = await htmlOf(pages, { ...concert, saleState: change.state ?? 'open', ...change });
      const { eventStatus, startDate, previousStartDate, offers } = data(page);
      return [String(eventStatus).split('/').at(-1), startDate, previousStartDate, offers !== undefined, page];
    };
    const [first, second, last] = ['2027-01-16T23:00:00.000Z', '2027-03-20T22:00:00.000Z', '2027-05-22T22:00:00.000Z'];
    const postponement = {
      dateToFollow: true,
      postponedAt: '2026-12-01T12:00:00.000Z',
      chooseUntil: '2027-01-10T04:59:00.000Z',
      silence: 'keep',
    } as const;
    const toFollow = await saidOf({ state: 'postponed', postponement, dateText: 'New date to follow' });
    expect(toFollow.slice(0, 4)).toEqual(['EventPostponed', first, undefined, false]);
    expect(toFollow[4]).toContain('<h1>postponed</h1><time>New date to follow</time>');
    const moved = { startsAt: second, previousStarts: [first], postponement: { ...postponement, dateToFollow: false } };
    expect((await saidOf({ state: 'postponed', ...moved })).slice(0, 4)).toEqual(['EventRescheduled', second, first, false]);
    expect((await saidOf(moved)).slice(0, 4)).toEqual(['EventRescheduled', second, first, true]);
    const again = { ...moved, startsAt: last, previousStarts: [first, second] };
    expect((await saidOf(again)).slice(0, 3)).toEqual(['EventRescheduled', last, [first, second]]);
    expect((await saidOf({ ...again, state: 'cancelled' })).slice(0, 3)).toEqual(['EventCancelled', last, undefined]);
  });

  it('B4-543 says within a second that the sale has opened or ended, to people and to search engines', async () => {
    const pages = open();
    const saidOf = async (change: Partial<ConcertView>) => {
      const page = await htmlOf(pages, { ...concert, categories: [{ ...concert.categories[0]!, left: 2 }], ...change });
      const [offer] = (data(page)['offers'] ?? []) as Record<string, string>[];
      return [/<h1>(\w+)/.exec(page)?.[1], offer?.['availability']?.split('/').at(-1), offer?.['validFrom'], offer?.['validThrough']];
    };
    const { opensAt, endsAt } = concert.sale;
    expect(await saidOf({ saleState: 'soon', sale: { ...concert.sale, opensAt: null } })).toEqual([
      'soon',
      undefined,
      undefined,
      undefined,
    ]);
    expect(await saidOf({ saleState: 'soon' })).toEqual(['soon', 'PreOrder', opensAt, endsAt]);
    expect(await saidOf({ saleState: 'open' })).toEqual(['open', 'InStock', opensAt, endsAt]);
    expect(await saidOf({ saleState: 'ended' })).toEqual(['ended', 'OutOfStock', opensAt, endsAt]);
  });

  it('lets no value of the concert become markup', async () => {
    const page = await html(open());
    expect(page).not.toContain('<script>alert');
    expect(data(page)['name']).toBe(concert.title);
  });

  it('says nothing of a concert that nobody can tell of, and remembers no other one instead', async () => {
    const pages = open();
    await html(pages);
    const page = await htmlOf(pages, undefined);
    expect(page).toContain('<h1>unknown</h1>');
    expect(page).not.toContain('MusicEvent');
    expect(page).not.toContain('2027');
  });

  it('leaves to the plain page what it has not drawn: another room, a query that counts, a room that is being built', async () => {
    const pages = open();
    expect(await pages.page('/bookings', '')).toBeUndefined();
    expect(await pages.page('/get-details', '?ref=bk_1')).toBeUndefined();
    expect(await pages.page('/profile', '')).toBeUndefined();
    expect(await pages.page('/the-composer', '')).toBeUndefined();
    expect(await pages.page('/login', '?nav=rys')).toBeUndefined();
    expect(await pages.page('/login', '')).toBeDefined();
    delete files['http://public/prerendered.json'];
    clock += 1_000;
    expect(await pages.page('/', '')).toBeUndefined();
    expect(await pages.page('/reserve-your-seat', '')).toBeDefined();
    files['http://public/prerendered.json'] = '{"entry":';
    clock += 1_000;
    expect(await pages.page('/', '')).toBeUndefined();
  });

  it('B4-546 tells nothing of a concert that is to be announced: the page reads it by itself', async () => {
    for (const part of [{ venue: { name: 'To be announced', address: '1 Mill Lane' } }, { supportPhone: 'To be announced' }]) {
      told = { ...concert, ...part };
      const page = await html(open());
      expect(page).toContain('<h1>unknown</h1>');
      expect(page).not.toContain('ld+json');
    }
  });

  it('B4-547 says that no money is taken, above the application and to search engines, where none is', async () => {
    const banner = '<body><aside class="test-site" aria-label="Test site"><p>Test: no money is taken</p></aside><div id=';
    const noindex = '<meta name="robots" content="noindex"></head>';
    const test = open(false);
    const pages = [await html(test), (await test.plainPage())?.plain.bytes.toString()];
    for (const page of pages) expect([page?.includes(banner), page?.includes(noindex)]).toEqual([true, true]);
    expect(await html(open())).not.toMatch(/test-site|noindex/);

    files['http://shell/index.html'] = INDEX.replace('Plain', 'Newer');
    clock += 1_000;
    expect((await test.plainPage())?.plain.bytes.toString()).toContain('<title>Newer</title>');
    delete files['http://shell/index.html'];
    clock += 1_000;
    expect(await test.plainPage()).toBeUndefined();
  });

  it('B5-559 gives the plain page the concert to carry, but not where the page is kept on a device or nobody can tell', async () => {
    const pages = open();
    const dataOf = async (path: '/bookings' | '/get-details') => {
      const page = (await pages.plainPage(pageAt(path)))?.plain.bytes.toString();
      return page && (JSON.parse(/id="known">(.*?)<\/script>/.exec(page)?.[1] ?? '{}') as { concert?: ConcertView }).concert?.startsAt;
    };
    expect(await dataOf('/bookings')).toBe(concert.startsAt);
    expect(await dataOf('/get-details')).toBeUndefined();
    told = undefined;
    clock += 1_000;
    expect(await dataOf('/bookings')).toBeUndefined();
  });

  it('B4-571 names the site and who performs as the organisers do, and as the specification does while nobody can tell', async () => {
    const pages = open();
    const saidOf = async (change: Partial<ConcertView> | undefined) => {
      const page = await htmlOf(pages, change && { ...concert, ...change });
      const event = change && data(page);
      const title = /<title>(.*?)<\/title>/.exec(page)?.[1];
      return [title, property(page, 'og:title'), property(page, 'og:site_name'), event?.['name'], event?.['performer']];
    };
    const performer = (name: string) => ({ '@type': 'MusicGroup', name });
    expect(await saidOf({ title: 'Night Ragas', performer: 'Asha & Sons' })).toEqual([
      'Home · Night Ragas',
      'Night Ragas · Sat, Jan 16 · VENUE-STAND-IN',
      'Night Ragas',
      'Night Ragas',
      performer('Asha & Sons'),
    ]);
    expect((await saidOf({ title: 'Night Ragas', performer: '' }))[4]).toEqual(performer('Night Ragas'));
    expect(await saidOf(undefined)).toEqual([
      'Home · Music for Meditation Concert',
      'Music for Meditation Concert',
      'Music for Meditation Concert',
      undefined,
      undefined,
    ]);
  });

  it('B5-556 says in links to every listed page when and where, that a date is to follow, and why no seat can be had', async () => {
    const pages = open();
    const saidOf = async (change: Partial<ConcertView>) => {
      const page = await htmlOf(pages, { ...concert, title: 'Night Ragas', ...change });
      return ['og:title', 'og:description'].map((name) => property(page, name));
    };
    const own = 'An &quot;evening&quot; of Night Ragas';
    expect(await saidOf({})).toEqual([
      'Night Ragas · Sat, Jan 16 · VENUE-STAND-IN',
      `Saturday, January 16, 2027, 5 PM CST, VENUE-STAND-IN. ${own}`,
    ]);
    expect(await saidOf({ state: 'postponed', saleState: 'postponed', dateText: 'New date to follow' })).toEqual([
      'Night Ragas · New date to follow · VENUE-STAND-IN',
      `New date to follow, VENUE-STAND-IN. This concert is postponed. ${own}`,
    ]);
    expect((await saidOf({ state: 'cancelled', saleState: 'cancelled' }))[1]).toContain('This concert is cancelled. An');
  });

  it('B4-572 gives the page that sells a head of its own, with when and where, and whether seats can be reserved', async () => {
    const pages = open();
    const pageOf = async (change: Partial<ConcertView> | undefined, search = '') => {
      told = change && { ...concert, title: 'Night Ragas', ...change };
      clock += 1_000;
      return (await pages.page('/reserve-your-seat', search))!.plain.bytes.toString();
    };
    const page = await pageOf({});
    expect(page).toContain('<title>Reserve Your Seat · Night Ragas</title>');
    expect(page).toContain('<meta property="og:title" content="Reserve Your Seat · Night Ragas">');
    const evening = 'Saturday, January 16, 2027, 5 PM CST, VENUE-STAND-IN.';
    expect(page).toContain(`<meta name="description" content="${evening} ${own}">`);
    expect(page).toContain(`<meta property="og:description" content="${evening} ${own}">`);
    expect(page).toContain('<link rel="canonical" href="https://concert.example/reserve-your-seat">');
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(data(page)).toMatchObject({ '@type': 'MusicEvent', offers: [{ url: 'https://concert.example/reserve-your-seat' }] });
    expect(page).toContain('<div id="root"><h1>open</h1></div>');
    expect(page).toContain('<link rel="stylesheet" href="/remotes/booking/seats.css">');
    const picture = '/api/concert/picture/0123456789abcdef.jpg';
    expect(await pageOf({ picture })).toContain(`<meta property="og:image" content="https://concert.example${picture}">`);
    expect(await pageOf({}, '?seating=General')).toBe(page);
    expect(await pageOf({ saleState: 'soon' })).toContain(`content="${evening} Reservations open OPENS-STAND-IN."`);
    expect(await pageOf({ state: 'cancelled', saleState: 'cancelled' })).toContain(`content="${evening} This concert is cancelled."`);
    expect(await pageOf(undefined)).toContain(`<meta name="description" content="${own}">`);
  });

  it('B4-572 names every public page to search engines, and the one that sells', () => {
    expect(open().sitemap()).toContain('<loc>https://concert.example/reserve-your-seat</loc>');
    expect(open().sitemap()).not.toContain('payment-successful');
    expect(open().sitemap()).toContain('<loc>https://concert.example/how-music-heals</loc>');
    expect(open().sitemap()).not.toContain('profile');
    expect(open().robots()).toContain('Sitemap: https://concert.example/sitemap.xml');
  });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { SEATING_RULES, SEATINGS } from '@concert/contracts/booking/seating';
import { pageAt } from '@concert/contracts/site/pages';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { PERSONAL_DATA } from '@concert/contracts/core/personal-data';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import App from './app.tsx';
import { authRoutes } from '@concert/contracts/auth/http';
import { standInForFilm } from '@concert/web-kit/testing/browser.ts';
import { person, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { standInForSite } from '@concert/web-kit/testing/site.ts';

const buyer = person('buyer', { email: 'meera@example.org' });

const concert = {
  state: 'open',
  saleState: 'open',
  sale: {
    opensAt: '2024-01-01T15:00:00.000Z',
    endsAt: '2024-07-13T22:00:00.000Z',
    opensText: 'Monday, January 1, 2024, 10 AM EST',
    endsText: 'Friday, 6 PM',
  },
  startsAt: '2024-07-13T23:00:00.000Z',
  timeZone: 'America/Chicago',
  lengthMinutes: 150,
  venue: { name: 'Lakeside Hall', address: '12 Shore Road' },
  organiser: 'Lakeside Music Society',
  organiserAddress: '12 Shore Road, Evanston',
  supportPhone: '(555) 987-6543',
  supportEmail: 'ask@music.example',
  siteUrl: 'https://music.example/',
  currency: 'USD',
  notes: {},
  categories: SEATINGS.map((seating) => ({ ...SEATING_RULES[seating], capacity: 100, left: 100 })),
} as ConcertView;

beforeEach(() => {
  standInForSite(authRoutes, { showSignInWays: 'silent', showProfile: 'silent' });
  standInForFilm();
});

const open = (at: string, given: Partial<AppProps> = {}) =>
  showScreen((props) => <App {...props} />, { at, concert, pageTitle: pageAt(at)?.title ?? '', ...given });

describe('S6-01 the public screens', () => {
  it.each([
    ['S2-08', '/the-composer', 'The Composer'],
    ['S2-11', '/how-music-heals', 'How Music Heals'],
    ['S2-14', '/artists', 'Artists'],
    ['S2-48', '/concert-details', 'Contact Us'],
    ['B3-532', '/accessibility', 'Accessibility'],
    ['B6-520', '/privacy', 'Privacy'],
    ['B6-520', '/terms', 'Terms'],
    ['B6-520', '/refund-rule', 'Refund Rule'],
    ['B6-520', '/imprint', 'Imprint'],
    ['S2-22', '/login', 'Login'],
    ['S2-28', '/register', 'Register'],
  ])('%s answers at %s', async (_, path, title) => {
    await open(path);
    // A screen is its own file, which takes its time where everything is compiled for the first time.
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  });

  it('B6-521 tells at /privacy of each kind of data why it is kept and how long', async () => {
    await open('/privacy');
    expect(await screen.findByRole('heading', { name: 'What is kept, and for how long' })).toBeTruthy();
    const shown = [...document.querySelectorAll('dl div')].map((entry) => [...entry.children].map(({ textContent }) => textContent));
    expect(shown).toEqual(PERSONAL_DATA.map(({ what, why, kept }) => [what, `Why: ${why}.`, `How long: ${kept}.`]));
  });

  it('B4-575 says at /imprint who answers, as the organisers do in the settings', async () => {
    await open('/imprint');
    expect(await screen.findByRole('heading', { name: 'Organiser' })).toBeTruthy();
    expect([...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent)).toEqual([
      'Lakeside Music Society',
      '12 Shore Road, Evanston',
      'ask@music.example',
      '(555) 987-6543',
    ]);
  });

  it.each(['/login?signup', '/register'])('B6-520 %s says what somebody accepts who makes an account', async (at) => {
    await open(at.split('?')[0]!);
    if (at.includes('?')) fireEvent.click(await screen.findByRole('button', { name: 'Sign Up' }));
    expect((await screen.findByRole('link', { name: 'terms' })).getAttribute('href')).toBe('/terms');
    expect(screen.getByRole('link', { name: 'privacy notice' }).getAttribute('href')).toBe('/privacy');
  });

  it('S2-44 answers at /profile with what is known of the signed-in person', async () => {
    standInForSite(authRoutes, {
      showProfile: { ...buyer, id: buyer.userId, address: '', phone: '', note: '', skills: '', availability: '' },
      listPasskeys: { passkeys: [] },
      listSessions: { sessions: [] },
    });
    await open('/profile', { session: buyer });
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
    expect(await screen.findByDisplayValue('Meera Raghavan')).toBeTruthy();
    expect(screen.getByDisplayValue('meera@example.org')).toBeTruthy();
  });

  it('S2-01 S2-06 S2-07 opens with the evening and leads to the music and to the artists', async () => {
    await open('/');
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.getAllByText('Saturday, July 13, 2024, 6 PM CDT')[0]?.closest('section')?.querySelector('h1')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Listen to your sign' }).getAttribute('href')).toBe('/how-music-heals');
    expect(screen.getByRole('link', { name: 'Meet the artists' }).getAttribute('href')).toBe('/artists');
    expect(screen.getByRole('link', { name: 'Reserve your seat' }).getAttribute('href')).toBe('/reserve-your-seat');
  });

  const rowsOf = (list: Element) =>
    Object.fromEntries(
      [...list.children].map(({ children: [term, ...values] }) => [term?.textContent, values.map(({ textContent }) => textContent).join()]),
    );

  it('B3-530 answers the first questions about the evening on the home page, out of what is known', async () => {
    const notes = {
      doorsAt: '2024-07-13T22:00:00.000Z',
      doorsText: '5 PM CDT',
      intervalMinutes: 20,
      mapUrl: 'https://map.example/hall',
      bring: 'A cushion',
      stepFree: 'Level from the street',
    };
    const categories = concert.categories.map((category) => ({
      ...category,
      left: category.seating === 'VIP Seating' ? 0 : 5,
      accessible: { left: 0, companionsLeft: 0, ticketsLeft: 0 },
    }));
    await open('/', { concert: { ...concert, notes, categories } });
    const [evening, access] = [...document.querySelectorAll('dl')].map(rowsOf);
    expect(evening).toEqual({
      When: 'Saturday, July 13, 2024, 6 PM CDT',
      'Doors open': '5 PM CDT',
      Length: '2 hours 30 minutes',
      Interval: '20 minutes',
      Where: 'Lakeside Hall12 Shore RoadOpen the map',
      'What to bring': 'A cushion',
    });
    expect(access).toEqual({ 'Accessible seats': expect.stringContaining('same price'), 'Step-free way in': 'Level from the street' });
    expect(screen.getByRole('link', { name: 'Open the map' }).getAttribute('href')).toBe('https://map.example/hall');
    expect(screen.getByRole('link', { name: 'All about access' }).getAttribute('href')).toBe('/accessibility');
    expect(
      screen
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
        .filter((text) => text.includes('$')),
    ).toEqual([
      'GeneralSeats behind the other categories$25per ticket, up to 6',
      'PreferredNearer to the stage than General$500for up to 4 seats, $125 a seat when you take 4',
      'PremiumNearer to the stage than Preferred$1,000for up to 6 seats, about $167 a seat when you take 6',
      'VIP SeatingThe first rows, at the stageSold out Wait for seats$2,500for up to 6 seats, about $417 a seat when you take 6',
    ]);
  });

  it('B3-530 invents nothing that was not told, and says nothing of an evening that does not take place', async () => {
    await open('/');
    const [evening, access] = [...document.querySelectorAll('dl')].map(rowsOf);
    expect(Object.keys(evening)).toEqual(['When', 'Length', 'Where']);
    expect(access).toEqual({});
    expect(screen.queryByRole('link', { name: 'Open the map' })).toBeNull();
    cleanup();
    await open('/', { concert: { ...concert, state: 'cancelled', saleState: 'cancelled' } });
    expect(screen.queryByRole('heading', { name: 'The evening' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Tell me about the next date' }).getAttribute('href')).toBe('/waiting');
  });

  it('B3-532 tells at /accessibility all that is known of the venue, how accessible seats are reserved, and whom to ask', async () => {
    const notes = { directions: 'Bus 12', hearingLoop: 'Rows 1 to 4', quietRoom: 'Behind the bar' };
    const categories = concert.categories.map((category) => ({ ...category, accessible: { left: 2, companionsLeft: 6, ticketsLeft: 6 } }));
    await open('/accessibility', { concert: { ...concert, notes, categories } });
    expect(await screen.findByRole('link', { name: 'Reserve seats' })).toBeTruthy();
    const [venue] = [...document.querySelectorAll('dl')].map(rowsOf);
    expect(venue).toEqual({
      Where: 'Lakeside Hall12 Shore Road',
      'How to get there': 'Bus 12',
      'Hearing loop': 'Rows 1 to 4',
      'Quiet room': 'Behind the bar',
    });
    expect(screen.getByRole('link', { name: 'ask@music.example' })).toBeTruthy();
    cleanup();
    await open('/accessibility');
    expect(await screen.findByText(/ask us before you reserve/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Reserve seats' })).toBeNull();
    cleanup();
    await open('/accessibility', { concert: { ...concert, state: 'cancelled', saleState: 'cancelled' } });
    expect(await screen.findByText('Ask us')).toBeTruthy();
    expect(screen.queryByText('Accessible seats and companions')).toBeNull();
    cleanup();
    await open('/accessibility', { concert: null });
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
  });

  it('S1-04 S2-12 S2-74 plays zodiac music at /how-music-heals', async () => {
    await open('/how-music-heals');
    expect((await screen.findByLabelText<HTMLSelectElement>('Your sign')).options[0]?.text).toBe('Select Zodiac Sign');
  });

  it('B5-554 says in the first words of the home page who plays, when, where and from what price', async () => {
    await open('/', { concert: { ...concert, performer: 'Asha' } });
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.previousElementSibling?.textContent).toBe('Saturday, July 13, 2024, 6 PM CDT\u00a0· Lakeside Hall\u00a0· from $25');
    expect(heading.nextElementSibling?.textContent).toMatch(/^With Asha. Violin/);
    cleanup();
    await open('/');
    expect(screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent).toMatch(/^Violin/);
  });

  it.each([
    ['cancelled', 'This concert is cancelled', 'Saturday, July 13, 2024, 6 PM CDT'],
    ['postponed', 'This concert is postponed', 'Saturday, July 13, 2024, 6 PM CDT\u00a0· Lakeside Hall'],
    ['disabled', 'An evening that lets the mind go quiet', 'Saturday, July 13, 2024, 6 PM CDT\u00a0· Lakeside Hall'],
  ] as const)('B5-625 says on the home page of a %s evening what becomes of it, and the film stands still', async (state, said, facts) => {
    const acts = standInForFilm();
    await open('/', { concert: { ...concert, state, saleState: state } });
    const heading = screen.getByRole('heading', { level: 1 });
    expect([heading.textContent, heading.previousElementSibling?.textContent, acts]).toEqual([said, facts, []]);
    // The site's banner leads to the notice.
    expect(document.querySelector('[href="/reserve-your-seat"]')).toBeNull();
  });

  it('B4-592 says on the home page from when on seats can be reserved, and until when if that is not the beginning', async () => {
    await open('/', { concert: { ...concert, sale: { ...concert.sale, endsAt: concert.startsAt } } });
    expect(screen.queryByText(/Reserve until/)).toBeNull();
    cleanup();
    await open('/');
    expect(screen.getByText('Reserve until Friday, 6 PM')).toBeTruthy();
    cleanup();
    await open('/', { concert: { ...concert, saleState: 'soon' } });
    expect(screen.getByText('Reservations open Monday, January 1, 2024, 10 AM EST')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Reserve your seat' })).toBeNull();
    cleanup();
    await open('/', { concert: { ...concert, saleState: 'soon', sale: { ...concert.sale, opensAt: null, opensText: 'soon' } } });
    expect(screen.getByText('Reservations open soon')).toBeTruthy();
  });

  it('B2-614 says on the home page that the concert is postponed, with its new date or that it is to follow', async () => {
    await open('/', { concert: { ...concert, state: 'postponed', saleState: 'postponed', dateText: 'New date to follow' } });
    expect(screen.getAllByText('New date to follow')).toHaveLength(2);
    // A machine that reads the page is told no date that may not hold.
    expect(document.querySelector('time')).toBeNull();
    cleanup();
    await open('/', { concert: { ...concert, state: 'postponed', saleState: 'postponed' } });
    expect(screen.getAllByText('Saturday, July 13, 2024, 6 PM CDT')).toHaveLength(2);
  });

  it('S1-01 S2-09 S2-10 tells the life of the teacher and of the welfare activities', async () => {
    await open('/the-composer');
    expect(await screen.findByRole('heading', { name: 'Welfare activities' })).toBeTruthy();
    expect(screen.getByText(/Nilan Vasudev has taught music for meditation/)).toBeTruthy();
    expect(screen.getByText('Thursday corridors.')).toBeTruthy();
  });

  it('S1-02 S2-13 carries the long text, with a table of contents that leads into it', async () => {
    await open('/how-music-heals');
    const contents = await screen.findByRole('navigation', { name: 'On this page' });
    const ways = [...contents.querySelectorAll('a')].map((way) => way.getAttribute('href')!.slice(1));
    expect(ways.length).toBeGreaterThan(6);
    for (const id of ways) expect(document.getElementById(id)?.tagName).toBe('H2');
  });

  it.each([
    ['S2-16', 'Violin'],
    ['S2-17', 'Keyboard'],
    ['S2-18', 'Mridangam'],
    ['S2-19', 'Tabla'],
    ['S2-20', 'Flute'],
  ])('S1-03 S2-15 %s shows the artist with the %s, with a few words', async (_, instrument) => {
    await open('/artists');
    const list = await screen.findByRole('list', { name: 'The five artists' });
    expect(list.children).toHaveLength(5);
    const artist = [...list.children].find((one) => one.textContent?.includes(instrument));
    expect(artist?.querySelector('h2')?.textContent).toBeTruthy();
    expect(artist?.querySelector('img')?.getAttribute('alt')).toBe(
      `${artist?.querySelector('h2')?.textContent} playing the ${instrument.toLowerCase()}, among rings of sound`,
    );
    expect(artist?.textContent?.length).toBeGreaterThan(200);
  });

  it('S2-49 shows the flyer that says when and where, and leads to the one to print', async () => {
    await open('/concert-details', { concert: { ...concert, title: 'Night Ragas', picture: '/api/concert/picture/1.jpg' } });
    const flyer = await screen.findByRole('img', {
      name: /^The flyer of the concert: Night Ragas, Saturday, July 13, 2024, 6 PM CDT, Lakeside/,
    });
    expect(flyer.getAttribute('src')).toBe('/api/concert/picture/1.jpg');
    expect(screen.getByRole('link', { name: 'The flyer to print' }).getAttribute('href')).toBe('/flyer');
  });

  it('B5-557 the flyer says what the concert says, from what price and where the site is, with a code that opens it, and is printed', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    await open('/flyer', { concert: { ...concert, title: 'Night Ragas', performer: 'Asha' } });
    const flyer = await screen.findByRole('article', { name: 'Night Ragas' });
    for (const words of ['Asha', 'Saturday, July 13, 2024, 6 PM CDT', 'Lakeside', 'from $25', 'music.example'])
      expect(flyer.textContent).toContain(words);
    expect(within(flyer).getByRole('img', { name: `QR code that opens ${concert.siteUrl}` })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Print the flyer' }));
    expect(print).toHaveBeenCalledTimes(1);
    cleanup();
    await open('/flyer', { concert: { ...concert, state: 'cancelled', saleState: 'cancelled' } });
    expect(await screen.findByText('This concert is cancelled')).toBeTruthy();
    expect(screen.queryByText(/from \$/)).toBeNull();
  });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PAGES, type Page } from '@concert/contracts/site/pages';
import { placeholderConcert } from '@concert/contracts/site/prerendered';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes, type BookingView, type ConcertView } from '@concert/contracts/booking/http';
import type { AppProps, Session } from '@concert/web-kit/session.tsx';
import { standInForMediaQueries } from '@concert/web-kit/testing/browser.ts';
import { person, showScreen, currentAddress } from '@concert/web-kit/testing/screen.tsx';
import { standInForSite } from '@concert/web-kit/testing/site.ts';
import { bookingView } from '../testing/booking-view.ts';
import { STORAGE_KEYS } from '@concert/web-kit/storage.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** How each remote answers the next time it is asked for. */
const answers: (Error | undefined)[] = [];
const asked: { name: string; renewed: boolean }[] = [];

class RemoteUnavailable extends Error {}

jest.unstable_mockModule('./remotes.ts', () => ({
  RemoteUnavailable,
  loadRemote: (name: string, renewed: boolean) => {
    asked.push({ name, renewed });
    const failure = answers.shift();
    return failure
      ? Promise.reject(failure)
      : Promise.resolve({ default: (props: AppProps) => <h1 tabIndex={-1}>{`${name}: ${props.pageTitle}`}</h1> });
  },
}));

const routes = { ...authRoutes, ...bookingRoutes };

const { Frame } = await import('./frame.tsx');
const { texts } = await import('../texts.ts');

const buyer = person('buyer', { email: 'buyer@example.org', name: 'Buyer' });

function siteWith(session: Session | 'down', concert?: ConcertView, bookings: BookingView[] = []) {
  return standInForSite(routes, {
    showSession: session === 'down' ? 'unreachable' : { session: session ?? null },
    signOut: undefined,
    listOwnBookings: bookings,
    showConcert: concert ?? 'unreachable',
  });
}

const open = (at: string) => showScreen(<Frame />, { at });

beforeEach(() => {
  window.localStorage.clear();
  standInForMediaQueries();
  window.scrollTo = () => undefined;
  answers.length = 0;
  asked.length = 0;
});

describe('the frame of every page', () => {
  it('S2-45 S6-04 S6-08 sends a signed-out person from /profile to /login and remembers where they wanted to go', async () => {
    siteWith(null);
    await open('/profile');
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(window.localStorage.getItem('page_redirect')).toBe('profile');
    expect(screen.queryByRole('heading', { name: 'public: Profile' })).toBeNull();
  });

  it('S6-04 shows /profile to a signed-in person', async () => {
    siteWith(buyer);
    await open('/profile');
    expect(await screen.findByRole('heading', { name: 'public: Profile' })).toBeTruthy();
    expect(currentAddress()).toBe('/profile');
  });

  it('does not mistake a site that cannot be asked for being signed out', async () => {
    siteWith('down');
    await open('/profile');
    await screen.findByText('We cannot tell at the moment whether you are signed in.');
    expect(currentAddress()).toBe('/profile');
    // It asks again by itself.
    siteWith(buyer);
    expect(await screen.findByRole('heading', { name: 'public: Profile' }, { timeout: 15_000 })).toBeTruthy();
    expect(screen.queryByText('We cannot tell at the moment whether you are signed in.')).toBeNull();
  });

  it('S2-73 S7-10 signs out, returns to /login and tells the other tabs', async () => {
    const heard: unknown[] = [];
    const BroadcastChannelStandIn = class {
      addEventListener() {}
      close() {}
      postMessage(message: unknown) {
        heard.push(message);
      }
    };
    globalThis.BroadcastChannel = BroadcastChannelStandIn as unknown as typeof BroadcastChannel;
    siteWith(buyer);
    await open('/artists');
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(screen.queryByText('Welcome buyer@example.org')).toBeNull();
    expect(heard).toEqual(['changed']);
  });

  it('B7-508 has forgotten at sign-out what was stored of the person', async () => {
    siteWith(buyer);
    for (const key of STORAGE_KEYS) window.localStorage.setItem(key, 'of the buyer');
    await open('/artists');
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(STORAGE_KEYS.filter((key) => window.localStorage.getItem(key) !== null)).toEqual([]);
  });

  it('B5-562 leads to the tickets of whoever has some: to the one booking that has them, or to the list', async () => {
    for (const [bookings, href] of [
      [[bookingView(1)], `/get-details?ref=${bookingView(1).id}&ref2=signed-1`],
      [[bookingView(1), bookingView(2, 'expired'), bookingView(3)], '/bookings'],
      [[bookingView(2, 'pending'), bookingView(3, 'refunded')], undefined],
    ] as const) {
      const site = siteWith(buyer, undefined, [...bookings]);
      await open('/artists');
      await waitFor(() => expect(site.to('listOwnBookings')).toHaveLength(1));
      await screen.findByRole('link', { name: 'Profile' });
      await waitFor(() => expect(screen.queryByRole('link', { name: 'Your tickets' })?.getAttribute('href')).toBe(href));
      cleanup();
    }
  });

  it('B5-562 asks for no tickets of a visitor or a helper, and again on pages of bookings until there are some', async () => {
    const visitors = siteWith(null);
    await open('/bookings');
    await screen.findByRole('link', { name: 'Login' });
    expect(visitors.to('listOwnBookings')).toEqual([]);
    cleanup();
    const helpers = siteWith({ ...buyer, email: '', role: 'door' });
    await open('/artists');
    await screen.findByRole('link', { name: 'Profile' });
    expect(helpers.to('listOwnBookings')).toEqual([]);
    cleanup();
    const site = siteWith(buyer);
    await open('/bookings');
    await screen.findByRole('link', { name: 'Profile' });
    await userEvent.click(screen.getByRole('link', { name: 'Artists' }));
    await userEvent.click(screen.getByRole('link', { name: 'Home' }));
    await userEvent.click(screen.getByRole('link', { name: 'Reserve Your Seat' }));
    await waitFor(() => expect(site.to('listOwnBookings')).toHaveLength(3));
  });

  it('says that nothing stands at an unknown address', async () => {
    siteWith(null);
    await open('/nowhere');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('names the document, and moves the focus to the heading of a new page', async () => {
    siteWith(null);
    await open('/');
    await screen.findByRole('heading', { level: 1 });
    expect(document.activeElement).toBe(document.body);
    await userEvent.click(screen.getByRole('link', { name: 'Artists' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('public: Artists'));
    expect(document.title).toBe('Artists · Music for Meditation Concert');
  });

  it('B4-571 calls the site what the organisers call the evening: in the title of the document, the banner and the footer', async () => {
    siteWith(null, { ...placeholderConcert('open'), title: 'Night Ragas', heading: 'NIGHT RAGAS' });
    await open('/artists');
    await waitFor(() => expect(document.title).toBe('Artists · Night Ragas'));
    expect(screen.getByRole('link', { name: 'Night Ragas, home' })).toBeTruthy();
    expect(within(screen.getByRole('contentinfo')).getByText('Night Ragas')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/Music for Meditation/i);
  });

  it('B6-516 F67 keeps a dead remote to its region, and recovers when it is tried again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    siteWith(null);
    answers.push(new RemoteUnavailable('dead'), new RemoteUnavailable('still dead'));
    await open('/get-bookings-report');
    expect(await screen.findByRole('heading', { name: 'This part of the site did not load' })).toBeTruthy();
    expect(screen.getByText('MUSIC FOR MEDITATION CONCERT')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'This part of the site did not load' })).toBeTruthy();
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Try again' })));
    expect(await screen.findByRole('heading', { name: 'admin: Concert Bookings' })).toBeTruthy();
    expect(asked.filter(({ name }) => name === 'admin').map(({ renewed }) => renewed)).toEqual([false, true, true]);
  });

  it.each(PAGES.filter((page: Page) => page.path !== '/door' && !page.pays).map(({ path }) => path))(
    'S1-27 S1-28 S1-29 S1-30 S1-31 has banner, navigation and footer at %s',
    async (path) => {
      siteWith({ ...buyer, role: 'admin' });
      const concert = { ...placeholderConcert('open'), heading: 'MUSIC FOR MEDITATION CONCERT' };
      await showScreen(<Frame knownConcert={concert} />, { at: path });
      await screen.findByRole('heading', { level: 1 });
      expect(screen.getByText('MUSIC FOR MEDITATION CONCERT')).toBeTruthy();
      expect(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Home' })).toBeTruthy();
      const footer = within(screen.getByRole('contentinfo'))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')!.replace(/:.*/, ''));
      expect(footer).toEqual(expect.arrayContaining(['tel', 'mailto']));
      expect(footer.some((scheme) => scheme.startsWith('http'))).toBe(true);
    },
  );

  it('B5-547 B5-643 leaves mark and menu around the way to pay, and the door the whole screen, with no word of the site about the network', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    siteWith(buyer);
    const { unmount } = await open('/concert-details');
    expect([screen.queryByText(texts.offline), screen.queryByRole('contentinfo')]).toEqual([expect.anything(), expect.anything()]);
    unmount();
    await open('/door');
    expect([screen.queryByText(texts.offline), screen.queryByRole('contentinfo')]).toEqual([null, null]);
    for (const path of ['/door', '/payment-successful', '/payment-cancelled', '/payment-failed']) {
      cleanup();
      await open(path);
      const header = within(screen.getByRole('banner'));
      expect(header.getAllByRole('link')).toHaveLength(1);
      expect(header.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Menu']);
    }
  });

  it.each([
    ['cancelled', 'This concert is cancelled. It was planned for DAY. Flood', true],
    ['postponed', 'This concert is postponed. New date: DAY. Flood', true],
    ['disabled', 'Registration is disabled. The evening: DAY. Flood', true],
    ['ended', 'Reservations have ended. The evening: DAY.', false],
    ['soon', 'Reservations open OPENS-STAND-IN. The evening: DAY.', false],
  ] as const)('S1-21 B5-553 says on every page of visitors that it is %s, and leads to the notice', async (state, said, money) => {
    const concert = { ...placeholderConcert(state), dateText: 'DAY', stateReason: 'Flood' };
    siteWith(null, concert);
    for (const path of ['/', '/artists', '/bookings', '/nowhere']) {
      await showScreen(<Frame knownConcert={concert} />, { at: path });
      await screen.findByRole('heading', { level: 1 });
      expect(document.querySelector('.hint p')?.textContent.trim()).toBe(said);
      const links = screen.queryAllByRole('link', { name: 'What happens to my money' }).map((link) => link.getAttribute('href'));
      expect(links).toEqual(money ? ['/refund-rule'] : []);
      expect(screen.getByRole('link', { name: 'Read the notice' }).getAttribute('href')).toBe('/reserve-your-seat');
      expect(screen.queryByRole('link', { name: 'Reserve Your Seat' })).toBeNull();
      cleanup();
    }
    for (const path of ['/get-bookings-report', '/reserve-your-seat']) {
      await showScreen(<Frame knownConcert={concert} />, { at: path });
      await screen.findByRole('heading', { level: 1 });
      expect(document.querySelector('.hint')).toBeNull();
      cleanup();
    }
  });

  it('B5-560 leaves reading the concert to the page that sells, which reads it by itself', async () => {
    const concert = placeholderConcert('open');
    const site = siteWith(null, concert);
    await showScreen(<Frame knownConcert={concert} />, { at: '/reserve-your-seat' });
    await screen.findByRole('heading', { level: 1 });
    expect(site.to('showConcert')).toEqual([]);
    await showScreen(<Frame />, { at: '/reserve-your-seat' });
    await waitFor(() => expect(site.to('showConcert')).toHaveLength(1));
  });

  it('B5-553 says that a new date is to follow, and nothing while seats are sold', async () => {
    const postponement = {
      dateToFollow: true,
      postponedAt: '2026-11-01T12:00:00.000Z',
      chooseUntil: '2026-12-01T12:00:00.000Z',
      silence: 'keep',
    } as const;
    const concert = { ...placeholderConcert('postponed'), dateText: 'New date to follow', stateReason: 'Flood', postponement };
    siteWith(null, concert);
    await showScreen(<Frame knownConcert={concert} />, { at: '/artists' });
    expect(document.querySelector('.hint p')?.textContent).toBe('This concert is postponed. New date to follow. Flood');
    cleanup();
    siteWith(null, placeholderConcert('open'));
    await showScreen(<Frame knownConcert={placeholderConcert('open')} />, { at: '/artists' });
    await screen.findByRole('heading', { level: 1 });
    expect(document.querySelector('.hint')).toBeNull();
    expect(screen.getByRole('link', { name: 'Reserve Your Seat' })).toBeTruthy();
  });

  it('puts the pages of organisers into a frame of their own, for organisers', async () => {
    const sections = () => screen.queryByRole('navigation', { name: 'Organise' });
    siteWith({ ...buyer, role: 'organiser' });
    await open('/held-seats');
    await screen.findByRole('heading', { name: 'admin: Held Seats' });
    expect(within(sections()!).getByRole('link', { name: 'Bookings' }).getAttribute('aria-current')).toBe('true');
    cleanup();
    for (const [role, path] of [
      ['organiser', '/artists'],
      ['organiser', '/door'],
      ['buyer', '/held-seats'],
    ] as const) {
      siteWith({ ...buyer, role });
      await open(path);
      await screen.findByRole('heading', { level: 1 });
      if (path !== '/door') await screen.findByText('Welcome buyer@example.org');
      expect([sections(), document.querySelector('.room')]).toEqual([null, null]);
      cleanup();
    }
  });
});

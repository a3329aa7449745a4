import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { bookingRoutes, type BookingView, type ConcertView } from '@concert/contracts/booking/http';
import type { Role } from '@concert/contracts/core/roles';
import { standInForDialogs, standInForMediaQueries } from '@concert/web-kit/testing/browser.ts';
import { person } from '@concert/web-kit/testing/screen.tsx';
import { standInForSite } from '@concert/web-kit/testing/site.ts';
import { bookingView } from '../testing/booking-view.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Masthead } from './masthead.tsx';

const concert = { title: 'An Evening of Rings', heading: 'AN EVENING OF RINGS' } as ConcertView;
let loggedOut = 0;

function show(role?: Role, bookings: BookingView[] = []) {
  loggedOut = 0;
  standInForSite(bookingRoutes, { listOwnBookings: bookings });
  render(
    <MemoryRouter>
      <Masthead session={role ? person(role) : null} leaving={false} onLogout={() => (loggedOut += 1)} path="/" />
    </MemoryRouter>,
  );
  return within(screen.getByRole('navigation', { name: 'Main' }));
}

function hrefs(links: HTMLElement[]) {
  return links.map((link) => [link.textContent, link.getAttribute('href')]);
}

beforeEach(() => {
  // jsdom has neither; the sheet's own behaviour is the browser's.
  standInForMediaQueries();
  standInForDialogs();
});

describe('banner and navigation', () => {
  it('shows the heading an admin gave the concert, which no translator translates', () => {
    render(
      <MemoryRouter>
        <Masthead session={null} leaving={false} onLogout={() => undefined} path="/" concert={concert} />
      </MemoryRouter>,
    );
    expect(screen.getByRole('banner').querySelector('h2')?.outerHTML).toMatch(/translate="no">AN EVENING OF RINGS</);
    expect(screen.getByRole('link', { name: 'An Evening of Rings, home' })).toBeTruthy();
  });

  it('S2-51 S2-52 S2-53 S2-54 S2-58 S2-59 offers a visitor Home, The Composer, How Music Heals, Artists, Contact Us and Login', () => {
    expect(hrefs(show().getAllByRole('link'))).toEqual([
      ['Home', '/'],
      ['The Composer', '/the-composer'],
      ['How Music Heals', '/how-music-heals'],
      ['Artists', '/artists'],
      ['Contact Us', '/concert-details'],
      ['Login', '/login'],
    ]);
    expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
  });

  it('S2-56 S2-57 S2-60 offers a signed-in buyer Profile and Logout and welcomes them, with nothing of the organisers', async () => {
    const bar = show('buyer');
    expect(bar.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/profile');
    expect(screen.getByText('Welcome buyer@example.org')).toBeTruthy();
    expect(bar.queryByRole('link', { name: 'Login' })).toBeNull();
    expect(bar.queryByRole('link', { name: 'Users List' })).toBeNull();
    expect(bar.queryByRole('link', { name: 'Organise' })).toBeNull();
    await userEvent.click(bar.getByRole('button', { name: 'Logout' }));
    expect(loggedOut).toBe(1);
  });

  it.each([
    ['organiser', false],
    ['admin', true],
  ] as const)('S2-47 S2-55 S6-06 shows the Users List to an admin only: %s', (role, shown) => {
    expect(hrefs(show(role).queryAllByRole('link', { name: 'Users List' }))).toEqual(shown ? [['Users List', '/admin/users']] : []);
  });

  it('B5-507 shows a helper the door, and no page of organisers', () => {
    const bar = show('door');
    expect(hrefs(bar.getAllByRole('link', { name: 'Door' }))).toEqual([['Door', '/door']]);
    expect(bar.queryByRole('link', { name: 'Organise' })).toBeNull();
  });

  it('S2-61 S2-62 adds Reserve Your Seat to the mobile menu, by way of the login for a visitor', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    expect(hrefs(screen.getAllByRole('link', { name: 'Reserve Your Seat' }))).toEqual([['Reserve Your Seat', '/login?nav=rys']]);
  });

  it('B5-612 has one link to the reservation on a phone: the one in the bar gives way while the menu is open', async () => {
    const seen = () => screen.getAllByRole('link', { name: 'Reserve Your Seat' }).length;
    show();
    expect(seen()).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    expect(seen()).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(hrefs(screen.getAllByRole('link', { name: 'Reserve Your Seat' }))).toEqual([['Reserve Your Seat', '/reserve-your-seat']]);
  });

  it('has the tickets in the bar and in the mobile menu, before the profile', async () => {
    const bar = show('buyer', [bookingView(1), bookingView(2)]);
    await bar.findByRole('link', { name: 'Your tickets' });
    const last = (links: HTMLElement[]) => hrefs(links).slice(-2);
    const expected = [
      ['Your tickets', '/bookings'],
      ['Profile', '/profile'],
    ];
    expect(last(bar.getAllByRole('link'))).toEqual(expected);
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    expect(last(within(within(screen.getByRole('dialog')).getByRole('navigation')).getAllByRole('link'))).toEqual(expected);
  });

  it('B5-626 leads everybody from the mobile menu to the notice while no seat can be reserved', async () => {
    const cancelled = { ...concert, saleState: 'cancelled' } as ConcertView;
    render(
      <MemoryRouter>
        <Masthead session={null} leaving={false} onLogout={() => undefined} path="/" concert={cancelled} />
      </MemoryRouter>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    expect(hrefs([within(screen.getByRole('dialog')).getByRole('link', { name: 'Read the notice' })])).toEqual([
      ['Read the notice', '/reserve-your-seat'],
    ]);
  });
});

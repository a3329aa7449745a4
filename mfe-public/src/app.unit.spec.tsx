import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { pageAt } from '@concert/contracts/core/pages';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import App from './app.tsx';
import { standInForSite } from './site-stand-in.tsx';

const buyer = { userId: `us_${'0'.repeat(20)}`, email: 'meera@example.org', name: 'Meera Raghavan', role: 'buyer' } as AppProps['session'];

const concert = {
  state: 'open',
  startsAt: '2024-07-13T23:00:00.000Z',
  timeZone: 'America/Chicago',
  supportPhone: '(555) 987-6543',
  supportEmail: 'ask@music.example',
} as ConcertView;

beforeEach(() => void standInForSite({}));

function open(path: string, given: Partial<AppProps> = {}) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <App session={null} concert={concert} pageTitle={pageAt(path)?.title ?? ''} refreshSession={() => Promise.resolve(null)} {...given} />
    </MemoryRouter>,
  );
}

afterEach(cleanup);

describe('S6-01 the public screens', () => {
  it.each([
    ['S2-08', '/the-composer', 'The Composer'],
    ['S2-11', '/how-music-heals', 'How Music Heals'],
    ['S2-14', '/artists', 'Artists'],
    ['S2-48', '/concert-details', 'Contact Us'],
    ['S2-22', '/login', 'Login'],
    ['S2-28', '/register', 'Register'],
  ])('%s answers at %s', async (_, path, title) => {
    open(path);
    // A screen is its own file, which takes its time where everything is compiled for the first time.
    expect(await screen.findByRole('heading', { level: 1, name: title }, { timeout: 4_000 })).toBeTruthy();
  });

  it('S2-44 answers at /profile with what is known of the signed-in person', async () => {
    standInForSite({ 'GET /api/profile': { body: { ...buyer, id: buyer?.userId, address: '', phone: '', note: '', skills: '', availability: '' } } });
    open('/profile', { session: buyer });
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
    expect(await screen.findByDisplayValue('Meera Raghavan')).toBeTruthy();
    expect(screen.getByDisplayValue('meera@example.org')).toBeTruthy();
  });

  it('S2-01 S2-06 S2-07 opens with the evening and leads to the music and to the artists', () => {
    open('/');
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.getByText('Saturday 13 July 2024, 6 PM CDT')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Listen to your sign' }).getAttribute('href')).toBe('/how-music-heals');
    expect(screen.getByRole('link', { name: 'Meet the artists' }).getAttribute('href')).toBe('/artists');
    expect(screen.getByRole('link', { name: 'Reserve your seat' }).getAttribute('href')).toBe('/reserve-your-seat');
  });

  it('S1-21 says on the home page that the concert is cancelled or that registration is disabled', () => {
    open('/', { concert: { ...concert, state: 'cancelled' } });
    expect(screen.getByText('This concert is cancelled')).toBeTruthy();
    cleanup();
    open('/', { concert: { ...concert, state: 'disabled' } });
    expect(screen.getByText('Registration is disabled')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Reserve your seat' })).toBeNull();
  });

  it('names the twelve signs in their order', () => {
    open('/');
    expect(screen.getAllByRole('img').map((figure) => figure.getAttribute('aria-label'))).toEqual([
      'Aquarius', 'Aries', 'Cancer', 'Capricorn', 'Gemini', 'Leo', 'Libra', 'Pisces', 'Sagittarius', 'Scorpio', 'Taurus', 'Virgo',
    ]);
  });
});

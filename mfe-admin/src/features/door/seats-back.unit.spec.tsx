import { beforeEach, expect, it, jest } from '@jest/globals';
import { bookingRoutes, type ConcertView } from '@concert/contracts/booking/http';
import { priceMinor, SEATING_RULES } from '@concert/contracts/booking/seating';
import { advance, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { standInForSite } from '@concert/web-kit/testing/site.ts';
import { screen } from '@testing-library/react';
import { SeatsBack } from './seats-back.tsx';

const concert = (left: number, over: Partial<ConcertView> = {}): ConcertView => ({
  ...{ title: 'Music', heading: 'MUSIC', state: 'open', saleState: 'open', stateReason: '', startsAt: '2027-01-16T23:00:00.000Z' },
  sale: { opensAt: '2026-01-01T15:00:00.000Z', endsAt: '2027-01-16T23:00:00.000Z', opensText: 'Thursday', endsText: 'Saturday' },
  ...{ timeZone: 'America/New_York', previousStarts: [], lengthMinutes: 150, revision: 1, venue: { name: 'Hall', address: 'Street 1' } },
  ...{ currency: 'USD', supportEmail: 'info@concert.example', supportPhone: '(555) 123-4567', siteUrl: 'https://concert.example' },
  ...{ organiser: 'Music', organiserAddress: 'Street 1', holdSeconds: 600, freeCompanion: false, gifts: false, notes: {} },
  categories: [
    { ...SEATING_RULES['General Seating'], seating: 'General Seating', priceMinor: priceMinor('General Seating', 1), capacity: 500, left },
  ],
  ...over,
});

beforeEach(() => void jest.useFakeTimers({ now: new Date('2027-01-16T21:00:00.000Z') }));

it('says on the evening that seats came back, with the code that sells them; not of other days, nor once the sale is over', async () => {
  const site = standInForSite(bookingRoutes, { showConcert: concert(0) });
  await showScreen(<SeatsBack />);
  await advance(0);
  expect(screen.queryByRole('button')).toBeNull();
  site.answer({ showConcert: concert(2) });
  await advance(15_000);
  expect(screen.getByText('2 seats came back')).toBeTruthy();
  await press('Sell them here');
  expect(screen.getByRole('img', { name: 'QR code of the reservation page' })).toBeTruthy();
  for (const other of [concert(2, { saleState: 'ended' }), concert(2, { startsAt: '2027-01-18T23:00:00.000Z' })]) {
    site.answer({ showConcert: other });
    await advance(15_000);
    expect(screen.queryByText(/seats/)).toBeNull();
  }
});

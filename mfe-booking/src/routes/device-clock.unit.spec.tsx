import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { standInForCanvas, setTabVisible } from '@concert/web-kit/testing/browser.ts';
import { recordToasts, advance, press } from '@concert/web-kit/testing/screen.tsx';
import { standInForSite } from '@concert/web-kit/testing/site.ts';
import { bookingView, concertView, routes, showToBuyer } from '../testing/booking.tsx';
import { profile } from '../testing/reservation.tsx';
import { Bookings } from './bookings.tsx';
import { GetDetails } from './get-details.tsx';
import { ReserveYourSeat } from './reserve-your-seat.tsx';

const NOW = Date.parse('2026-05-01T12:00:00.000Z');
const MINUTE_MS = 60_000;

/** Shows a screen on a device whose clock is so many minutes ahead of the server's. */
async function openAhead(minutes: number, shown: ReactNode, at: string, concert = concertView()) {
  const serverIn = (after: number) => new Date(Date.now() + (after - minutes) * MINUTE_MS).toISOString();
  const pending = bookingView({ status: 'pending', tickets: undefined, ref2: undefined, holdEndsAt: serverIn(30), moreTimes: 2 });
  const site = standInForSite(routes, {
    showConcert: concert,
    showProfile: profile(''),
    listOwnBookings: [pending],
    giveMoreTime: { holdEndsAt: serverIn(36), moreTimes: 1 },
    showBookingDetails: [bookingView()],
  });
  site.setClockAhead(-minutes * MINUTE_MS);
  const postponement = { dateToFollow: true, postponedAt: '2026-04-01T00:00:00.000Z', chooseUntil: serverIn(5), silence: 'keep' } as const;
  await showToBuyer(shown, { at, concert: at.startsWith('/get') ? concertView({ state: 'postponed', postponement }) : concert });
  await advance(1_000);
  return site;
}

const left = () => screen.getByRole('timer').textContent;

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  localStorage.clear();
  standInForCanvas();
  setTabVisible(true);
});

describe.each([
  ['right', 0],
  ['40 minutes ahead', 40],
  ['40 minutes behind', -40],
])('B1-514 on a device whose clock is %s', (_, minutes) => {
  it('/bookings says the time that is left by the server’s clock, and more time too', async () => {
    const toasts = recordToasts();
    await openAhead(minutes, <Bookings />, '/bookings');
    expect(left()).toMatch(/^Kept for (29:5\d|30:00)$/);
    await press('I need more time for 2 tickets in General Seating');
    expect(toasts.map(({ text }) => text)).toEqual([expect.stringMatching(/kept for another 3[56] minutes/)]);
    expect(left()).toMatch(/^Kept for (35:5\d|36:00)$/);
  });

  it('the reservation page offers seats that are held', async () => {
    await openAhead(minutes, <ReserveYourSeat />, '/reserve-your-seat');
    expect(screen.getByText('You already have seats waiting')).toBeTruthy();
    expect(left()).toMatch(/^Kept for (29:5\d|30:00)$/);
    expect(screen.queryByText('The time is over')).toBeNull();
  });

  it('a choice is offered until it ends by the server’s clock', async () => {
    await openAhead(minutes, <GetDetails />, `/get-details?ref=${bookingView().id}`);
    expect(screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/choose'))).toHaveLength(1);
  });
});

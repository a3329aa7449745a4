import { beforeEach, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import type { ConcertView } from '@concert/contracts/booking/http';
import type { AnswerOf } from '@concert/contracts/core/route';
import type { Session } from '@concert/web-kit/session.tsx';
import { typeInto, type ShownWith } from '@concert/web-kit/testing/screen.tsx';
import { standInForCanvas } from '@concert/web-kit/testing/browser.ts';
import { standInForSite, type Answers } from '@concert/web-kit/testing/site.ts';
import { ReserveYourSeat } from '../routes/reserve-your-seat.tsx';
import { BOOKING_ID, buyer, concertView, paymentPage, routes, showToBuyer } from './booking.tsx';

/* What specs of the reservation screen have in common. */

/** What reserving answers. */
export const placedBooking = (changes: Partial<AnswerOf<typeof routes.reserve>> = {}): AnswerOf<typeof routes.reserve> => ({
  id: BOOKING_ID,
  status: 'pending',
  notickets: 2,
  amount: 5_000,
  currency: 'USD',
  holdEndsAt: '2024-07-13T22:30:00.000Z',
  moreTimes: 10,
  resumed: false,
  ...changes,
});
export const profile = (phone: string): AnswerOf<typeof routes.showProfile> => ({
  id: buyer.userId,
  role: buyer.role,
  name: buyer.name,
  email: buyer.email,
  address: '',
  phone,
  note: '',
  skills: '',
  availability: '',
});

/** Where the screen sends the browser. */
export const leaveSite = jest.fn<(href: string) => void>();

/** Opens the screen before a site on which reserving and paying work, but for what `answers` says. */
export async function openForm({
  answers = {},
  concert = concertView(),
  isRead = true,
  as,
  at = '/reserve-your-seat',
}: { answers?: Answers<typeof routes>; concert?: ConcertView; isRead?: boolean; as?: Session; at?: ShownWith['at'] } = {}) {
  const site = standInForSite(routes, {
    showConcert: concert,
    reserve: placedBooking(),
    createPayment: paymentPage,
    listOwnBookings: [],
    showProfile: profile(''),
    saveProfile: profile(''),
    ...answers,
  });
  const shown = await showToBuyer(<ReserveYourSeat leave={leaveSite} />, {
    at,
    concert: isRead ? concert : undefined,
    ...(as === undefined ? {} : { session: as }),
  });
  return { site, ...shown };
}

export const chooseOption = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
export const press = (name = 'Reserve and pay') => fireEvent.click(screen.getByRole('button', { name }));
export const fillIn = () => {
  typeInto('Phone Number', '(555) 123-4567');
  typeInto('No. of Tickets', '2');
};
export const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value;

/** For each test of a file: nothing kept, nothing drawn, and nowhere gone. */
export function setUpReservation(): void {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    standInForCanvas();
    leaveSite.mockClear();
  });
}

import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes, type BookingView, type ConcertView } from '@concert/contracts/booking/http';
import { SEATING_RULES, SEATINGS } from '@concert/contracts/booking/seating';
import type { BookingId } from '@concert/contracts/core/ids';
import type { AnswerOf } from '@concert/contracts/core/route';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { refundRoutes } from '@concert/contracts/payment/refunds';
import { person, showScreen, type ShownWith } from '@concert/web-kit/testing/screen.tsx';
import type { ReactNode } from 'react';

/* What the specs of this remote have in common: its routes, its buyer, the concert and a booking. */

export const routes = { ...authRoutes, ...bookingRoutes, ...paymentRoutes, ...refundRoutes };

export const BOOKING_ID = 'bk_7f3kq9h2mz0v5xw8rj4t000000' as BookingId;

export const buyer = person('buyer', { email: 'meera@example.org' });

/** A sale that is on, on every day of a test. */
const OPEN_SALE: ConcertView['sale'] = {
  opensAt: '2024-01-01T15:00:00.000Z',
  endsAt: '2999-07-13T22:00:00.000Z',
  opensText: 'Monday, January 1, 2024, 10 AM EST',
  endsText: 'Friday, 6 PM',
};

/** The concert with all seats free, unless told otherwise. */
export function concertView(changes: Partial<ConcertView> = {}, left: Partial<Record<string, number>> = {}): ConcertView {
  return {
    title: 'Music for Meditation Concert',
    heading: 'MUSIC FOR MEDITATION CONCERT',
    state: 'open',
    saleState: changes.state ?? 'open',
    sale: OPEN_SALE,
    stateReason: 'Registration is disabled due to unforeseen weather conditions.',
    startsAt: '2024-07-13T22:00:00.000Z',
    timeZone: 'America/New_York',
    lengthMinutes: 150,
    previousStarts: [],
    revision: 1,
    venue: { name: 'Riverside Concert Hall', address: '100 Riverside Drive' },
    currency: 'USD',
    supportEmail: 'info@concert.example',
    supportPhone: '(555) 123-4567',
    siteUrl: 'https://concert.example',
    organiser: 'Music for Meditation Concert',
    organiserAddress: '1 Example Street, Example City',
    holdSeconds: 1800,
    freeCompanion: false,
    gifts: false,
    notes: {},
    categories: SEATINGS.map((seating) => ({ ...SEATING_RULES[seating], capacity: 100, left: left[seating] ?? 100 })),
    ...changes,
  };
}

/** A paid booking of two General seats, unless told otherwise. */
export function bookingView(changes: Partial<BookingView> = {}): BookingView {
  return {
    id: BOOKING_ID,
    userbookingid: BOOKING_ID,
    firstname: 'Meera Raghavan',
    lastname: '',
    email: 'meera@example.org',
    phoneno: '(555) 123-4567',
    seating: 'General Seating',
    notickets: 2,
    amount: 5000,
    currency: 'USD',
    status: 'paid',
    created_at: { _seconds: 1_719_770_651 },
    ref2: 'signed-capability',
    tickets: [
      { number: 1, code: 'ticket-code-1' },
      { number: 2, code: 'ticket-code-2' },
    ],
    ...changes,
  };
}

/** What `createPayment` answers: the payment page to go to. */
export const paymentPage: AnswerOf<typeof paymentRoutes.createPayment> = {
  href: 'https://pay.example/c/1',
  createdTime: 1,
  expirationTime: 1801,
  checkoutSessionId: 'cs_1',
};

/** Shows a screen to the buyer, with the concert read, unless told otherwise. */
export function showToBuyer(shown: ReactNode, given: ShownWith = {}) {
  return showScreen(shown, { session: buyer, concert: concertView(), ...given });
}

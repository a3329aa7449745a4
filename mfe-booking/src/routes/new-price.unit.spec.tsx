import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { Category } from '../features/reservation/choice.ts';
import { typeInto } from '@concert/web-kit/testing/screen.tsx';
import { refusal } from '@concert/web-kit/testing/site.ts';
import { concertView } from '../testing/booking.tsx';
import { chooseOption, fillIn, leaveSite, openForm, placedBooking, press, setUpReservation, valueOf } from '../testing/reservation.tsx';

setUpReservation();

const general = (change: Partial<Category>) =>
  concertView({ categories: concertView().categories.map((one) => (one.seating === 'General Seating' ? { ...one, ...change } : one)) });
const DETAIL = 'These seats cost $62.00, not $50.00';

describe('a price that changes while somebody stands on the form', () => {
  it('B4-533 is told with what they saw, nothing is reserved, and the next press is at the price that the form shows then', async () => {
    const answers = { reserve: [refusal('booking.amount_mismatch', { detail: DETAIL }), placedBooking({ amount: 6_200 })] };
    const { site } = await openForm({ answers });
    fillIn();
    site.answer({ showConcert: general({ priceMinor: 3_100 }) });
    press();
    expect((await screen.findByRole('alert')).textContent).toContain(`${DETAIL}. Press the button again to accept this.`);
    expect(leaveSite).not.toHaveBeenCalled();
    expect(valueOf('Amount (USD)')).toBe('62.00');
    press();
    await waitFor(() => expect(leaveSite).toHaveBeenCalled());
    expect(site.to('reserve').map(({ body }) => body.amount)).toEqual([5_000, 6_200]);
    expect(site.to('createPayment')[0]?.body.amount).toBe(3_100);
  });

  it('B4-533 is told as well to who comes back to the form, in the category that it is about', async () => {
    const answers = { showConcert: general({ priceMinor: 3_100 }) };
    await openForm({ answers });
    expect(await screen.findByText('The price has changed')).toBeTruthy();
    expect(screen.getByText(/^General cost \$25\.00 when you opened this page and costs \$31\.00 now\./)).toBeTruthy();
    chooseOption('VIP Seating');
    expect(screen.queryByText('The price has changed')).toBeNull();
  });

  it('B4-533 shows held seats at the price that they were reserved at', async () => {
    const held = placedBooking({ amount: 5_000, resumed: true, holdEndsAt: new Date(Date.now() + 1_200_000).toISOString() });
    const { site } = await openForm({ answers: { reserve: held } });
    site.answer({ showConcert: general({ priceMinor: 3_100 }) });
    typeInto('Phone Number', '(555) 123-4567');
    press();
    expect(await screen.findByText(/^General Seating, 2 tickets, \$50\.00, kept until/)).toBeTruthy();
    expect(valueOf('Amount (USD)')).toBe('50.00');
  });

  it('B4-530 says how many tickets a booking can have by now, and offers no more', async () => {
    const errors = [{ pointer: '/notickets', field: 'notickets', detail: 'No. of tickets must be at most 1' }];
    const { site } = await openForm({ answers: { reserve: refusal('request.invalid', { errors }) } });
    fillIn();
    site.answer({ showConcert: general({ maxTickets: 1 }) });
    press();
    expect((await screen.findByRole('alert')).textContent).toContain('No. of tickets must be at most 1');
    expect([valueOf('No. of Tickets'), valueOf('Amount (USD)')]).toEqual(['1', '25.00']);
  });

  it('stands on the cards with its cents', async () => {
    const concert = general({ priceMinor: 3_150 });
    await openForm({ concert, answers: { showConcert: concert } });
    expect(screen.getAllByText('$31.50')).not.toEqual([]);
    expect(screen.getByText('$500')).toBeTruthy();
  });
});

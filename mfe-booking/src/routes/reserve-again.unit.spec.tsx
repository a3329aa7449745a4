import { describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BookingView } from '@concert/contracts/booking/http';
import { refusal } from '@concert/web-kit/testing/site.ts';
import { BOOKING_ID, bookingView, concertView, paymentPage } from '../testing/booking.tsx';
import { fillIn, leaveSite, openForm, placedBooking, press, setUpReservation, valueOf } from '../testing/reservation.tsx';

setUpReservation();

const reserve = () => {
  fillIn();
  press();
};

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const waiting = (changes: Partial<BookingView> = {}) =>
  bookingView({ status: 'pending', tickets: undefined, ref2: undefined, holdEndsAt: inMinutes(20), ...changes });

describe('when something goes wrong on the way to paying', () => {
  /** The clock stands before the end of the seats' hold: a hold that is over takes its booking out of the form. */
  const beforeTheHoldEnds = () => void jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2024-07-13T22:10:00.000Z'));

  it('S8-21 clears the spinner, tells the buyer, and pays for the same booking at the next try', async () => {
    beforeTheHoldEnds();
    const { site } = await openForm({ answers: { createPayment: [refusal('payment.provider_unavailable'), paymentPage] } });
    reserve();
    expect((await screen.findByRole('alert')).textContent).toContain('your seats are kept');
    expect(screen.getByRole('alert').textContent).toContain('6:30 PM EDT');
    press('Pay $50.00');
    await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://pay.example/c/1'));
    expect(site.to('reserve')).toHaveLength(1);
    expect(site.to('createPayment').map((call) => call.body.userbookingid)).toEqual([BOOKING_ID, BOOKING_ID]);
  });

  it('B1-503 presses again by itself, under the same key, when many people reserve at that moment', async () => {
    const busy = refusal('booking.busy');
    const { site } = await openForm({ answers: { reserve: [busy, busy, placedBooking()] } });
    reserve();
    await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://pay.example/c/1'), { timeout: 20_000 });
    expect(site.to('reserve').map(({ key }) => key)).toEqual(Array(3).fill(site.to('reserve')[0]?.key));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('B1-505 offers an older booking as it is instead of sending the buyer to pay something else', async () => {
    beforeTheHoldEnds();
    const { site } = await openForm({ answers: { reserve: placedBooking({ resumed: true, notickets: 3, amount: 7_500 }) } });
    reserve();
    expect(await screen.findByText('You already have seats waiting')).toBeTruthy();
    expect(leaveSite).not.toHaveBeenCalled();
    expect(valueOf('Amount (USD)')).toBe('75.00');
    press('Pay $75.00 for 3 tickets in General Seating');
    await waitFor(() => expect(leaveSite).toHaveBeenCalled());
    expect(site.to('createPayment')[0]?.body).toMatchObject({ notickets: 3, amount: 2_500 });
    expect({ ...localStorage }).toMatchObject({ notickets: '3', amount: '75.00' });
  });

  it('reserves anew when the time of the booking is over', async () => {
    const { site } = await openForm({ answers: { createPayment: [refusal('booking.not_payable'), paymentPage] } });
    reserve();
    expect((await screen.findByRole('alert')).textContent).toContain('The time for this booking is over');
    press();
    await waitFor(() => expect(leaveSite).toHaveBeenCalled());
    expect(site.to('reserve')).toHaveLength(2);
  });

  it('leads to the log-in when the session has ended, and keeps what was typed', async () => {
    const { refreshes } = await openForm({ answers: { reserve: refusal('request.session_required') } });
    reserve();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login?nav=rys');
    expect(valueOf('Phone Number')).toBe('(555) 123-4567');
    // Were the shell told, it would take the form away.
    expect(refreshes()).toBe(0);
  });

  it('does not go to an address that is no web page', async () => {
    await openForm({
      answers: { createPayment: { href: 'javascript:alert(1)', createdTime: 1, expirationTime: 2, checkoutSessionId: 'cs' } },
    });
    reserve();
    await screen.findByRole('alert');
    expect(leaveSite).not.toHaveBeenCalled();
  });
});

describe('seats that are kept already', () => {
  it('stand above the form with the time they are kept, and are paid for as they are, also when all is sold out', async () => {
    const none = { 'General Seating': 0, 'Preferred Seating': 0, 'Premium Seating': 0, 'VIP Seating': 0 };
    const { site } = await openForm({ answers: { listOwnBookings: [waiting(), bookingView()] }, concert: concertView({}, none) });
    expect(screen.getByRole('heading', { name: 'You already have seats waiting' })).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toMatch(/^Kept for (20:00|19:5\d)$/);
    press('Pay $50.00 for 2 tickets in General Seating');
    await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://pay.example/c/1'));
    expect(site.to('reserve')).toEqual([]);
    expect(site.to('createPayment')[0]?.body).toMatchObject({ userbookingid: BOOKING_ID, amount: 2_500, notickets: 2 });
  });

  it('are not offered once their time is over, nor to visitors', async () => {
    await openForm({ answers: { listOwnBookings: [waiting({ holdEndsAt: inMinutes(-1) })] } });
    expect(screen.queryByText('You already have seats waiting')).toBeNull();
    cleanup();
    const { site } = await openForm({ as: null });
    expect(site.to('listOwnBookings')).toEqual([]);
  });
});

describe('a second purchase within minutes', () => {
  const asks = {
    reserve: [refusal('booking.second_purchase', { detail: 'You bought seats in this category a few minutes ago' }), placedBooking()],
    listOwnBookings: [bookingView()],
  };

  const asked = async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Buy again?' });
    await waitFor(() => expect(dialog.hasAttribute('open')).toBe(true));
    return dialog;
  };

  it('is asked about, and made under a new key when it is meant', async () => {
    const { site } = await openForm({ answers: asks });
    reserve();
    const dialog = await asked();
    expect(dialog.textContent).toContain('You bought 2 tickets in General Seating for $50.00 a few minutes ago. Buy again?');
    expect(leaveSite).not.toHaveBeenCalled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Buy again' }));
    await waitFor(() => expect(leaveSite).toHaveBeenCalled());
    const [first, second] = site.to('reserve');
    expect(first?.body).not.toHaveProperty('second_purchase');
    expect(second?.body).toEqual({ ...(first?.body as object), second_purchase: true });
    expect(second?.key).not.toBe(first?.key);
  });

  it('is not made when it was a mistake', async () => {
    const { site } = await openForm({ answers: asks });
    reserve();
    const dialog = await asked();
    fireEvent.click(within(dialog).getByRole('button', { name: 'No, one booking is enough' }));
    expect(dialog.hasAttribute('open')).toBe(false);
    expect(site.to('reserve')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Reserve and pay' })).toBeTruthy();
  });
});

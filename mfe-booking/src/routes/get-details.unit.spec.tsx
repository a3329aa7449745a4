import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { BOOKING_ID, bookingView, concertView, refusal, showScreen, standInForSite } from '../site-stand-in.tsx';
import { GetDetails } from './get-details.tsx';
import { GetHfDetails } from './get-hf-details.tsx';

const DETAILS = 'POST /api/get-booking-details';
const AT = `/get-details?ref=${BOOKING_ID}&ref2=signed`;
afterEach(cleanup);

describe('ticket details', () => {
  it('S2-35 S7-22 asks with both references and shows a code for each ticket', async () => {
    const site = standInForSite({ [DETAILS]: { body: [bookingView()] } });
    await showScreen(<GetDetails />, { at: AT, session: null });
    expect(site.calls[0]?.body).toEqual({ reference: BOOKING_ID, reference2: 'signed' });
    expect(screen.getAllByRole('img').map((code) => code.getAttribute('aria-label'))).toEqual(['QR code of ticket 1 of 2', 'QR code of ticket 2 of 2']);
    expect(await screen.findAllByText(/^Ticket [12] of 2$/)).toHaveLength(2);
  });

  it('the owner needs no second reference', async () => {
    const site = standInForSite({ [DETAILS]: { body: [bookingView()] } });
    await showScreen(<GetDetails />, { at: `/get-details?ref=${BOOKING_ID}` });
    expect(site.calls[0]?.body).toEqual({ reference: BOOKING_ID, reference2: null });
  });

  it('S8-29 says the same of a foreign reference, a false one and a missing one', async () => {
    const texts: string[] = [];
    for (const [at, answer] of [
      [AT, refusal(404, 'booking.not_found')],
      ['/get-details?ref=x', refusal(422, 'request.invalid')],
      [AT, { body: [] }],
      ['/get-details', { body: [] }],
    ] as const) {
      standInForSite({ [DETAILS]: answer });
      await showScreen(<GetDetails />, { at });
      texts.push(screen.getByRole('status').textContent ?? '');
      cleanup();
    }
    expect(texts[0]).toContain('There is no such booking');
    expect(new Set(texts).size).toBe(1);
  });

  it('tells a failure from an unknown booking, and offers to try again', async () => {
    standInForSite({ [DETAILS]: 'unreachable' });
    await showScreen(<GetDetails />, { at: AT });
    expect(screen.getByRole('alert').textContent).toContain('The booking could not be read');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('S1-23 S1-24 S1-25 S1-26 shows the cancellation notice and no codes when the concert is cancelled', async () => {
    standInForSite({ [DETAILS]: { body: [bookingView()] } });
    await showScreen(<GetDetails />, { at: AT, concert: concertView({ state: 'cancelled' }) });
    expect(screen.getByText('The concert of Saturday 13 July 2024 is cancelled.')).toBeTruthy();
    expect(screen.getByText('A refund link will be sent to you by email within 2 or 3 days.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'info@concert.example' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '(555) 123-4567' })).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('says why a booking that waits for its payment has no tickets yet', async () => {
    standInForSite({ [DETAILS]: { body: [bookingView({ status: 'pending', tickets: undefined })] } });
    await showScreen(<GetDetails />, { at: AT });
    expect(screen.getByText('The tickets appear here once the payment is confirmed.')).toBeTruthy();
  });
});

it('S2-36 tickets of complimentary entries are unknown while none is issued', async () => {
  const site = standInForSite({});
  await showScreen(<GetHfDetails />, { at: '/get-hf-details?ref=x&ref2=y&c=v' });
  expect(screen.getByText('There is no such booking')).toBeTruthy();
  expect(site.calls).toEqual([]);
});

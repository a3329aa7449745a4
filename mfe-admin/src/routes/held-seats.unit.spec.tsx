import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { heldSeatsRoutes, type HeldSeats as Held } from '@concert/contracts/booking/held-seats';
import type { Session } from '@concert/web-kit/session.tsx';
import { recordToasts, advance, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import HeldSeats from './held-seats.tsx';

const held = (number: number, over: Partial<Held> = {}): Held => ({
  bookingId: `bk_${String(number).repeat(26)}` as Held['bookingId'],
  userId: `us_${String(number).repeat(26)}` as Held['userId'],
  name: `Person ${number}`,
  email: `person${number}@example.org`,
  phoneno: '(555) 123-4567',
  seating: 'VIP Seating',
  notickets: 6,
  since: '2026-05-01T10:00:00.000Z',
  until: '2026-05-01T10:30:00.000Z',
  paying: false,
  ...over,
});

let site: Site<typeof heldSeatsRoutes>;

beforeEach(() => {
  site = standInForSite(heldSeatsRoutes, { listHeldSeats: { items: [held(1), held(2, { paying: true, notickets: 1 })] } });
  jest.useFakeTimers();
});

async function open(session: Session = person('organiser')) {
  await showScreen(<HeldSeats />, { session, pageTitle: 'Held Seats' });
  await advance(0);
}

async function ask(name: string) {
  await press(`Release the seats of ${name}`);
  return within(screen.getByRole('dialog', { name: `Release the seats of ${name}?` }));
}

describe('/held-seats', () => {
  it('B9-554 shows who holds which seats since when and until when, and follows them', async () => {
    await open();
    expect(screen.getByText('2 holds, 7 seats')).toBeTruthy();
    for (const text of ['Person 1', 'person1@example.org', 'Not paying yet', 'On the payment page'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: '6 seats, VIP Seating' }).getAttribute('href')).toBe(
      `/get-bookings-report?booking=${held(1).bookingId}`,
    );
    site.answer({ listHeldSeats: { items: [] } });
    await advance(60_000);
    expect(screen.getByText('No seats are held')).toBeTruthy();
  });

  it('B9-554 releases one hold or all of an account, for a reason', async () => {
    await open();
    const toasts = recordToasts();
    site.answer({
      releaseHeldSeats: [
        refusal('request.invalid', { errors: [{ pointer: '/reason', field: 'reason', detail: 'Reason is required' }] }),
        refusal('booking.not_held'),
        { released: 1, closing: 0 },
      ],
    });
    const question = await ask('Person 1');
    expect(question.queryByText(/A payment page is open/)).toBeNull();
    await press('Release the seats');
    expect(question.getByText('Reason is required')).toBeTruthy();
    fireEvent.change(question.getByLabelText('Reason'), { target: { value: 'A bot' } });
    await press('Release the seats');
    expect(question.getByText(/^Nothing was released\. No seats are held there now/)).toBeTruthy();
    site.answer({ listHeldSeats: { items: [held(2, { paying: true })] } });
    await press('Release the seats');
    expect(site.to('releaseHeldSeats').at(-1)).toMatchObject({ body: { of: held(1).bookingId, reason: 'A bot' } });
    expect(toasts).toMatchObject([{ tone: 'good', text: '1 hold has ended.' }]);
    expect([screen.queryByRole('dialog'), screen.queryByText('Person 1')]).toEqual([null, null]);

    site.answer({ releaseHeldSeats: { released: 2, closing: 1 } });
    const other = await ask('Person 2');
    expect(other.getByText(/A payment page is open\. It is closed first/)).toBeTruthy();
    fireEvent.change(other.getByLabelText('What is released'), { target: { value: held(2).userId } });
    fireEvent.change(other.getByLabelText('Reason'), { target: { value: 'The same person' } });
    await press('Release the seats');
    expect(site.to('releaseHeldSeats').at(-1)).toMatchObject({ body: { of: held(2).userId, reason: 'The same person' } });
    expect(toasts.at(-1)).toMatchObject({ text: '2 holds have ended. 1 payment page is being closed.' });
  });
});

import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { bookingView, concertView, routes, showToBuyer, BOOKING_ID } from '../../testing/booking.tsx';
import { standInForSite } from '@concert/web-kit/testing/site.ts';
import { GetDetails } from '../../routes/get-details.tsx';

const AT = `/get-details?ref=${BOOKING_ID}&ref2=signed`;
const WIDTH = 300;
const tickets = [1, 2, 3].map((number) => ({ number, code: `ticket-code-${number}` }));

async function show(concert = concertView()) {
  standInForSite(routes, { showBookingDetails: [bookingView({ notickets: 3, tickets })] });
  await showToBuyer(<GetDetails />, { at: AT, session: null, concert });
  const codes = screen.getByRole('list', { name: 'Codes of your tickets' });
  // jsdom lays nothing out.
  Object.defineProperty(codes, 'clientWidth', { value: WIDTH });
  return codes;
}

afterEach(() => {
  delete (navigator as { wakeLock?: unknown }).wakeLock;
});

it('B5-561 steps from code to code by buttons and arrow keys, and says which one is shown', async () => {
  const codes = await show();
  const shown = () => document.querySelector('[role=status]')?.textContent;
  const moved = () => fireEvent.scroll(codes);
  expect(shown()).toBe('Ticket 1 of 3');
  const [back, on] = ['Previous ticket', 'Next ticket'].map((name) => screen.getByRole('button', { name })) as [HTMLElement, HTMLElement];
  expect(back.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(on);
  moved();
  expect([codes.scrollLeft, shown()]).toEqual([WIDTH, 'Ticket 2 of 3']);
  fireEvent.keyDown(codes, { key: 'ArrowRight' });
  moved();
  expect([codes.scrollLeft, shown(), on.getAttribute('aria-disabled')]).toEqual([2 * WIDTH, 'Ticket 3 of 3', 'true']);
  fireEvent.click(on);
  expect(codes.scrollLeft).toBe(2 * WIDTH);
  fireEvent.keyDown(codes, { key: 'ArrowLeft' });
  moved();
  expect(shown()).toBe('Ticket 2 of 3');
  // Swiped by a finger.
  codes.scrollLeft = 0.4 * WIDTH;
  moved();
  expect(shown()).toBe('Ticket 1 of 3');
});

it('B5-561 B6-532 shows the codes first, then when, doors, where and the way, and folds the data; the calendar comes first and print last', async () => {
  const notes = { doorsText: '5 PM EDT', mapUrl: 'https://map.example/hall', directions: 'Train to Riverside', bring: 'A cushion' };
  const codes = await show(concertView({ notes, previousStarts: ['2024-07-06T22:00:00.000Z'] }));
  const text = document.querySelector('main, body')!.textContent;
  const order = [
    'Ticket 1 of 3',
    'Show one code for each person',
    'The concert has a new date',
    'Doors open 5 PM EDT',
    'Length 2 hours 30 minutes',
    'Riverside Concert Hall',
    'Open the map',
    'Train to Riverside',
    'A cushion',
    'Add to calendar',
    'Download PDF',
    'Print',
    'Booking details',
    BOOKING_ID,
  ].map((words) => text.indexOf(words));
  expect(order).toEqual([...order].sort((one, other) => one - other));
  expect(order[0]).toBeGreaterThanOrEqual(0);
  expect(screen.getByRole('link', { name: 'Open the map' }).getAttribute('href')).toBe('https://map.example/hall');
  expect(screen.getByText(BOOKING_ID).closest('details')?.open).toBe(false);
  expect(codes.tabIndex).toBe(0);
});

it('keeps the screen bright where the browser can, and offers it nowhere else', async () => {
  await show();
  expect(screen.queryByRole('checkbox')).toBeNull();
  cleanup();
  const release = jest.fn(() => Promise.resolve());
  const request = jest.fn((_kind: string) => Promise.resolve({ release }));
  Object.assign(navigator, { wakeLock: { request } });
  await show();
  expect(request).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Keep the screen bright' }));
  expect(request).toHaveBeenCalledWith('screen');
  await act(() => Promise.resolve());
  fireEvent.click(screen.getByRole('checkbox'));
  expect(release).toHaveBeenCalledTimes(1);
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitingRoutes, type WaitingRow } from '@concert/contracts/booking/waiting';
import { idSchema } from '@concert/contracts/core/ids';
import { advance, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import WaitingList from './waiting-list.tsx';

const row = (number: number, over: Partial<WaitingRow> = {}): WaitingRow => ({
  ...{ id: `wt_${String(number).repeat(26)}` as WaitingRow['id'], state: 'waiting', seats: 2, seating: 'any', before: 0 },
  ...{ name: `Person ${number}`, email: `person${number}@example.org`, since: '2026-05-01T10:00:00.000Z' },
  ...over,
});
const offer: WaitingRow['offer'] = {
  ...{ bookingId: idSchema('booking').parse(`bk_${'1'.repeat(26)}`), seating: 'General Seating' },
  ...{ amount: { amountMinor: 5_000, currency: 'USD' }, endsAt: '2026-05-02T22:00:00.000Z' },
};
const counts = { waiting: 12, offered: 3, filled: 9, closed: false };

let site: Site<typeof waitingRoutes>;

beforeEach(async () => {
  jest.useFakeTimers();
  const items = [row(1, { seating: 'VIP Seating', seats: 1, access: { companions: 0 } }), row(2, { state: 'offered', offer })];
  site = standInForSite(waitingRoutes, { listWaiting: { items, counts } });
  await showScreen(<WaitingList />, { session: person('organiser'), pageTitle: 'Waiting List' });
  await advance(0);
});

const rowOf = (name: string) => within(screen.getByText(name).closest('tr')!);

describe('/waiting-list', () => {
  it('shows how the list stands, who waits for what, and until when seats are offered; a switch shows those that are over', async () => {
    expect(screen.getByText('12 waiting, 3 offered, 9 seats filled')).toBeTruthy();
    for (const text of ['1 seat, VIP Seating, one accessible', 'Waits', 'person1@example.org'])
      expect(rowOf('Person 1').getByText(text)).toBeTruthy();
    for (const text of ['2 seats, any category', 'Seats offered', 'Offer ends May 2, 10:00 PM'])
      expect(rowOf('Person 2').getByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Offer seats to Person 2' })).toBeNull();
    site.answer({ listWaiting: { items: [row(3, { state: 'bought' })], counts } });
    fireEvent.click(screen.getByLabelText('Over'));
    await advance(0);
    expect(site.to('listWaiting').at(-1)).toMatchObject({ query: { over: 'true' } });
    expect(rowOf('Person 3').getByText('Bought')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Person 3/ })).toBeNull();
  });

  it('offers seats by hand and takes people out of the list, after a question, and says why nothing was done', async () => {
    site.answer({
      offerByHand: [refusal('booking.seats_unavailable'), row(1, { state: 'offered', offer })],
      removeWaiting: { state: 'removed' },
    });
    await press('Offer seats to Person 1');
    await press('Offer the seats');
    expect(within(screen.getByRole('dialog')).getByText(/^Nothing was changed\./)).toBeTruthy();
    await press('Offer the seats');
    expect(site.to('offerByHand').at(-1)).toMatchObject({ params: { waitingId: row(1).id } });
    await press('Remove Person 2 from the list');
    await press('Remove');
    expect(site.to('removeWaiting')).toMatchObject([{ params: { waitingId: row(2).id } }]);
  });

  it('closes the list for newcomers', async () => {
    const closed = { ...counts, closed: true };
    site.answer({ closeWaiting: closed, listWaiting: { items: [], counts: closed } });
    await press('Close the list …');
    await press('Close the list');
    expect(site.to('closeWaiting')).toMatchObject([{ body: { closed: true } }]);
    expect([screen.queryByRole('dialog'), screen.getByText('Nobody waits for seats')]).toMatchObject([null, {}]);
    expect(screen.getByRole('button', { name: 'Open the list …' })).toBeTruthy();
  });
});

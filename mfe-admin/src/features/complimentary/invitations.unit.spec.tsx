import { beforeEach, expect, it, jest } from '@jest/globals';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { InvitationView } from '@concert/contracts/booking/invitations';
import type { Id } from '@concert/contracts/core/ids';
import { advance, person, press, recordToasts, showScreen, typeInto as type } from '@concert/web-kit/testing/screen.tsx';
import { standInForSite } from '@concert/web-kit/testing/site.ts';
import { screen } from '@testing-library/react';
import App from '../../app.tsx';

const allotment = { group: 'v', name: 'VIP Tickets', capacity: 30, issued: 8, left: 22 } as const;
const claim = { id: `cp_${'1'.repeat(26)}` as Id<'complimentary'>, email2: 'anna@example.org', notickets: 3, status: 'Issued' } as const;
const link: InvitationView = {
  ...{
    id: `iv_${'1'.repeat(26)}` as Id<'invitation'>,
    name: 'Family of the singer',
    seats: 8,
    claimed: 3,
    rest: 'VIP Seating',
    state: 'open',
  },
  ...{ until: '2027-01-10T23:59:00.000Z', claims: [{ ...claim, name: 'Anna' }] },
};

beforeEach(() => void jest.useFakeTimers());

async function open(more: Partial<Parameters<typeof standInForSite<typeof bookingRoutes>>[1]> = {}) {
  const guest = {
    ...link,
    rest: undefined,
    id: `iv_${'2'.repeat(26)}` as Id<'invitation'>,
    name: 'Bela',
    email: 'bela@example.org',
    claims: [],
  };
  const items = [link, { ...guest, state: 'over' as const, answer: 'no' as const }];
  const site = standInForSite(bookingRoutes, { listComplimentary: { items: [], allotment }, listInvitations: { items }, ...more });
  await showScreen((props) => <App {...props} />, { at: '/v-i-p-tickets', session: person('organiser'), pageTitle: 'VIP Tickets' });
  await advance(0);
  screen.getByText('Family of the singer');
  return site;
}

it('B5-652 makes a link for an inviter, shows it once and copies it', async () => {
  const toasts = recordToasts();
  const copied: string[] = [];
  Object.assign(navigator, { clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) } });
  const url = 'https://concert.example/invitation?ref=iv_1&ref2=secret';
  const site = await open({ invite: { made: 1, skipped: 0, seats: 8, url } });
  await press('Make the link');
  for (const fault of ['Inviter is required', 'Seats are required']) expect(screen.getByText(fault)).toBeTruthy();
  type('Inviter', 'Choir');
  type('Seats', '٨');
  type('Last day', '2026-12-20');
  type('What nobody claims', 'VIP Seating');
  await press('Make the link');
  expect(site.to('invite').map(({ body }) => body)).toEqual([
    { for: 'inviter', group: 'v', label: 'Choir', seats: 8, lastDay: '2026-12-20', rest: 'VIP Seating' },
  ]);
  expect(screen.getByText(url)).toBeTruthy();
  await press('Copy the link');
  expect([copied, toasts.map(({ text }) => text)]).toEqual([[url], ['The link is copied: paste it into a message.']]);
});

it('B5-652 lists who claimed what by inviter, and ends a link by one press', async () => {
  const site = await open({ endInvitation: undefined });
  for (const said of [
    '3 of 8 claimed, 5 left until January 10, the rest goes to the sale of VIP Seating',
    'Anna, anna@example.org: 3 tickets',
    'bela@example.org',
    'Answered no',
  ])
    expect(screen.getByText(said)).toBeTruthy();
  expect(screen.getAllByText('End link')).toHaveLength(1);
  await press('End link of Family of the singer');
  expect(site.to('endInvitation')).toHaveLength(1);
  expect(site.to('listInvitations')).toHaveLength(2);
});

it('B5-652 sends the rows of a sheet as invitations with a day, without those who have an entry', async () => {
  const row = { row: 2, name: 'Anna', email2: 'anna@example.org', phoneno: '', notickets: '2', errors: [] };
  const rows = [row, { ...row, row: 3, email2: 'bela@example.org', known: 'This guest has 1 ticket in VIP Tickets already' }];
  const site = await open({
    previewImport: { rows, good: 1, tickets: 2, notes: [], allotment },
    invite: { made: 1, skipped: 0, seats: 2 },
  });
  type('Paste cells', 'cells');
  await press('Show the rows');
  type('Send', 'invitations');
  expect(screen.getByRole('button', { name: 'Invite 1 guest for 2 seats' })).toHaveProperty('disabled', true);
  type('Last day to answer', '2026-12-20');
  await press('Invite 1 guest for 2 seats');
  const { row: _row, errors: _errors, ...guest } = row;
  expect(site.to('invite').map(({ body }) => body)).toEqual([
    { for: 'guests', group: 'v', lastDay: '2026-12-20', rows: [{ ...guest, notickets: 2 }] },
  ]);
  expect(screen.getByText('1 guest was invited for 2 seats.')).toBeTruthy();
});

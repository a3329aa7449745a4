import { beforeEach, expect, it, jest } from '@jest/globals';
import { invitationRoutes, type InvitationShown } from '@concert/contracts/booking/invitations';
import { advance, person, press, showScreen, typeInto as type } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import type { Session } from '@concert/web-kit/session.tsx';
import { screen } from '@testing-library/react';
import { concertView } from '../testing/booking.tsx';
import { Invitation } from './invitation.tsx';

const REF = `iv_${'1'.repeat(26)}`;
const { title, venue, supportEmail, supportPhone, lengthMinutes, notes } = concertView();
const shown = {
  ...{ id: REF, name: 'Family of the singer', personal: false, left: 3, state: 'open', until: '2027-01-11T04:59:00.000Z' },
  concert: {
    ...{ title, venue, supportEmail, supportPhone, lengthMinutes, notes },
    ...{ startsAt: '2027-01-16T23:00:00.000Z', timeZone: 'America/New_York' },
  },
} as InvitationShown;

beforeEach(() => void jest.useFakeTimers());

async function open(
  answers: Parameters<typeof standInForSite<typeof invitationRoutes>>[1],
  query = `?ref=${REF}&ref2=secret`,
  as?: Session,
) {
  const site = standInForSite(invitationRoutes, answers);
  const { becomes } = await showScreen(<Invitation />, { at: `/invitation${query}`, pageTitle: 'Your Invitation', session: as });
  await advance(0);
  return { ...site, becomes };
}

it('B5-651 says who invites to what, how many seats are left and until when, and takes name, email and number', async () => {
  const site = await open({ showInvitation: shown, claimInvitation: { tickets: 2 } });
  screen.getByText('You are invited: Family of the singer');
  expect(screen.getByText('Saturday, January 16, 2027, 6 PM EST')).toBeTruthy();
  expect(screen.getByText('3 seats left, until Sunday, January 10, 2027, 11:59 PM EST. There is nothing to pay.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>('How many of you come?').options).toHaveLength(4);
  await press('Get the tickets');
  for (const fault of ['Name is required', 'Email is required', 'No. of Tickets is required']) expect(screen.getByText(fault)).toBeTruthy();
  expect(site.to('claimInvitation')).toEqual([]);
  type('Your name', '李 客');
  type('Your email', 'guest@example.org');
  type('How many of you come?', '2');
  await press('Get the tickets');
  expect(screen.getByText('Your tickets are on their way to guest@example.org.')).toBeTruthy();
  expect(site.to('claimInvitation').map(({ body }) => body)).toEqual([
    { ref2: 'secret', claim: { name: '李 客', email2: 'guest@example.org', notickets: 2 } },
  ]);
});

it.each([undefined, null])('B5-651 keeps what is typed when the answer who is signed in comes late, until then %s', async (as) => {
  const { becomes } = await open({ showInvitation: shown }, undefined, as);
  type('Your name', 'Anna');
  await becomes(person('buyer'));
  await advance(0);
  expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('Anna');
});

it('B5-651 says why nothing was taken, and what is left now', async () => {
  await open({
    showInvitation: [shown, { ...shown, left: 0, state: 'full' }],
    claimInvitation: refusal('booking.invitation_full', { detail: '1 seat left in this invitation' }),
  });
  screen.getByLabelText('Your name');
  type('Your name', 'A');
  type('Your email', 'guest@example.org');
  type('How many of you come?', '3');
  await press('Get the tickets');
  expect(screen.getByText('All seats of this invitation are taken')).toBeTruthy();
});

it('B5-651 lets one guest answer yes with a number, or no', async () => {
  const site = await open({ showInvitation: { ...shown, personal: true, name: 'Anna' }, claimInvitation: { tickets: 0 } });
  screen.getByText('Anna, you are invited by the organisers');
  await press('Yes, we come');
  expect(screen.getByText('No. of Tickets is required')).toBeTruthy();
  await press('No, we cannot come');
  expect(screen.getByText('You do not come. Your seats go to others.')).toBeTruthy();
  expect(site.to('claimInvitation').map(({ body }) => body)).toEqual([{ ref2: 'secret', tickets: 0 }]);
});

it.each([
  [{ state: 'over' }, 'This invitation has ended'],
  [{ state: 'over', answer: 'yes' }, 'You have answered that you come'],
  [{ state: 'over', concert: { ...shown.concert, closed: 'cancelled' } }, 'The concert is cancelled'],
] as const)('B5-651 says what became of it: %j', async (over, said) => {
  await open({ showInvitation: { ...shown, ...over } });
  expect(screen.getByText(said)).toBeTruthy();
});

it.each([`?ref=${REF}&ref2=other`, ''])('B5-651 opens nothing at /invitation%s', async (query) => {
  await open({ showInvitation: refusal('booking.invitation_not_found') }, query);
  expect(screen.getByText('This link does not open an invitation')).toBeTruthy();
});

import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Role } from '@concert/contracts/core/roles';
import { pageAt } from '@concert/contracts/site/pages';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { cleanup, render, screen } from '@testing-library/react';
import App from './app.tsx';

function open(path: string, role?: Role) {
  const session = role
    ? ({ userId: `us_${'0'.repeat(20)}`, email: `${role}@example.org`, name: 'Somebody', role } as AppProps['session'])
    : null;
  render(
    <MemoryRouter initialEntries={[path]}>
      <App session={session} concert={null} pageTitle={pageAt(path)?.title ?? ''} refreshSession={() => Promise.resolve(null)} />
    </MemoryRouter>,
  );
}

afterEach(cleanup);

describe('the organisers’ screens', () => {
  it.each([
    ['S2-38 S2-113', '/get-bookings-report', 'Concert Bookings'],
    ['S2-39', '/hdyc-family', 'HDYC Family'],
    ['S2-40', '/v-i-p-tickets', 'VIP Tickets'],
    ['S2-41', '/friends-and-family', 'Friends and Family'],
    ['S2-42', '/send-refund-issued-email', 'Refund Mails'],
    ['S2-43', '/send-refund-notification', 'Refunds'],
    ['S2-46', '/admin/users', 'Users List'],
    ['the door', '/door', 'Door'],
    ['the settings', '/concert-settings', 'Concert Settings'],
  ])('%s answers at %s', async (_, path, title) => {
    open(path, 'admin');
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  });

  it("S2-122 says 'Please log in to send refund notification.' to a signed-out person, with the way there and back", async () => {
    open('/send-refund-notification');
    expect(await screen.findByText('Please log in to send refund notification.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login?nav=send-refund-notification');
  });

  it('refuses a buyer plainly', async () => {
    open('/get-bookings-report', 'buyer');
    expect(await screen.findByText('Your account may not use this page')).toBeTruthy();
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });

  it('keeps the users and the settings for admins', async () => {
    open('/admin/users', 'organiser');
    expect(await screen.findByText('Your account may not use this page')).toBeTruthy();
    cleanup();
    open('/concert-settings', 'organiser');
    expect(await screen.findByText('Your account may not use this page')).toBeTruthy();
  });
});

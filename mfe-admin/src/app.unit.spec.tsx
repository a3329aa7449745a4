import { beforeEach, describe, expect, it } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { pageAt } from '@concert/contracts/site/pages';
import type { Role } from '@concert/contracts/core/roles';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { refundRoutes } from '@concert/contracts/payment/refunds';
import { person, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { screen } from '@testing-library/react';
import App from './app.tsx';

const routes = { ...authRoutes, ...bookingRoutes, ...notifyRoutes, ...refundRoutes };
let site: Site<typeof routes>;

const open = (at: string, role?: Role) =>
  showScreen((props) => <App {...props} />, { at, session: role ? person(role) : null, pageTitle: pageAt(at)?.title ?? '' });

// What the pages say of an answer stands in their own tests.
beforeEach(() => {
  site = standInForSite(routes, {
    showReport: 'silent',
    getBookings: [],
    listComplimentary: 'silent',
    listInvitations: 'silent',
    sendRefundIssued: 'silent',
    listUsers: 'silent',
  });
});

describe('the organisers’ screens', () => {
  it.each([
    ['S2-38 S2-113', '/get-bookings-report', 'Concert Bookings'],
    ['S2-39', '/hdyc-family', 'HDYC Family'],
    ['S2-40', '/v-i-p-tickets', 'VIP Tickets'],
    ['S2-41', '/friends-and-family', 'Friends and Family'],
    ['S2-42', '/send-refund-issued-email', 'Refund Emails'],
    ['S2-43', '/send-refund-notification', 'Refunds'],
    ['S2-46', '/admin/users', 'Users List'],
  ])('%s answers at %s', async (_, path, title) => {
    await open(path, 'admin');
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  });

  it.each([
    ['/concert-settings', 'organiser'],
    ['/go-live', 'organiser'],
    ['/admin/users', 'organiser'],
    ['/admin/users', 'buyer'],
    ['/held-seats', 'buyer'],
    ['/get-bookings-report', 'buyer'],
  ] satisfies [string, Role][])('S6-15 %s shows and asks nothing for a %s', async (path, role) => {
    await open(path, role);
    expect(await screen.findByText('Your account may not use this page')).toBeTruthy();
    expect(site.calls).toEqual([]);
  });
});

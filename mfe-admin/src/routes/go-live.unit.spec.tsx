import type { ConcertView } from '@concert/contracts/booking/http';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { goLiveRoutes, type GoLive as Seen } from '@concert/contracts/booking/go-live';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { recordToasts, advance, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { screen, within } from '@testing-library/react';
import GoLive from './go-live.tsx';

const routes = { ...goLiveRoutes, sendTestMail: notifyRoutes.sendTestMail };
const READY: Seen = {
  isDraft: true,
  mode: 'live',
  version: 7,
  rows: [{ id: 'date', state: 'green', words: 'The evening is on Saturday.' }],
};
const NOT_READY: Seen = {
  ...READY,
  rows: [
    ...READY.rows,
    { id: 'second-organiser', state: 'advice', words: 'You are alone.', mend: '/admin/users' },
    { id: 'checks', state: 'unknown', words: 'Nobody has looked.' },
    { id: 'prices', state: 'red', words: 'Prices are not confirmed.', mend: '/concert-settings' },
    { id: 'sender', state: 'red', words: 'No test email arrived.' },
    { id: 'webhook', state: 'red', words: 'No webhook arrived.', mend: 'https://dashboard.stripe.com/webhooks' },
  ],
};

let site: Site<typeof routes>;

beforeEach(() => {
  site = standInForSite(routes, { showGoLive: NOT_READY });
  jest.useFakeTimers();
});

async function open(session = person('admin'), concert: ConcertView | null = null) {
  await showScreen(<GoLive />, { session, concert, pageTitle: 'Go Live' });
  await advance(0);
}

const opens = () => screen.queryByRole('button', { name: 'Open the sale' });

describe('/go-live', () => {
  it('B4-558 shows each check in a word and a sentence, with the way to mend it, what is red first and what is fine folded, and no way to open the sale', async () => {
    await open();
    expect(screen.getByText('3 things are not ready yet')).toBeTruthy();
    expect(opens()).toBeNull();
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows[0]).toMatch(/^Not readyPrices and seatsPrices are not confirmed\./);
    expect(rows.slice(3).map((row) => row?.slice(0, 12))).toEqual(['Not knownLoo', 'AdviceSecond', 'ReadyDateThe']);
    expect(screen.getByText('1 check is fine').closest('details')?.open).toBe(false);
    const link = (name: string) => screen.getByRole('link', { name: `Fix it: ${name}` }).getAttribute('href');
    expect([link('Prices and seats'), link('Payment notifications')]).toEqual([
      '/concert-settings',
      'https://dashboard.stripe.com/webhooks',
    ]);
  });

  it('B4-558 confirms prices, sends a test mail, and looks again', async () => {
    await open();
    const toasts = recordToasts();
    site.answer({
      sendTestMail: { to: 'office@music.org' },
      confirmPrices: { ...NOT_READY, rows: NOT_READY.rows.filter(({ id }) => id !== 'prices') },
    });
    await press('Send a test email');
    expect(toasts).toMatchObject([{ tone: 'good', text: 'A test email is on its way to office@music.org.' }]);
    await press('Confirm');
    expect(site.to('confirmPrices')).toMatchObject([{ body: { version: 7 } }]);
    expect(screen.queryByText('Prices are not confirmed.')).toBeNull();
    site.answer({ showGoLive: READY });
    await press('Check again');
    expect(screen.getByText('Everything is ready')).toBeTruthy();
  });

  it('B4-558 opens the sale after one question, and shows why the server refuses', async () => {
    site.answer({
      showGoLive: READY,
      openSale: [refusal('booking.not_ready', { detail: 'The clock is wrong.' }), { ...READY, isDraft: false }],
    });
    await open();
    await press('Open the sale');
    const question = within(screen.getByRole('dialog', { name: 'Open the sale?' }));
    await press('Open the sale now');
    expect(question.getByText(/This was not done\..*The clock is wrong\./)).toBeTruthy();
    expect(site.to('showGoLive')).toHaveLength(2);
    await press('Open the sale now');
    expect(site.to('openSale').at(-1)).toMatchObject({ body: { version: 7 } });
    expect([screen.queryByRole('dialog'), opens()]).toEqual([null, null]);
    expect(screen.getByText('The sale is open')).toBeTruthy();
  });

  it('B4-558 says when a sale opens whose opening is set', async () => {
    site.answer({ showGoLive: { ...READY, isDraft: false } });
    await open(person('admin'), {
      saleState: 'soon',
      sale: { opensAt: '2027-01-01T17:00:00.000Z', opensText: 'on Friday, 6 PM' },
    } as ConcertView);
    expect(screen.getByText('Reservations open on Friday, 6 PM')).toBeTruthy();
  });

  it('B4-558 tells how to rehearse with a test key', async () => {
    site.answer({ showGoLive: { ...NOT_READY, mode: 'test' } });
    await open();
    expect(screen.getByText(/To rehearse a sale with the test key/)).toBeTruthy();
  });
});

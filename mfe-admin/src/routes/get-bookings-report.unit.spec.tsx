import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { Report } from '@concert/contracts/booking/reports';
import { notifyRoutes } from '@concert/contracts/notify/http';
import type { Session } from '@concert/web-kit/session.tsx';
import { advance, person, showScreen, currentAddress, press, recordToasts } from '@concert/web-kit/testing/screen.tsx';
import { rawAnswer, refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { emptyReport, reportBookingId as bookingId, reportRow as row } from '../testing/report.ts';
import BookingsReport from './get-bookings-report.tsx';

const routes = { ...authRoutes, ...bookingRoutes, ...notifyRoutes };
const GUESTS: Readonly<Record<string, object>> = {
  'HDYC Family': { countedBy: 'entry', count: 1, bookings: 1, tickets: 6, sold: 6 },
  'VIP Tickets': { countedBy: 'entry', count: 2, bookings: 2, tickets: 3, sold: 3 },
  'Friends and Family': { countedBy: 'entry', count: 4, bookings: 4, tickets: 9, sold: 9 },
};

function sold(): Report {
  const base = emptyReport();
  return {
    ...base,
    categories: base.categories.map((total) =>
      total.category === 'General Seating'
        ? {
            ...total,
            countedBy: 'ticket',
            count: 286,
            bookings: 120,
            tickets: 286,
            chargedMinor: 715_000,
            sold: 286,
            capacity: 500,
            held: 3,
          }
        : GUESTS[total.category]
          ? { ...total, ...GUESTS[total.category] }
          : total,
    ),
    cells: [{ category: 'General Seating', status: 'paid', bookings: 120, tickets: 286, amountMinor: 715_000 }],
  };
}

let site: Site<typeof routes>;
const asked = () => site.to('getBookings').map(({ body }) => body);

async function open(at = '/get-bookings-report', session: Session = person('organiser')) {
  await showScreen(<BookingsReport />, { at, session, pageTitle: 'Concert Bookings' });
  await advance(0);
}
const openFigures = () => fireEvent.click(screen.getByRole('button', { name: /^Seats: / }));

beforeEach(() => {
  jest.useFakeTimers();
  site = standInForSite(routes, {
    showReport: emptyReport(),
    getBookings: [],
  });
});

describe('the bookings report', () => {
  it("S2-113 S2-114 is called 'Concert Bookings' and says 'Not Available' while there is nothing", async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Concert Bookings' })).toBeTruthy();
    expect(screen.getByText('Not Available')).toBeTruthy();
    openFigures();
    expect(screen.getByRole('link', { name: 'Refunds, fees and payouts' }).getAttribute('href')).toBe('/money');
    expect(screen.queryByRole('table', { name: 'Concert bookings' })).toBeNull();
  });

  it('S2-115 S3-39 S3-40 S3-41 shows totals before the list: each category counted its own way, seats and money', async () => {
    site.answer({ showReport: sold() });
    site.answer({ getBookings: [row(1)] });
    await open();
    const figures = screen.getByRole('button', { name: 'Seats: 286 of 680 · $7,150 charged', expanded: false });
    expect(
      figures.compareDocumentPosition(screen.getByRole('table', { name: 'Concert bookings' })) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
    fireEvent.click(figures);
    const totals = within(screen.getByRole('table', { name: 'Totals by category' }));
    const line = (name: string) =>
      within(totals.getByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(line('General Seating')).toEqual(['286', '$7,150.00']);
    expect(line('HDYC Family')).toEqual(['6 in 1 entry', '$0.00']);
    expect(totals.getAllByRole('rowheader').map((header) => header.textContent)).toEqual(
      expect.arrayContaining([
        'General Seating',
        'Preferred Seating',
        'Premium Seating',
        'VIP Seating',
        'HDYC Family',
        'VIP Tickets',
        'Friends and Family',
      ]),
    );
    expect(line('VIP Tickets')[0]).toBe('3 in 2 entries');
    expect(line('Friends and Family')[0]).toBe('9 in 4 entries');
    expect(screen.getByRole('progressbar', { name: 'General Seating' }).getAttribute('aria-valuetext')).toBe('286 / 500, 3 held');
  });

  it("S2-116 S9-29 lists the nine columns of the specification and no tenth; the amount is the money charged, the moment in the concert's zone", async () => {
    site.answer({ showReport: sold() });
    site.answer({ getBookings: [row(1), row(2, { status: 'expired', amount: 0, price: 250_000 })] });
    await open();
    const table = within(screen.getByRole('table', { name: 'Concert bookings' }));
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Full Name',
      'Email',
      'Phone Number',
      'Booking ID',
      'No. of Tickets',
      'Amount',
      'Seating',
      'Date and Time',
      'Status',
    ]);
    const [, first, second] = table.getAllByRole('row');
    expect([...first!.children].map((cell) => cell.textContent)).toEqual([
      'Meera Raghavan 1',
      'meera-1@example.org',
      '(555) 123-4567',
      '000001',
      '2',
      '$50.00',
      'General Seating',
      '06/30/2024 18:04:11 EDT',
      'Paid',
    ]);
    // What was asked for and not paid is no money.
    expect(second!.children[5]!.textContent).toBe('Not charged: $2,500.00');
    expect(second!.querySelector('s')?.textContent).toContain('$2,500.00');
    expect(second!.children[8]!.textContent).toBe('Expired');
    expect(screen.getByText('2 of 120 shown')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download Report: all 120' })).toBeTruthy();
  });

  it('B5-574 copies the whole id of a booking whose end is shown, and says so where the browser does not let it', async () => {
    const copied: string[] = [];
    const toasts = recordToasts();
    Object.assign(navigator, { clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) } });
    site.answer({ getBookings: [row(1)] });
    await open();
    await press(`Copy the booking id ${bookingId(1)}, in short ${bookingId(1).slice(-6)}`);
    Object.assign(navigator, { clipboard: undefined });
    await press(`Copy the booking id ${bookingId(1)}, in short ${bookingId(1).slice(-6)}`);
    expect(copied).toEqual([bookingId(1)]);
    expect(toasts.map(({ text }) => text)).toEqual([
      `${bookingId(1)} has been copied.`,
      `This browser does not let us copy. The booking id is ${bookingId(1)}.`,
    ]);
  });

  it('B6-548 shows the file for an answer to a dispute as a page to print, and copies its text', async () => {
    const copied: string[] = [];
    const toasts = recordToasts();
    Object.assign(navigator, { clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) } });
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const sections = [{ title: 'What was bought', lines: ['2 of General Seating'] }];
    site.answer({ makeDisputeFile: [refusal('request.unavailable'), { sections, text: 'What was bought\n- 2 of General Seating' }] });
    await open(`/get-bookings-report?answer=${bookingId(1)}`);
    expect(screen.getByText('The evidence could not be loaded')).toBeTruthy();
    await press('Try again');
    expect(screen.getByRole('heading', { name: 'What was bought' })).toBeTruthy();
    expect(screen.getByText('2 of General Seating')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Print the page' }));
    expect(print).toHaveBeenCalledTimes(1);
    await press('Copy text');
    expect([copied, toasts]).toEqual([['What was bought\n- 2 of General Seating'], [{ tone: 'good', text: 'Text copied.' }]]);
    Object.assign(navigator, { clipboard: undefined });
    await press('Copy text');
    expect(toasts[1]?.text).toMatch(/^The text could not be copied/);
    // Each look is an entry in the audit log: none is made by itself.
    expect(site.to('makeDisputeFile')).toHaveLength(2);
  });

  it('B5-575 claims no total of the list before the figures are known', async () => {
    site.answer({ getBookings: [row(1)], showReport: 'unreachable' });
    await open();
    expect(screen.getByText('1 shown')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download Report' })).toBeTruthy();
  });

  it("B4-502 S6-11 asks under the address of whoever is signed in, and keeps every choice in the page's address", async () => {
    await open('/get-bookings-report?seating=VIP+Seating&status=refunded&sort=name&search=meera');
    expect(asked()).toEqual([
      { email: 'organiser@example.org', limit: 51, sort: 'name', search: 'meera', seating: ['VIP Seating'], status: ['refunded'] },
    ]);
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'paid' } });
    await advance(0);
    expect(currentAddress()).toBe('/get-bookings-report?seating=VIP+Seating&status=paid&sort=name&search=meera');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '  (555) 123  ' } });
    await advance(299);
    expect(asked()).toHaveLength(2);
    await advance(1);
    expect(asked().at(-1)).toMatchObject({ search: '(555) 123', status: ['paid'] });
    await press('Show all bookings', screen, 'link');
    expect(currentAddress()).toBe('/get-bookings-report');
    expect(asked().at(-1)).toEqual({ email: 'organiser@example.org', limit: 51, sort: '-created' });
  });

  it('S7-24 says when the list or the totals could not be read, not that there are none, and tries again', async () => {
    site.answer({ showReport: 'unreachable', getBookings: refusal('request.unavailable') });
    await open();
    expect(screen.getByText('The totals could not be loaded')).toBeTruthy();
    expect(screen.getByText('The bookings could not be loaded')).toBeTruthy();
    expect([screen.queryByText('Not Available'), screen.queryByRole('table', { name: 'Concert bookings' })]).toEqual([null, null]);
    site.answer({ getBookings: [row(1)] });
    fireEvent.click(screen.getAllByRole('button', { name: 'Try again' }).at(-1)!);
    await advance(0);
    expect(screen.getByText('Meera Raghavan 1')).toBeTruthy();
  });

  it('F44 shows which payments are disputed, and opens the panel of a booking at an address of its own', async () => {
    site.answer({
      getBookings: [row(1, { dispute: 'open' }), row(2, { dispute: 'lost' }), row(3)],
      showTimeline: 'silent',
      listMails: 'silent',
    });
    await open();
    expect(
      screen
        .getAllByRole('row')
        .slice(-3)
        .map((shown) => ['Disputed', 'Dispute lost'].filter((text) => within(shown).queryByText(text))),
    ).toEqual([['Disputed'], ['Dispute lost'], []]);
    await press('Meera Raghavan 1, open the timeline', screen, 'link');
    expect(currentAddress()).toBe(`/get-bookings-report?booking=${bookingId(1)}`);
    await press('Close', screen.getByRole('dialog', { name: 'Booking' }));
    expect(currentAddress()).toBe('/get-bookings-report');
  });

  it('prints every booking, not only those that were shown', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const first = Array.from({ length: 51 }, (_, index) => row(index));
    const further = [refusal('request.unavailable'), [row(50), row(51)]];
    site.answer({ getBookings: ({ body }) => (body.cursor ? further.shift()! : first) });
    await open();
    for (const [times, shown] of [
      [0, 50],
      [1, 52],
    ]) {
      await press('Print');
      expect([print.mock.calls.length, screen.getAllByRole('row').length - 1]).toEqual([times, shown]);
    }
  });

  it('S6-15 asks a signed-out person to sign in', async () => {
    await open('/get-bookings-report', null);
    expect(screen.getByText('Please sign in to see the concert bookings.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Download Report/ })).toBeNull();
  });
});

describe('the download of the bookings report', () => {
  let saved: { name: string; size: number }[] = [];
  beforeEach(() => {
    saved = [];
    const blobs = new Map<string, Blob>();
    URL.createObjectURL = (blob) => {
      blobs.set('blob:report', blob as Blob);
      return 'blob:report';
    };
    URL.revokeObjectURL = () => undefined;
    HTMLAnchorElement.prototype.click = function click() {
      saved.push({ name: this.download, size: blobs.get(this.href)?.size ?? -1 });
    };
  });
  async function pressDownload(name: string | RegExp = /^Download Report/, at?: string) {
    await open(at);
    fireEvent.click(screen.getByRole('button', { name }));
    await advance(0);
  }
  const answerWith = (response: object) => site.answer({ exportBookings: rawAnswer(response) });
  const file = (size: number) => ({ ok: true, status: 200, blob: () => Promise.resolve(new Blob([new Uint8Array(size)])) });

  it("S2-118 S7-25 gives the file concert_bookings.xlsx to the browser by 'Download Report'", async () => {
    answerWith(file(10));
    await pressDownload();
    expect(site.to('exportBookings').map(({ body }) => body)).toEqual([{ email: 'organiser@example.org' }]);
    expect(saved).toEqual([{ name: 'concert_bookings.xlsx', size: 10 }]);
    expect(screen.getByRole('button', { name: 'Download Report' })).toBeTruthy();
  });

  it('B5-577 says what it gives: all there are, or those that a search found', async () => {
    const cells = [{ category: 'VIP Seating', status: 'paid', bookings: 239, tickets: 400, amountMinor: 1 } as const];
    site.answer({ showReport: emptyReport({ cells }), getBookings: [row(1), row(2)] });
    answerWith(file(4));
    await pressDownload('Download these 2', '/get-bookings-report?search=tanaka');
    expect(screen.getByRole('button', { name: 'Download Report: all 239' })).toBeTruthy();
    expect(site.to('exportBookings').map(({ body }) => body)).toEqual([
      { email: 'organiser@example.org', ids: [bookingId(1), bookingId(2)] },
    ]);
  });

  it('B5-578 does not say that it comes while it asks who somebody is', async () => {
    site.answer({
      exportBookings: refusal('request.sign_in_again'),
      showSignInWays: { google: false, organisersNeedPasskey: false },
    });
    await pressDownload();
    expect(screen.getByRole('dialog', { name: 'Confirm it is you' })).toBeTruthy();
    expect(screen.queryByText('Downloading the report')).toBeNull();
  });

  it.each([
    ['refused', { ok: false, status: 503 }],
    ['cut off', { ...file(4), blob: () => Promise.reject(new TypeError('network error')) }],
  ])('S7-34 that is %s saves nothing and says so', async (_, response) => {
    answerWith(response);
    await pressDownload();
    expect(screen.getByText('The report could not be downloaded')).toBeTruthy();
    expect(saved).toEqual([]);
  });
});

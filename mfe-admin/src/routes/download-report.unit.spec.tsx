import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { advance, person, showScreen, endScreen } from '@concert/web-kit/testing/screen.tsx';
import { rawAnswer, refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { fireEvent, screen } from '@testing-library/react';
import { emptyReport, reportBookingId, reportCell, reportRow } from '../testing/report.ts';
import BookingsReport from './get-bookings-report.tsx';

const routes = { ...authRoutes, ...bookingRoutes, ...notifyRoutes };

describe('the download of the bookings report', () => {
  function stream(parts: readonly Uint8Array[], ends: 'whole' | 'cut') {
    const left = [...parts];
    return {
      getReader: () => ({
        read: () => {
          const value = left.shift();
          if (value) return Promise.resolve({ done: false, value });
          return ends === 'whole' ? Promise.resolve({ done: true }) : Promise.reject(new TypeError('network error'));
        },
      }),
    };
  }
  let site: Site<typeof routes>;
  let saved: { name: string; size: number }[] = [];
  beforeEach(() => {
    jest.useFakeTimers();
    site = standInForSite(routes, {
      showReport: emptyReport(),
      getBookings: [],
      showDesk: { mailsInTrouble: 0, openMessages: 0, peopleUnreached: 0 },
    });
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
  afterEach(endScreen);
  async function pressDownload(name: string | RegExp = /^Download Report/, at = '/get-bookings-report') {
    await showScreen(<BookingsReport />, { at, session: person('organiser'), pageTitle: 'Concert Bookings' });
    await advance(0);
    fireEvent.click(screen.getByRole('button', { name }));
    await advance(0);
  }
  const answerWith = (response: object) => site.answer({ exportBookings: rawAnswer(response) });
  const headers = new Headers({ 'x-report-rows': '100000', 'x-report-bytes': '8', 'content-type': 'application/x' });

  it("S2-118 S7-25 gives the file concert_bookings.xlsx to the browser by 'Download Report'", async () => {
    answerWith({ ok: true, status: 200, headers, body: stream([new Uint8Array(4), new Uint8Array(6)], 'whole') });
    await pressDownload();
    expect(site.to('exportBookings').map(({ body }) => body)).toEqual([{ email: 'organiser@example.org' }]);
    expect(saved).toEqual([{ name: 'concert_bookings.xlsx', size: 10 }]);
    expect(screen.getByRole('button', { name: 'Download Report' })).toBeTruthy();
  });

  it('B5-123 says what it gives: all there are, or those that a search found', async () => {
    const paid = reportCell({ category: 'VIP Seating', status: 'paid', bookings: 239, tickets: 400, amountMinor: 1 });
    site.answer({ showReport: emptyReport({ cells: [paid] }), getBookings: [reportRow(1), reportRow(2)] });
    answerWith({ ok: true, status: 200, headers, body: stream([new Uint8Array(4)], 'whole') });
    await pressDownload('Download these 2', '/get-bookings-report?search=tanaka');
    expect(screen.getByRole('button', { name: 'Download Report: all 239' })).toBeTruthy();
    expect(site.to('exportBookings').map(({ body }) => body)).toEqual([
      { email: 'organiser@example.org', ids: [reportBookingId(1), reportBookingId(2)] },
    ]);
  });

  it('B5-124 does not say that it comes while it asks who somebody is', async () => {
    site.answer({
      exportBookings: refusal('request.sign_in_again'),
      showSignInWays: { google: false, organisersNeedPasskey: false },
    });
    await pressDownload();
    expect(screen.getByRole('dialog', { name: 'Confirm it is you' })).toBeTruthy();
    expect(screen.queryByText('Downloading the report')).toBeNull();
    expect(screen.queryByRole('progressbar', { name: 'Report' })).toBeNull();
  });

  it.each([
    ['refused', { ok: false, status: 503, headers, body: null }],
    ['cut off', { ok: true, status: 200, headers, body: stream([new Uint8Array(4)], 'cut') }],
  ])('S7-34 that is %s saves nothing and says so', async (_, response) => {
    answerWith(response);
    await pressDownload();
    expect(screen.getByText('The report could not be downloaded')).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it('tells how far it is in rows while it comes', async () => {
    let more: (step: { done: boolean; value?: Uint8Array }) => void = () => undefined;
    answerWith({ ok: true, status: 200, headers, body: { getReader: () => ({ read: () => new Promise((resolve) => (more = resolve)) }) } });
    await pressDownload();
    more({ done: false, value: new Uint8Array(2) });
    await advance(0);
    expect(screen.getByRole('progressbar', { name: 'Report' }).getAttribute('aria-valuetext')).toBe('about 25,000 of 100,000 rows');
  });
});

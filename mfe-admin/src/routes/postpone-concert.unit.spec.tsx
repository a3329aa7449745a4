import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { choiceRoutes } from '@concert/contracts/booking/choices';
import { messageRunRoutes } from '@concert/contracts/notify/message-runs';
import type { Report } from '@concert/contracts/booking/reports';
import { reportRoutes } from '@concert/contracts/booking/reports';
import { settingsRoutes, type ConcertSettings } from '@concert/contracts/booking/settings';
import { cancellationRoutes, type DryRun } from '@concert/contracts/payment/cancellation';
import { advance, person, press, showScreen, typeInto as type } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { screen, within } from '@testing-library/react';
import { dryRun } from '../testing/dry-run.ts';
import { categoryTotal } from '../testing/report.ts';
import { settings } from '../testing/settings.ts';
import PostponeConcert from './postpone-concert.tsx';

const routes = { ...messageRunRoutes, ...choiceRoutes, ...settingsRoutes, ...reportRoutes, ...cancellationRoutes };
const report: Report = {
  currency: 'USD',
  timeZone: 'America/New_York',
  soldToday: 0,
  categories: (['General Seating', 'VIP Seating', 'VIP Tickets'] as const).map((category) => categoryTotal(category)),
  cells: [
    { category: 'General Seating', status: 'paid', bookings: 2, tickets: 6, amountMinor: 20_000 },
    { category: 'General Seating', status: 'refunded', bookings: 1, tickets: 2, amountMinor: 5_000 },
    { category: 'VIP Tickets', status: 'Issued', bookings: 1, tickets: 3, amountMinor: 0 },
  ],
};
const ready = {
  purpose: 'new-date' as const,
  audience: { nextDate: true },
  messages: [{ reader: 'everybody' as const, subject: 'New date', words: 'There is one.' }],
};
const draft = {
  ...ready,
  id: `mr_${'1'.repeat(26)}`,
  state: 'draft' as const,
  createdAt: '2026-05-01T12:00:00.000Z',
  count: 190,
  version: 1,
  confirmation: 'Send to 190',
};
const counted = dryRun(2, 15_000);
const postponement = {
  dateToFollow: true,
  postponedAt: '2099-05-01T12:00:00.000Z',
  chooseUntil: '2099-06-02T03:59:00.000Z',
  silence: 'keep',
} as const;

const counts = { postponement, state: 'open', keepAll: 12, giveSome: 1, giveAll: 3, silent: 40, ticketsBack: 9, ticketsGiven: 2 } as const;

beforeEach(() => {
  jest.useFakeTimers();
});

async function open(given: Partial<ConcertSettings> = {}, dryRun: DryRun | ReturnType<typeof refusal> = counted) {
  const site = standInForSite(routes, {
    showSettings: { ...settings, ...given },
    showReport: report,
    dryRunCancellation: dryRun,
    showChoiceCounts: { counts },
    listReadyMadeRuns: { items: [ready] },
    countAudience: { count: 190, readers: [], people: [] },
    createMessageRun: draft,
    startMessageRun: { ...draft, state: 'running' },
    postponeConcert: { ...settings, version: 5, state: 'postponed', postponement },
  });
  await showScreen(<PostponeConcert />, { session: person('admin'), pageTitle: 'Postpone the Concert' });
  await advance(0);
  return site;
}

async function fill(): Promise<void> {
  type('Reason, as visitors read it', 'Storm');
  type('Last day to choose', '2099-06-01');
  type('Holders who choose nothing', 'keep');
}

describe('/postpone-concert', () => {
  it('B2-533 shows who holds tickets, and asks for nothing before their money was counted beside the provider’s', async () => {
    await open();
    const rows = screen.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(rows.slice(1)).toEqual([
      ['2', '6'],
      ['1', '3'],
      ['3', '9'],
    ]);
    expect(screen.getByText('Count the money first.')).toBeTruthy();
    expect(screen.queryByLabelText('New date and time')).toBeNull();
    await press('Count the refunds');
    expect(screen.getByText('Both sums are equal')).toBeTruthy();
    expect(screen.getByLabelText('New date and time')).toBeTruthy();
  });

  it('B2-617 shows how many holders chose what so far, and what becomes of it', async () => {
    await open({ state: 'postponed', postponement });
    expect(
      screen.getByText(/^Holders of paid tickets choose until Monday, June 1, 2099, 11:59 PM EDT\. Then it is carried out/),
    ).toBeTruthy();
    const values = [...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent);
    expect(values).toEqual(['12 bookings', '1 booking', '3 bookings', '40 bookings', '9 tickets', '2 tickets']);
    expect(screen.getByText('Chose nothing: keep their tickets')).toBeTruthy();
  });

  it('B2-533 B5-551 says what is missing at its field, repeats the numbers, sends what was confirmed and tells everybody in the same act', async () => {
    const site = await open();
    await press('Count the refunds');
    await press('Postpone the concert …');
    expect(document.activeElement).toBe(screen.getByLabelText('New date and time'));
    expect(screen.getByText('Choose what happens if people do not answer')).toBeTruthy();
    await fill();
    type('New date and time', '2099-09-05T18:00');
    await press('Postpone the concert …');
    const dialog = screen.getByRole('dialog');
    for (const text of [
      'Saturday, September 5, 2099, 6 PM EDT',
      '9 tickets of 3 bookings and entries',
      '$150.00',
      'Equal to the cent',
      'Monday, June 1, 2099',
      'keep their tickets',
    ])
      expect(within(dialog).getByText(text)).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>('and tell 190 people now').checked).toBe(true);
    expect([site.to('postponeConcert'), site.to('createMessageRun')]).toEqual([[], []]);
    await press('Postpone the concert', dialog);
    expect(site.to('postponeConcert').map(({ body }) => body)).toEqual([
      { version: 4, date: { local: '2099-09-05T18:00' }, reason: 'Storm', lastDay: '2099-06-01', silence: 'keep' },
    ]);
    expect(site.to('startMessageRun')).toMatchObject([{ params: { runId: draft.id }, body: { confirmation: 'Send to 190' } }]);
    expect(screen.getByText('The message goes to 190 people now')).toBeTruthy();
    expect(screen.getByText('The concert is postponed now. Its new date is to follow.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Tell everyone' }).getAttribute('href')).toBe('/messages?new=new-date');
  });

  it('B2-533 needs no date where it is to follow, and no provider that cannot be reached', async () => {
    const site = await open({}, refusal('payment.provider_unavailable'));
    await press('Count the refunds');
    type('Is the new date known?', 'follow');
    expect(screen.queryByLabelText('New date and time')).toBeNull();
    await fill();
    await press('Postpone the concert …');
    const dialog = screen.getByRole('dialog');
    for (const text of ['New date to follow', 'Could not be compared just now']) expect(within(dialog).getByText(text)).toBeTruthy();
    await press('Postpone the concert', dialog);
    expect(site.to('postponeConcert')).toMatchObject([{ body: { date: null } }]);
  });
});

import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AnswerOf } from '@concert/contracts/core/route';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { refundRoutes } from '@concert/contracts/payment/refunds';
import { reportRoutes } from '@concert/contracts/booking/reports';
import { timelineRoutes } from '@concert/contracts/booking/timeline';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { authRoutes } from '@concert/contracts/auth/http';
import type { Session } from '@concert/web-kit/session.tsx';
import { recordToasts, advance, currentAddress, person, press, showScreen, type ShownWith } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import SendRefundIssuedEmail from './send-refund-issued-email.tsx';
import { reportRow } from '../testing/report.ts';
import { toggleTicket } from '../features/refunds/part-form.ts';
import SendRefundNotification from './send-refund-notification.tsx';

const routes = { ...refundRoutes, ...authRoutes, ...reportRoutes, ...timelineRoutes, ...notifyRoutes };
type Row = AnswerOf<typeof refundRoutes.showRefundRows>['items'][number];

const organiser = person('organiser');
const id = (number: number) => `bk_${String(number).padStart(26, '0')}`;

function row(number: number, changes: Partial<Row> = {}): Row {
  return {
    fkey: id(number),
    name: `Person ${number}`,
    email: `person-${number}@example.org`,
    paidAt: '2026-05-01T02:00:00.000Z',
    status: 'paid',
    seating: 'Preferred Seating',
    notickets: 4,
    ticketsLeft: [1, 2, 3, 4].map((number) => ({ number, inside: false })),
    amount: 50_000,
    currency: 'USD',
    refundable: true,
    divisible: false,
    disputed: false,
    lost: false,
    bankMinor: 0,
    ...changes,
  };
}

const refund = (state: NonNullable<Row['refund']>['state'], changes: Partial<NonNullable<Row['refund']>> = {}): Row['refund'] => ({
  id: `rf_${'0'.repeat(26)}`,
  state,
  cause: 'organiser',
  attempt: 1,
  amount: 50_000,
  requestedAt: '2026-05-01T12:00:00.000Z',
  ...changes,
});

let site: Site<typeof routes>;
let toasts: ReturnType<typeof recordToasts>;
const timeouts: number[] = [];

async function open(shown: ReactNode, given: ShownWith = {}) {
  await showScreen(shown, { at: '/send-refund-notification', session: organiser, pageTitle: 'Refunds', ...given });
  await advance(0);
}

async function openList() {
  await open(<SendRefundNotification />);
  await press('Get Details');
}

async function refundFirst() {
  await openList();
  await press('Refund $500.00 to Person 1');
  await press('Refund $500.00', screen.getByRole('dialog', { name: 'Refund Person 1?' }));
}

beforeAll(() => {
  toasts = recordToasts();
});

beforeEach(() => {
  jest.useFakeTimers();
  site = standInForSite(routes);
  toasts.length = 0;
  timeouts.length = 0;
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    timeouts.push(milliseconds);
    return new AbortController().signal;
  });
});

describe('/send-refund-notification', () => {
  it('S2-119 S2-123 S8-22 S6-12 S7-30 S9-23 fetches only when it is asked, says so while it does, with the own email and 300 s of patience', async () => {
    site.answer({ sendRefundLink: 'silent' });
    await open(<SendRefundNotification />);
    expect(site.calls).toEqual([]);
    await press('Get Details');
    expect(screen.getByRole('status').textContent).toBe('Please wait while fetching details ...');
    expect(site.calls).toMatchObject([{ route: 'sendRefundLink', body: { email: 'organiser@example.org' } }]);
    expect(timeouts).toEqual([300_000]);
  });

  it('S2-43 S2-120 S2-121 S3-24 S3-25 S8-23 lists Name, Status, Seating, No. Of Tickets and Refund', async () => {
    site.answer({
      sendRefundLink: {
        success: true,
        details: [
          row(1),
          row(2, { status: 'refund_failed', refund: refund('failed', { reason: 'The card has expired or was cancelled' }) }),
          row(3, { disputed: true, refundable: false, bankMinor: 50_000 }),
          row(4, { lost: true, amount: 0, refundable: false, bankMinor: 50_000 }),
          row(5, { status: 'no_booking', seating: undefined, notickets: undefined }),
        ],
      },
    });
    await openList();
    expect(screen.getByRole('status').textContent).toBe('Data loaded successfully.');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Booking ID',
      'Paid',
      'Status',
      'Seating',
      'No. Of Tickets',
      'Amount',
      'Refund',
    ]);
    const [first, second, third, fourth, fifth] = screen.getAllByRole('row').slice(1);
    for (const text of ['Person 1', 'person-1@example.org', '000001', 'May 1', 'Paid', 'Preferred Seating', '4', 'Refund'])
      expect(within(first!).getByText(text)).toBeTruthy();
    for (const text of ['Refund failed', 'The card has expired or was cancelled', 'Refund again'])
      expect(within(second!).getByText(text)).toBeTruthy();
    expect(within(third!).getByText('Disputed')).toBeTruthy();
    expect(within(third!).queryByRole('button')).toBeNull();
    for (const text of [
      'Lost to a dispute',
      'The bank has given $500.00 back to the card holder. It cannot be refunded as well. The seats are still taken: open the booking',
    ])
      expect(within(fourth!).getByText(text)).toBeTruthy();
    expect(within(fourth!).queryByRole('button')).toBeNull();
    expect(within(fifth!).getByText('There is no such booking')).toBeTruthy();
    expect(within(fifth!).getByRole<HTMLButtonElement>('button').disabled).toBe(false);
  });

  it('shows the booking somebody came for, alone, until all are asked for', async () => {
    site.answer({ showRefundRows: { items: [row(7)] } });
    site.answer({ sendRefundLink: { success: true, details: [row(1), row(2)] } });
    await open(<SendRefundNotification />, { at: `/send-refund-notification?booking=${id(7)}` });
    expect(site.calls).toEqual([{ route: 'showRefundRows', query: { ids: id(7) } }]);
    expect(screen.getByRole('status').textContent).toBe('Data loaded successfully.');
    expect(screen.getByText('Only the booking you came from is shown. Get Details lists all with money.')).toBeTruthy();
    expect(screen.getAllByRole('row')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Refund $500.00 to Person 7' })).toBeTruthy();
    await press('Get Details');
    expect(screen.getAllByRole('row')).toHaveLength(3);
    expect(screen.queryByText('Person 7')).toBeNull();
  });

  it('B5-583 finds what holds money by all that the report looks through', async () => {
    site.answer({ getBookings: [reportRow(7), reportRow(8)], showRefundRows: { items: [row(7)] } });
    await open(<SendRefundNotification />, { at: '/send-refund-notification?search=0155' });
    expect(site.to('getBookings').map(({ body }) => [body.search, body.seating])).toEqual([['0155', [...SEATINGS]]]);
    expect(site.to('showRefundRows').map(({ query }) => query)).toEqual([{ ids: `${id(7)},${id(8)}` }]);
    expect(screen.getByRole('button', { name: 'Refund $500.00 to Person 7' })).toBeTruthy();
    site.answer({ getBookings: [] });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } });
    await advance(300);
    expect(screen.getByText('No paid or refunded booking matches “nobody”.')).toBeTruthy();
    expect(currentAddress()).toBe('/send-refund-notification?search=nobody');
  });

  it("S8-24 says 'Failed to send refund link.', two spaces and why", async () => {
    site.answer({ sendRefundLink: [{ success: false, details: [], error: 'The list is being made' }, 'unreachable'] });
    await openList();
    expect(screen.getByRole('alert').textContent).toBe('Failed to send refund link.  The list is being made');
    await press('Get Details');
    expect(screen.getByRole('alert').textContent).toMatch(/^Failed to send refund link. {2}We cannot reach the concert site\./);
  });

  it.each([
    ['Person', ''],
    ['', 'Person'],
  ])('S8-25 S8-26 the sentence ends in the name where one of its parts is missing (%j, %j)', async (firstname, lastname) => {
    site.answer({
      sendRefundLink: { success: true, details: [row(1)] },
      triggerRefund: { success: true, details: { firstname, lastname } },
      showRefundRows: { items: [row(1, { status: 'refund_requested', refundable: false })] },
    });
    await refundFirst();
    expect(screen.getByRole('status').textContent).toBe('Refund process initiated successfully for Person');
    expect(toasts).toEqual([{ text: 'Refund process initiated successfully for Person', tone: 'good' }]);
  });

  it('S7-31 S8-25 S8-26 S9-24 asks first, then says who is refunded in message and toast, and follows the row', async () => {
    site.answer({ sendRefundLink: { success: true, details: [row(1)] } });
    site.answer({ triggerRefund: { success: true, details: { firstname: 'Person', lastname: 'One' } } });
    site.answer({
      showRefundRows: [
        {
          items: [
            row(1, { status: 'refund_requested', refundable: false, refund: refund('pending', { reason: 'The bank is working on it' }) }),
          ],
        },
        { items: [row(1, { status: 'refunded', refundable: false, refund: refund('succeeded') })] },
      ],
    });
    await refundFirst();
    const said = 'Refund process initiated successfully for Person One';
    expect(screen.getByRole('status').textContent).toBe(said);
    expect(toasts).toEqual([{ text: said, tone: 'good' }]);
    expect(site.to('triggerRefund')).toMatchObject([{ body: { id: id(1), email: 'organiser@example.org' } }]);
    expect(site.to('showRefundRows')[0]?.query).toEqual({ ids: id(1) });
    expect(timeouts).toEqual([300_000, 300_000]);
    expect(screen.getByText('The bank is working on it')).toBeTruthy();
    await advance(2_500);
    expect(screen.getAllByText('Refunded')).toHaveLength(2);
    const asked = site.calls.length;
    await advance(60_000);
    expect(site.calls.length).toBe(asked);
  });

  it('S8-27 S8-28 says why no refund was started, in message and error toast', async () => {
    site.answer({ sendRefundLink: { success: true, details: [row(1)] } });
    site.answer({ triggerRefund: { success: false, error: 'This booking is already being refunded' } });
    site.answer({ showRefundRows: { items: [row(1, { refundable: false })] } });
    await refundFirst();
    const said = 'Failed to send refund link.  This booking is already being refunded';
    expect(screen.getByRole('alert').textContent).toBe(said);
    expect(toasts).toEqual([{ text: said, tone: 'bad' }]);
  });

  it('B5-591 refunds several by one question, each by its own request, and says of each what became of it', async () => {
    const rows = [1, 2, 3, 4].map((number) => row(number, number === 4 ? { refundable: false } : {}));
    const under = (number: number) => row(number, { refundable: false, status: 'refund_requested', refund: refund('requested') });
    site.answer({
      sendRefundLink: { success: true, details: rows },
      triggerRefund: [
        { success: true, details: { firstname: 'Person', lastname: '1' }, row: under(1) },
        refusal('request.approval_needed'),
        { success: false, error: 'This booking is already being refunded' },
        'unreachable',
        { success: true, details: { firstname: 'Person', lastname: '2' }, row: under(2) },
      ],
      showRefundRows: [{ items: [under(1), rows[1]!, rows[2]!] }, { items: [under(1), rows[1]!, under(3)] }],
    });
    await openList();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all 3' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Person 3, person-3@example.org' }));
    await press('Refund 2 bookings, $1,000.00');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose Person 3, person-3@example.org' }));
    await press('Keep the bookings');
    expect(site.to('triggerRefund')).toEqual([]);
    await press('Refund 3 bookings, $1,500.00');
    const dialog = screen.getByRole('dialog', { name: 'Refund 3 bookings?' });
    expect(within(dialog).getByText('Person 1 $500.00, Person 2 $500.00, Person 3 $500.00')).toBeTruthy();
    await press('Refund $1,500.00', dialog);
    await advance(0);
    const said = '1 of 3 refunds started, $500.00. 1 waits for another organiser’s approval. 1 was not started: the list says why.';
    expect(screen.getByRole('alert').textContent).toBe(said);
    expect(toasts).toEqual([{ text: said, tone: 'bad' }]);
    const cells = () =>
      screen
        .getAllByRole('row')
        .slice(1, 4)
        .map((each) => within(each).getAllByRole('cell')[2]?.textContent);
    expect(cells()).toEqual([
      'Refund on its wayBeing sent',
      expect.stringMatching(/^PaidAnother organiser has to approve this first/),
      'PaidFailed to send refund link.  This booking is already being refunded',
    ]);
    expect(site.to('triggerRefund').map(({ body }) => body.id)).toEqual([1, 2, 3].map(id));

    // Whose answer is lost stays chosen, nobody after it is asked for, and the same press is repeated under its key.
    await press('Refund 2 bookings, $1,000.00');
    await press('Refund $1,000.00', screen.getByRole('dialog', { name: 'Refund 2 bookings?' }));
    expect(screen.getByRole('alert').textContent).toBe(
      '0 of 2 refunds started, $0.00. 1 was not started: the list says why. 1 was not tried.',
    );
    await advance(0);
    await press('Refund $500.00 to Person 2');
    await press('Refund $500.00', screen.getByRole('dialog', { name: 'Refund Person 2?' }));
    const keys = site.to('triggerRefund').map(({ key }) => key);
    expect([keys[3], keys[4]]).toEqual([keys[1], keys[1]]);
    expect(new Set(keys).size).toBe(3);
  });

  it('opens a booking beside the list, with what else can be done about it', async () => {
    site.answer({ sendRefundLink: { success: true, details: [row(1)] }, showTimeline: 'unreachable', listMails: 'unreachable' });
    site.answer({ showRefundRows: { items: [row(1, { amount: 25_000 })] } });
    await openList();
    await press('Person 1, person-1@example.org, open the booking', screen, 'link');
    expect(currentAddress()).toBe(`/send-refund-notification?open=${id(1)}`);
    expect(site.to('showTimeline').map(({ params }) => params)).toEqual([{ bookingId: id(1) }]);
    await press('Close', screen.getByRole('dialog'));
    await advance(0);
    expect(screen.getByRole('button', { name: 'Refund $250.00 to Person 1' })).toBeTruthy();
  });

  it('B3-528 chooses the companions with the accessible seat they are by, and lets none of them go without it', () => {
    const ticketsLeft = [1, 2, 3, 4].map((number) => ({ number, inside: false, ...(number === 2 || number === 3 ? { endsWith: 1 } : {}) }));
    const whole = row(1, { divisible: true, ticketsLeft });
    expect(toggleTicket(whole, [4], 1, true)).toEqual([1, 2, 3, 4]);
    expect(toggleTicket(whole, [1, 2, 3], 2, false)).toEqual([3]);
    expect(toggleTicket(whole, [], 3, true)).toEqual([3]);
  });

  it("S2-122 says 'Please log in to send refund notification.' to a signed-out person", async () => {
    await open(<SendRefundNotification />, { session: null });
    expect(screen.getByText('Please log in to send refund notification.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Get Details' })).toBeNull();
  });
});

describe('/send-refund-issued-email', () => {
  it('S2-42 S7-29 posts once on load for an organiser and reads the message out', async () => {
    site.answer({ sendRefundIssued: { message: '2 refunded buyers are being emailed' } });
    await open(<SendRefundIssuedEmail />);
    expect(site.calls).toMatchObject([{ route: 'sendRefundIssued', body: { email: 'organiser@example.org' } }]);
    expect(screen.getByRole('status').textContent).toContain('2 refunded buyers are being emailed');
  });

  it.each<[string, Session]>([
    ['nobody', null],
    ['a buyer', person('buyer')],
    ['someone not known yet', undefined],
  ])('posts nothing for %s', async (_, session) => {
    await open(<SendRefundIssuedEmail />, { session });
    expect(site.calls).toEqual([]);
  });
});

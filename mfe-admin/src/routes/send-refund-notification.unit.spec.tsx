import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AnswerOf } from '@concert/contracts/core/route';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { refundRoutes } from '@concert/contracts/payment/refunds';
import { reportRoutes } from '@concert/contracts/booking/reports';
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

const routes = { ...refundRoutes, ...authRoutes, ...reportRoutes };
type Row = AnswerOf<typeof refundRoutes.showRefundRows>['items'][number];

const organiser = person('organiser');
const id = (number: number) => `bk_${String(number).padStart(26, '0')}`;

function row(number: number, changes: Partial<Row> = {}): Row {
  return {
    fkey: id(number),
    name: `Person ${number}`,
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
      'Status',
      'Seating',
      'No. Of Tickets',
      'Amount',
      'Refund',
    ]);
    const [first, second, third, fourth, fifth] = screen.getAllByRole('row').slice(1);
    for (const text of ['Person 1', 'Paid', 'Preferred Seating', '4', 'Refund']) expect(within(first!).getByText(text)).toBeTruthy();
    for (const text of ['Refund failed', 'The card has expired or was cancelled', 'Refund again'])
      expect(within(second!).getByText(text)).toBeTruthy();
    expect(within(third!).getByText('Disputed')).toBeTruthy();
    expect(within(third!).getByRole<HTMLButtonElement>('button').disabled).toBe(true);
    for (const text of [
      'Lost to a dispute',
      /The bank has given \$500.00 back to the card holder. It cannot be refunded as well./,
      'The seats are still taken: open the booking',
    ])
      expect(within(fourth!).getByText(text)).toBeTruthy();
    expect(within(fourth!).getByRole<HTMLButtonElement>('button').disabled).toBe(true);
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

  it('B2-545 asks which tickets end, offers their share of the money, and returns that part once', async () => {
    const ticketsLeft = [1, 2, 3, 4].map((number) => ({ number, inside: number === 2 }));
    const whole = row(1, { divisible: true, ticketsLeft });
    const after = row(1, {
      divisible: true,
      notickets: 2,
      ticketsLeft: ticketsLeft.slice(0, 2),
      amount: 25_000,
      refund: refund('succeeded', { amount: 25_000, part: { tickets: [3, 4] } }),
    });
    site.answer({
      sendRefundLink: { success: true, details: [whole, row(2)] },
      returnPart: { row: after },
      showRefundRows: { items: [after] },
    });
    await openList();
    await press('Refund $500.00 to Person 2');
    expect(screen.queryByRole('button', { name: /^Return a part/ })).toBeNull();
    await press('Keep the booking');
    expect(site.calls.map(({ route }) => route)).toEqual(['sendRefundLink']);
    await press('Refund $500.00 to Person 1');
    await press('Partial refund for Person 1');
    const dialog = screen.getByRole('dialog', { name: 'Partial refund for Person 1' });
    const box = (name: string) => within(dialog).getByRole<HTMLInputElement>('checkbox', { name });
    expect(box('Ticket 2: someone went in with it').disabled).toBe(true);
    await press('Refund', dialog);
    expect(within(dialog).getByText('Amount is required in dollars and cents, such as 12.50')).toBeTruthy();
    expect(within(dialog).getByText('Reason is required')).toBeTruthy();
    for (const name of ['Ticket 3', 'Ticket 4']) fireEvent.click(box(name));
    expect(within(dialog).getByLabelText<HTMLInputElement>('Amount in US dollars').value).toBe('250.00');
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Two friends are ill' } });
    await press('Refund $250.00', dialog);
    await advance(0);
    expect(site.to('returnPart')).toMatchObject([
      {
        body: { id: id(1), email: 'organiser@example.org', tickets: [3, 4], amountMinor: 25_000, reason: 'Two friends are ill' },
        key: expect.any(String),
      },
    ]);
    const said = '$250.00 is on its way back to Person 1. The rest of the booking stands.';
    expect(toasts).toEqual([{ text: said, tone: 'good' }]);
    expect(screen.getByText(/^Partial refund, 2 tickets and \$250.00: Refunded/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Refund $250.00 to Person 1' }).textContent).toBe('Refund');
  });

  it('B3-528 chooses the companions with the accessible seat they are by, and lets none of them go without it', () => {
    const ticketsLeft = [1, 2, 3, 4].map((number) => ({ number, inside: false, ...(number === 2 || number === 3 ? { endsWith: 1 } : {}) }));
    const whole = row(1, { divisible: true, ticketsLeft });
    expect(toggleTicket(whole, [4], 1, true)).toEqual([1, 2, 3, 4]);
    expect(toggleTicket(whole, [1, 2, 3], 2, false)).toEqual([3]);
    expect(toggleTicket(whole, [], 3, true)).toEqual([3]);
  });

  it('B2-545 says at its field what the server refuses, keeps an amount somebody typed, and sends a part that failed again as it was', async () => {
    const failed = refund('failed', { amount: 12_500, part: { tickets: [4] }, reason: 'The bank declined it' });
    site.answer({
      sendRefundLink: { success: true, details: [row(1, { divisible: true }), row(2, { divisible: true, refund: failed })] },
      returnPart: [
        refusal('payment.part_refused', {
          errors: [{ pointer: '/tickets', field: 'tickets', detail: 'The booking has no ticket 1 any more' }],
        }),
        refusal('payment.not_divisible', { detail: 'This booking is being refunded, or has been' }),
        { row: row(2) },
      ],
      showRefundRows: { items: [] },
    });
    await openList();
    await press('Refund $500.00 to Person 1');
    await press('Partial refund for Person 1');
    const dialog = screen.getByRole('dialog', { name: 'Partial refund for Person 1' });
    fireEvent.change(within(dialog).getByLabelText('Amount in US dollars'), { target: { value: '9.5' } });
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Ticket 1' }));
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Goodwill' } });
    await press('Refund $9.50', dialog);
    await advance(0);
    expect(within(dialog).getByText('The booking has no ticket 1 any more')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Ticket 1' }));
    await press('Refund $9.50', dialog);
    await advance(0);
    expect(within(dialog).getByText('This booking is being refunded, or has been')).toBeTruthy();
    await press('Cancel', dialog);

    expect(screen.getByText('Partial refund, 1 ticket and $125.00: The bank declined it')).toBeTruthy();
    await press('Partial refund again for Person 2');
    const again = screen.getByRole('dialog', { name: 'Partial refund for Person 2' });
    expect(
      within(again).getByText('The last attempt to send $125.00 back failed; ticket 4 has ended already. This makes a new one.'),
    ).toBeTruthy();
    fireEvent.change(within(again).getByLabelText('Reason'), { target: { value: 'A new card' } });
    await press('Refund $125.00', again);
    await advance(0);
    expect(site.to('returnPart').map(({ body }) => body)).toMatchObject([
      { tickets: [1], amountMinor: 950 },
      { tickets: [], amountMinor: 950 },
      { id: id(2), tickets: [4], amountMinor: 12_500 },
    ]);
  });

  it("S2-122 says 'Please log in to send refund notification.' to a signed-out person", async () => {
    await open(<SendRefundNotification />, { session: null });
    expect(screen.getByText('Please log in to send refund notification.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Get Details' })).toBeNull();
  });
});

describe('/send-refund-issued-email', () => {
  it('S2-42 S7-29 posts once on load for an organiser and reads the message out', async () => {
    site.answer({ sendRefundIssued: { message: '2 buyers are being told that their money has gone back' } });
    await open(<SendRefundIssuedEmail />);
    expect(site.calls).toMatchObject([{ route: 'sendRefundIssued', body: { email: 'organiser@example.org' } }]);
    expect(screen.getByRole('status').textContent).toContain('2 buyers are being told that their money has gone back');
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

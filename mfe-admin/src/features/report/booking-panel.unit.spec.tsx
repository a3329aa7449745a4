import { bookingRoutes } from '@concert/contracts/booking/http';
import type { RefundId } from '@concert/contracts/core/ids';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { refundRoutes, type RefundRow } from '@concert/contracts/payment/refunds';
import { advance, person, press, recordToasts, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { timelineBooking } from '../../testing/timeline.ts';
import { BookingPanel } from './booking-panel.tsx';

const routes = { ...bookingRoutes, ...notifyRoutes, ...refundRoutes };
const id = timelineBooking().id;
const refundable: RefundRow = {
  fkey: id,
  name: 'Meera Raghavan',
  email: 'meera@example.org',
  paidAt: '2026-05-01T02:00:00.000Z',
  status: 'paid',
  seating: 'General Seating',
  notickets: 2,
  ticketsLeft: [1, 2].map((number) => ({ number, inside: false })),
  amount: 5_000,
  currency: 'USD',
  refundable: true,
  divisible: true,
  disputed: false,
  lost: false,
  bankMinor: 0,
};

let site: Site<typeof routes>;
let closed: number;

async function open() {
  await showScreen(<BookingPanel bookingId={id} timeZone="America/New_York" onClose={() => (closed += 1)} />, {
    session: person('organiser'),
  });
  await advance(0);
}

beforeEach(() => {
  jest.useFakeTimers();
  closed = 0;
  site = standInForSite(routes, {
    showTimeline: { booking: timelineBooking(), entries: [] },
    listMails: { items: [] },
    showRefundRows: { items: [refundable] },
  });
});

describe('the booking panel', () => {
  it('B4-503 B2-561 B2-577 B5-544 tells in sentences what happened to a booking: states, money, acts and mails, newest first', async () => {
    const base = timelineBooking({ phoneno: '(555) 123-4567', ref2: 'C1.abcd.sig', termsVersion: '2026-11-22', providerIds: ['pi_1'] });
    const by = { id: `us_${'0'.repeat(26)}`, name: 'Meera Raghavan' };
    site.answer({
      showTimeline: {
        booking: base,
        entries: [
          { kind: 'status', at: '2024-06-30T22:04:11.000Z', from: null, to: 'pending', by, cause: 'reserved' },
          { kind: 'money', at: '2024-06-30T22:05:00.000Z', what: 'settled', amount: base.amount, reference: 'pi_1' },
          { kind: 'choice', at: '2024-06-30T23:00:00.000Z', step: 'chosen', silent: false, giveBack: [1, 2], gifts: 1 },
          { kind: 'choice', at: '2024-06-30T23:15:00.000Z', step: 'to-confirm', silent: false, giveBack: [1], gifts: 0 },
          { kind: 'choice', at: '2024-06-30T23:30:00.000Z', step: 'carried-out', silent: true, giveBack: [], gifts: 0 },
          {
            kind: 'act',
            at: '2024-07-01T10:00:00.000Z',
            entry: {
              number: 4,
              owner: 'svc-notify',
              by: { id: 'us_x', name: 'Olga' },
              act: 'mail.resent',
              subject: { kind: 'mail', id: 'ml_1' },
              bookingId: id,
              at: '2024-07-01T10:00:00.000Z',
              from: '203.0.113.7',
              detail: { mailKind: 'ticket', as: 'ml_2', addressCorrected: false },
            },
          },
        ],
      },
      listMails: {
        items: [
          {
            id: `ml_${'0'.repeat(26)}`,
            kind: 'ticket',
            subjectId: id,
            state: 'accepted',
            attempts: 1,
            createdAt: '2024-06-30T22:05:01.000Z',
            sentAt: '2024-06-30T22:05:02.000Z',
          },
        ],
      },
      resendMail: refusal('notify.mail_not_resendable'),
    });
    await open();
    const dialog = within(screen.getByRole('dialog', { name: 'Meera Raghavan' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Sent the ticket email again to the same address07/01/2024 06:00:00 EDTOlga, from 203.0.113.7',
      'Nothing chosen by the deadline: all tickets kept06/30/2024 19:30:00 EDT',
      'Choice by the link alone, to be confirmed by the buyer: ticket 1 returned06/30/2024 19:15:00 EDT',
      'Choice after the postponement: tickets 1, 2 returned, the money of 1 ticket to the welfare work06/30/2024 19:00:00 EDT',
      'Ticket email: sent06/30/2024 18:05:02 EDTSend again …',
      '$50.00 charged06/30/2024 18:05:00 EDT',
      'Reserved the seats06/30/2024 18:04:11 EDTMeera Raghavan',
    ]);
    expect(dialog.getByText('Terms accepted').nextElementSibling?.textContent).toBe('2026-11-22');
    expect(dialog.getByRole('link', { name: 'Open the ticket page' }).getAttribute('href')).toBe(`/get-details?ref=${id}&ref2=C1.abcd.sig`);
    expect(dialog.getByText('pi_1').closest('details')?.open).toBe(false);
    await press('Send again: the ticket email');
    await press('Send it again');
    expect(screen.getByText(/^The email was not sent\./)).toBeTruthy();
    await press('Cancel', screen.getByRole('dialog', { name: 'Send the ticket email again?' }));
    expect(site.to('showTimeline')[0]?.params).toEqual({ bookingId: id });
    expect(site.to('listMails')[0]?.query).toEqual({ booking: id, limit: '100' });
    expect(site.to('resendMail').map(({ params }) => params)).toEqual([{ mailId: `ml_${'0'.repeat(26)}` }]);
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(closed).toBe(1);
  });

  it('B2-523 has each mail of the timeline sent again, to a corrected address too', async () => {
    const mail = (kind: 'ticket' | 'refund-started' | 'sender-test', number: number) => ({
      id: `ml_${String(number).padStart(26, '0')}`,
      kind,
      subjectId: id,
      bookingId: id,
      state: 'accepted' as const,
      attempts: 1,
      createdAt: '2024-06-30T22:05:01.000Z',
      delivery: 'bounced' as const,
      deliveryAt: '2024-06-30T22:05:09.000Z',
      deliveryFault: 'the mailbox is full (5.2.2)',
    });
    site.answer({
      listMails: { items: [mail('ticket', 1), mail('refund-started', 2), mail('sender-test', 3)] },
      resendMail: mail('refund-started', 4),
    });
    await open();
    const timeline = within(screen.getByRole('dialog', { name: 'Meera Raghavan' }));
    expect(timeline.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Ticket email: bounced06/30/2024 18:05:09 EDTthe mailbox is full (5.2.2)Send again …',
      'Email about the refund: bounced06/30/2024 18:05:09 EDTthe mailbox is full (5.2.2)Send again …',
      // It is of its moment only.
      'Test email: bounced06/30/2024 18:05:09 EDTthe mailbox is full (5.2.2)',
    ]);
    await press('Send again: Email about the refund of 06/30/2024 18:05:09 EDT', timeline);
    const dialog = within(screen.getByRole('dialog', { name: 'Send the email about the refund again?' }));
    fireEvent.change(dialog.getByLabelText('Corrected email'), { target: { value: 'meera@example.org' } });
    await press('Send it again', dialog);
    expect(site.to('resendMail').map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { mailId: `ml_${'2'.padStart(26, '0')}` }, body: { email: 'meera@example.org' } },
    ]);
    expect(screen.queryByRole('dialog', { name: 'Send the email about the refund again?' })).toBeNull();
  });

  it('F44 B6-590 says what the bank did with a disputed payment, why, until when it can be answered, and with what', async () => {
    const asked = { disputeReason: 'product_not_received', answerBy: '2024-07-10T03:59:59.000Z' };
    const base = timelineBooking({ dispute: 'open', ...asked, providerIds: ['du_1'] });
    site.answer({
      showTimeline: {
        booking: base,
        entries: (['dispute-open', 'dispute-lost', 'dispute-won'] as const).map((what, index) => ({
          kind: 'money',
          at: `2024-07-0${index + 1}T10:00:00.000Z`,
          what,
          amount: base.amount,
          reference: 'du_1',
        })),
      },
    });
    await open();
    const dialog = within(screen.getByRole('dialog', { name: 'Meera Raghavan' }));
    expect(dialog.getByText('Disputed: answer by July 9')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Open the evidence for the bank' }).getAttribute('href')).toBe(
      `/get-bookings-report?answer=${id}`,
    );
    expect(dialog.getByText(/Until the bank decides, no refund can be sent and the tickets stay valid\./).textContent).toMatch(
      /^The buyer says that they did not get what they paid for\. .* Last day to answer at the payment provider: Tuesday, July 9, 2024, 11:59 PM EDT\.$/,
    );
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Dispute won: we keep the $50.0007/03/2024 06:00:00 EDT',
      'Dispute lost: the bank gave $50.00 back to the buyer07/02/2024 06:00:00 EDT',
      'Payment of $50.00 disputed with the bank07/01/2024 06:00:00 EDT',
    ]);
  });

  it('B3-516 frees the seats of a booking that a bank charged back, after a question that says what it does', async () => {
    const base = timelineBooking({ dispute: 'lost', ref2: 'x' });
    site.answer({
      showTimeline: {
        booking: base,
        entries: [{ kind: 'money', at: '2024-07-01T10:00:00.000Z', what: 'dispute-lost', amount: base.amount, reference: 'du_1' }],
      },
      freeLostSeats: refusal('booking.inside'),
    });
    await open();
    expect(screen.getByText(/the seats stay taken until you free them/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Open the ticket page' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Free the seats …' }));
    const question = within(screen.getByRole('dialog', { name: 'Free the seats of this booking?' }));
    expect(
      question.getByText(
        'The bank gave $50.00 back to the card holder. This ends the booking for good: its tickets are no longer valid, and its seats (General Seating, 2 tickets) can be sold again. No money moves.',
      ),
    ).toBeTruthy();
    await press('Free the seats', question);
    expect(question.getByText('The seats were not freed. Someone is inside with a ticket of this booking')).toBeTruthy();
    site.answer({
      freeLostSeats: { status: 'charged_back' },
      showTimeline: { booking: { ...base, status: 'charged_back' }, entries: [] },
    });
    await press('Free the seats', question);
    expect(screen.queryByRole('button', { name: 'Free the seats …' })).toBeNull();
    expect(screen.getByText('The booking has ended, and its seats can be sold again.')).toBeTruthy();
    expect(screen.getAllByText('Charged back').length).toBeGreaterThan(0);
  });

  it('B9-549 an organiser gives new tickets after a question that says what that does', async () => {
    site.answer({
      showTimeline: { booking: timelineBooking({ ref2: 'x' }), entries: [] },
      renewTickets: [refusal('booking.renewed_too_often'), { linkGeneration: 2, replaced: 2, used: 0 }],
    });
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Issue new tickets to Meera Raghavan' }));
    const question = within(screen.getByRole('dialog', { name: 'Issue new tickets to Meera Raghavan?' }));
    expect(question.getByText(/The old tickets and link stop working at once, at the door too/)).toBeTruthy();
    expect(site.to('renewTickets')).toEqual([]);
    await press('Issue new tickets', question);
    expect(question.getByText(/^Nothing was changed\. These tickets have been replaced too often/)).toBeTruthy();
    await press('Issue new tickets', question);
    expect(site.to('renewTickets')).toMatchObject([{ params: { bookingId: id } }, { params: { bookingId: id } }]);
    expect(screen.queryByRole('dialog', { name: 'Issue new tickets to Meera Raghavan?' })).toBeNull();
    expect(screen.getByText('2 new tickets are on their way by email.')).toBeTruthy();
  });

  it('B5-545 sends money back in place, and answers where one looks', async () => {
    const toasts = recordToasts();
    site.answer({
      triggerRefund: [
        { success: false, error: 'The bank is away.' },
        refusal('request.approval_needed'),
        { success: true, details: { firstname: 'Meera', lastname: 'Raghavan' } },
      ],
    });
    await open();
    const panel = within(screen.getByRole('dialog', { name: 'Meera Raghavan' }));
    for (const answer of [
      /^Failed to send refund link\. {2}The bank is away\.$/,
      /^Another organiser has to approve this first/,
      'Refund process initiated successfully for Meera Raghavan',
    ]) {
      await press('Refund $50.00 …');
      await press('Refund $50.00', screen.getByRole('dialog', { name: 'Refund Meera Raghavan?' }));
      expect(panel.getByText(answer, { collapseWhitespace: false })).toBeTruthy();
    }
    expect(site.to('triggerRefund').map(({ body }) => body)).toEqual(Array(3).fill({ id, email: 'organiser@example.org' }));
    // A toast would lie under the panel.
    expect(toasts).toEqual([]);
  });

  it('B2-545 asks which tickets end, offers their share of the money, and returns that part once', async () => {
    const ticketsLeft = [1, 2, 3, 4].map((number) => ({ number, inside: number === 2 }));
    site.answer({ showRefundRows: { items: [{ ...refundable, ticketsLeft }] }, returnPart: { row: refundable } });
    await open();
    await press('Partial refund …');
    const dialog = screen.getByRole('dialog', { name: 'Partial refund for Meera Raghavan' });
    const box = (name: string) => within(dialog).getByRole<HTMLInputElement>('checkbox', { name });
    expect(box('Ticket 2: someone went in with it').disabled).toBe(true);
    await press('Refund', dialog);
    expect(within(dialog).getByText('Amount is required in dollars and cents, such as 12.50')).toBeTruthy();
    expect(within(dialog).getByText('Reason is required')).toBeTruthy();
    for (const name of ['Ticket 3', 'Ticket 4']) fireEvent.click(box(name));
    expect(within(dialog).getByLabelText<HTMLInputElement>('Amount in US dollars').value).toBe('25.00');
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Two friends are ill' } });
    await press('Refund $25.00', dialog);
    const body = { id, email: 'organiser@example.org', tickets: [3, 4], amountMinor: 2_500, reason: 'Two friends are ill' };
    expect(site.to('returnPart')).toMatchObject([{ body, key: expect.any(String) }]);
    expect(screen.getByText('$25.00 is on its way back to Meera Raghavan. The rest of the booking stands.')).toBeTruthy();
  });

  it('B2-545 says at its field what the server refuses, keeps an amount somebody typed, and sends a part that failed again as it was', async () => {
    site.answer({
      returnPart: [
        refusal('payment.part_refused', {
          errors: [{ pointer: '/tickets', field: 'tickets', detail: 'The booking has no ticket 1 any more' }],
        }),
        refusal('payment.not_divisible', { detail: 'This booking is being refunded, or has been' }),
        { row: refundable },
      ],
    });
    await open();
    await press('Partial refund …');
    const dialog = screen.getByRole('dialog', { name: 'Partial refund for Meera Raghavan' });
    fireEvent.change(within(dialog).getByLabelText('Amount in US dollars'), { target: { value: '9.5' } });
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Ticket 1' }));
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Goodwill' } });
    await press('Refund $9.50', dialog);
    expect(within(dialog).getByText('The booking has no ticket 1 any more')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Ticket 1' }));
    await press('Refund $9.50', dialog);
    expect(within(dialog).getByText('This booking is being refunded, or has been')).toBeTruthy();
    cleanup();

    const refund: RefundRow['refund'] = {
      id: `rf_${'0'.repeat(26)}` as RefundId,
      state: 'failed',
      reason: 'The bank declined it',
      cause: 'organiser',
      attempt: 1,
      amount: 1_250,
      part: { tickets: [2] },
      requestedAt: '2026-05-01T12:00:00.000Z',
    };
    site.answer({ showRefundRows: { items: [{ ...refundable, refund }] } });
    await open();
    await press('Partial refund again …');
    const again = screen.getByRole('dialog', { name: 'Partial refund for Meera Raghavan' });
    expect(
      within(again).getByText('The last attempt to send $12.50 back failed; ticket 2 has ended already. This makes a new one.'),
    ).toBeTruthy();
    fireEvent.change(within(again).getByLabelText('Reason'), { target: { value: 'A new card' } });
    await press('Refund $12.50', again);
    expect(site.to('returnPart').map(({ body }) => body)).toMatchObject([
      { tickets: [1], amountMinor: 950 },
      { tickets: [], amountMinor: 950 },
      { id, tickets: [2], amountMinor: 1_250 },
    ]);
  });

  it('sends a gift back by itself, and one that the refund of the rest has left', async () => {
    const gift = { id: `rf_${'1'.repeat(26)}` as RefundId, amount: 2_000 };
    site.answer({ showRefundRows: { items: [{ ...refundable, gift }] }, returnPart: { row: refundable } });
    await open();
    await press('Send the gift of $20.00 back …');
    const dialog = screen.getByRole('dialog', { name: 'Send the gift of Meera Raghavan back?' });
    expect(within(dialog).queryByLabelText('Amount in US dollars')).toBeNull();
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'They asked for it' } });
    await press('Refund $20.00', dialog);
    const body = { id, email: 'organiser@example.org', tickets: [], amountMinor: 2_000, reason: 'They asked for it', gift: gift.id };
    expect(site.to('returnPart')).toMatchObject([{ body, key: expect.any(String) }]);
    expect(screen.getByText('The gift of $20.00 is on its way back to Meera Raghavan.')).toBeTruthy();
  });

  it('B5-545 offers no refund of what cannot be refunded, and says when that is not known', async () => {
    site.answer({ showRefundRows: { items: [{ ...refundable, refundable: false, divisible: false }] } });
    await open();
    expect(screen.queryByRole('button', { name: /^Refund|^Partial refund/ })).toBeNull();
    cleanup();
    site.answer({ showRefundRows: 'unreachable' });
    await open();
    expect(screen.getByText(/^What can be refunded could not be loaded\. /)).toBeTruthy();
  });
});

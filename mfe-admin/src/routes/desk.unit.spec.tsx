import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { timelineRoutes } from '@concert/contracts/booking/timeline';
import type { ConcertView } from '@concert/contracts/booking/http';
import { reportRoutes } from '@concert/contracts/booking/reports';
import { waitingRoutes } from '@concert/contracts/booking/waiting';
import type { AnswerOf } from '@concert/contracts/core/route';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { recordToasts, advance, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { categoryTotal, emptyReport } from '../testing/report.ts';
import ContactMessages from './contact-messages.tsx';
import Desk from './desk.tsx';

const routes = { ...notifyRoutes, ...timelineRoutes, ...reportRoutes, ...waitingRoutes };
type Routes = typeof routes;
type Mail = AnswerOf<Routes['listMails']>['items'][number];
type Message = AnswerOf<Routes['listContactMessages']>['items'][number];

const idOf = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, '0')}`;
const bookingId = idOf('bk', 1);

function mail(number: number, changes: Partial<Mail> = {}): Mail {
  return {
    id: idOf('ml', number),
    kind: 'ticket',
    subjectId: bookingId,
    bookingId,
    state: 'accepted',
    attempts: 1,
    createdAt: '2026-11-21T12:00:00.000Z',
    sentAt: '2026-11-21T12:00:01.000Z',
    delivery: 'bounced',
    deliveryAt: '2026-11-21T12:00:05.000Z',
    deliveryFault: 'there is no such address (5.1.1)',
    ...changes,
  };
}

function message(number: number, changes: Partial<Message> = {}): Message {
  return {
    id: idOf('ct', number),
    name: `Anna ${number}`,
    email: `anna.${number}@example.org`,
    subject: 'The hall',
    message: 'Is there a lift?',
    receivedAt: '2026-11-21T12:00:00.000Z',
    ...changes,
  };
}

const who = { name: 'Meera Raghavan', email: 'meera@exampel.org', phone: '(555) 123-4567' };

let site: Site<Routes>;

const open = () => showScreen(<Desk />, { session: person('organiser'), pageTitle: 'Today' });
const openMessages = async (items: Message[], at = '/contact-messages') => {
  site.answer({ listContactMessages: { items } });
  await showScreen(<ContactMessages />, { at, session: person('organiser'), pageTitle: 'Contact Messages' });
};

beforeEach(() => {
  jest.useFakeTimers();
  delete (globalThis as { serverAheadMs?: number }).serverAheadMs;
  site = standInForSite(routes, {
    listMails: { items: [] },
    listDisputes: { disputes: [] },
    showDesk: { mailsInTrouble: 0, openMessages: 0, peopleUnreached: 0 },
    showReport: emptyReport(),
    listTimedMessages: { items: [] },
    listWaiting: { items: [], counts: { waiting: 0, offered: 0, filled: 0, closed: false } },
  });
});

describe('what an organiser asks every morning', () => {
  it('B2-521 is told in a line: sold, charged, left and the next email', async () => {
    jest.setSystemTime(new Date('2026-11-22T03:00:00Z'));
    const general = { sold: 286, capacity: 500, held: 4, chargedMinor: 715_000 };
    const timed = { isOn: true, days: -1, time: '10:00', subject: 'Tomorrow', words: 'Come.', isEdited: false, version: 0 };
    site.answer({
      showReport: emptyReport({
        categories: [categoryTotal('General Seating', general), categoryTotal('VIP Seating', { capacity: 10 })],
        soldToday: 2,
      }),
      listTimedMessages: {
        items: [
          { ...timed, message: 'week-before', dueAt: '2026-11-20T15:00:00.000Z', state: 'sent' },
          { ...timed, message: 'day-before', dueAt: '2026-11-27T15:00:00.000Z', state: 'planned' },
        ],
      },
    });
    await open();
    expect(screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling!.textContent])).toEqual([
      ['Sold today', '2'],
      ['Seats taken', '286 of 510'],
      ['Money charged', '$7,150'],
      ['Left', 'General 210, VIP 10'],
      ['Next email', 'The day before, November 27, 10:00 AM'],
    ]);
  });

  it('B2-521 is told what waits, a line for each kind, with the way there', async () => {
    const dispute = { bookingId, name: 'Meera Raghavan', amount: { amountMinor: 5_000, currency: 'USD' as const } };
    site.answer({
      showDesk: { mailsInTrouble: 0, openMessages: 1, peopleUnreached: 3 },
      listDisputes: { disputes: [{ ...dispute, answerBy: '2026-12-07T04:59:59.000Z' }, dispute] },
      listWaiting: { items: [], counts: { waiting: 12, offered: 3, filled: 9, closed: false } },
    });
    await open();
    const lines = () =>
      within(screen.getByRole('region', { name: 'What is waiting' }))
        .queryAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(lines()).toEqual([
      ['2 disputes, first answer by December 7', '/money'],
      ['1 message to answer', '/contact-messages'],
      ['3 people not reached', '/messages'],
      ['12 waiting, 3 offered, 9 seats filled', '/waiting-list'],
    ]);
    cleanup();
    site.answer({ showDesk: 'unreachable' });
    await open();
    expect([lines(), screen.getByText('What is waiting could not be loaded')]).toEqual([[], expect.anything()]);
  });

  it('leads to the cancelling of the concert until it is cancelled', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Cancel the concert …' }).getAttribute('href')).toBe('/cancel-concert');
    cleanup();
    await showScreen(<Desk />, { session: person('organiser'), concert: { state: 'cancelled' } as ConcertView });
    expect(screen.queryByRole('link', { name: 'Cancel the concert …' })).toBeNull();
  });
});

describe('undelivered mail', () => {
  it('B4-538 say first that no mail is leaving while the provider refuses us, and what to correct', async () => {
    const reason = 'the plan at the email provider is used up';
    const waiting = { state: 'waiting', delivery: undefined, deliveryAt: undefined, deliveryFault: undefined, sentAt: undefined } as const;
    site.answer({ listMails: { items: [mail(2, { ...waiting, lastFault: reason }), mail(1)] } });
    await open();
    expect(screen.getByText('No email is leaving')).toBeTruthy();
    expect(screen.getByText(/^The plan at the email provider is used up\. Correct it/)).toBeTruthy();
    cleanup();
    site.answer({ listMails: { items: [mail(1), mail(3, { state: 'given_up', delivery: undefined, lastFault: reason })] } });
    await open();
    expect(screen.queryByText('No email is leaving')).toBeNull();
  });

  it('B2-520 B5-546 say whom they did not reach, what to do, what became of them and why', async () => {
    site.answer({
      listMails: {
        items: [
          mail(1, { who: { name: 'Meera Raghavan', email: 'meera@exampel.org', phone: '(206) 555-0155' } }),
          mail(2, {
            kind: 'contact-received',
            bookingId: undefined,
            subjectId: idOf('ct', 1),
            delivery: 'dropped',
            deliveryFault: undefined,
          }),
          mail(3, { kind: 'complimentary-ticket', bookingId: undefined, subjectId: idOf('cp', 1), delivery: 'deferred' }),
          mail(4, {
            kind: 'verification',
            bookingId: undefined,
            state: 'given_up',
            delivery: undefined,
            deliveryFault: undefined,
            lastFault: 'the email provider does not answer',
          }),
        ],
      },
    });
    await open();
    const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Meera Raghavanmeera@exampel.orgCorrect the address …Call (206) 555-0155Ticket email: bouncedthere is no such addressNovember 21, 12:00 PM',
      'A contact messageSend again …Contact message: not deliveredNovember 21, 12:00 PM',
      'A guestSend again …Ticket email of a free entry: delayedthere is no such addressNovember 21, 12:00 PM',
      'Someone without a bookingThe recipient can request it againVerification email: could not be sentthe email provider does not answerNovember 21, 12:00 PM',
    ]);
    expect(screen.getAllByTitle('there is no such address (5.1.1)')[0]).toBeTruthy();
    expect(screen.getByRole('link', { name: '(206) 555-0155' }).getAttribute('href')).toBe('tel:+12065550155');
    expect(screen.getByRole('link', { name: 'Meera Raghavan' }).getAttribute('href')).toBe(`/get-bookings-report?booking=${bookingId}`);
    expect(screen.getByRole('status').textContent).toBe('4 undelivered emails');
    expect(site.to('listMails')[0]!.query).toEqual({ trouble: 'true' });
  });

  it('B2-520 are sent again to a corrected address, and then are no trouble any more', async () => {
    const toasts = recordToasts();
    site.answer({
      listMails: [{ items: [mail(1, { who })] }, { items: [] }],
      resendMail: mail(2, { state: 'waiting', delivery: undefined, resendOf: idOf('ml', 1) }),
    });
    await open();
    await press('Correct the address …: Ticket email of November 21, 12:00 PM');
    const dialog = screen.getByRole('dialog', { name: 'Send the ticket email again?' });
    for (const part of ['Meera Raghavan', 'meera@exampel.org', '(555) 123-4567', 'bounced: there is no such address (5.1.1)'])
      expect(within(dialog).getByText(part)).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText('Corrected email'), { target: { value: 'meera' } });
    await press('Send it again', dialog);
    expect(within(dialog).getByLabelText('Corrected email').getAttribute('aria-invalid')).toBe('true');
    expect(site.to('resendMail')).toEqual([]);
    fireEvent.change(within(dialog).getByLabelText('Corrected email'), { target: { value: ' meera@example.org ' } });
    await press('Send it again', dialog);
    expect(site.to('resendMail').map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { mailId: idOf('ml', 1) }, body: { email: 'meera@example.org' } },
    ]);
    expect(toasts).toMatchObject([{ tone: 'good', text: 'The email is on its way to meera@example.org.' }]);
    expect([screen.queryByRole('dialog'), screen.getByText('No undelivered email')]).toEqual([null, expect.anything()]);
  });

  it('B2-520 go to the same address where none is typed; a refusal keeps the question open and says why', async () => {
    site.answer({ listMails: { items: [mail(1)] }, resendMail: refusal('booking.renewed_too_often') });
    await open();
    await press(/^Correct the address/);
    const dialog = screen.getByRole('dialog');
    await press('Send it again', dialog);
    expect(site.to('resendMail')[0]!.body).toEqual({});
    expect(within(dialog).getByText(/^The email was not sent\. These tickets have been replaced too often/)).toBeTruthy();
    await press('Cancel', dialog);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('contact messages', () => {
  it('B2-519 are answered in the own mail program, and then count as answered, by whom and when, until that is taken back', async () => {
    const answered = { at: '2026-11-21T13:00:00.000Z', by: { id: idOf('us', 1), name: 'Olga' } };
    await openMessages([message(1), message(2)]);
    site.answer({ markContactMessage: ({ body }) => (body.answered ? message(1, { answered }) : message(1)) });
    expect(site.to('listContactMessages')[0]!.query).toEqual({ state: 'open' });
    const link = screen.getByRole('link', { name: 'Reply by email: Anna 1' });
    expect(link.getAttribute('href')).toMatch(/^mailto:anna\.1@example\.org\?subject=Re%3A%20The%20hall&body=/);
    // jsdom opens no mail program, and would complain of it.
    link.addEventListener('click', (click) => click.preventDefault());
    fireEvent.click(link);
    await advance(0);
    expect(screen.getByText('Answered by Olga, November 21, 1:00 PM')).toBeTruthy();
    fireEvent.click(link);
    await advance(0);
    await press('Not answered: the message from Anna 1');
    expect(screen.queryByText(/^Answered by/)).toBeNull();
    expect(site.to('markContactMessage').map(({ params, body }) => [params.contactId, body.answered])).toEqual([
      [idOf('ct', 1), true],
      [idOf('ct', 1), false],
    ]);
  });

  it('B2-519 that were answered stand at an address of their own', async () => {
    await openMessages([], '/contact-messages?state=answered');
    expect(site.to('listContactMessages')[0]!.query).toEqual({ state: 'answered' });
    expect(screen.getByText('No message has been answered yet')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Answered' }).checked).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: 'To answer' }));
    await advance(0);
    expect(site.to('listContactMessages').at(-1)!.query).toEqual({ state: 'open' });
  });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { AnswerOf } from '@concert/contracts/core/route';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { cancellationRoutes } from '@concert/contracts/payment/cancellation';
import { moneyCheckRoutes } from '@concert/contracts/payment/money-check';
import { refundRoutes } from '@concert/contracts/payment/refunds';
import { advance, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { rawAnswer, refusal, standInForSite, type Answers, type CallTo } from '@concert/web-kit/testing/site.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import AdminUsers from '../../routes/admin-users.tsx';
import CancelConcert from '../../routes/cancel-concert.tsx';
import ConcertSettings from '../../routes/concert-settings.tsx';
import Desk from '../../routes/desk.tsx';
import BookingsReport from '../../routes/get-bookings-report.tsx';
import MoneyCheck from '../../routes/money-check.tsx';
import VipTickets from '../../routes/v-i-p-tickets.tsx';
import { settings } from '../../testing/settings.ts';
import { timelineBooking } from '../../testing/timeline.ts';

const routes = { ...authRoutes, ...bookingRoutes, ...notifyRoutes, ...cancellationRoutes, ...moneyCheckRoutes, ...refundRoutes };
type Routes = typeof routes;

const [userId, entryId, mailId, bookingId] = ['us', 'cp', 'ml', 'bk'].map((prefix) => `${prefix}_${'1'.repeat(26)}`) as [
  string,
  string,
  string,
  string,
];
const user: AnswerOf<Routes['listUsers']>['items'][number] = {
  id: userId,
  name: 'Vera',
  email: 'vera@example.org',
  address: '',
  phone: '',
  note: '',
  skills: '',
  availability: '',
  role: 'buyer',
  verified: true,
  createdAt: '2026-05-01T02:00:00.000Z',
};
const entry: AnswerOf<Routes['listComplimentary']>['items'][number] = {
  id: entryId,
  group: 'v',
  name: 'Vera',
  email2: 'vera@example.org',
  phoneno: '',
  notickets: 2,
  status: 'Issued',
  created_at: { _seconds: 1_719_770_651 },
  inside: 0,
};
const mail: AnswerOf<Routes['listMails']>['items'][number] = {
  id: mailId,
  kind: 'ticket',
  subjectId: bookingId,
  state: 'accepted',
  attempts: 1,
  createdAt: '2024-06-30T22:05:01.000Z',
};
const run: AnswerOf<Routes['showMessageRun']> = {
  id: `mr_${'1'.repeat(26)}`,
  purpose: 'free',
  audience: { guests: ['v'] },
  messages: [{ reader: 'everybody', subject: 'The hall', words: 'The north door is open.' }],
  state: 'draft',
  createdAt: '2024-06-30T22:05:01.000Z',
  count: 2,
  version: 1,
  confirmation: 'Send to 2',
};
const timeline = { booking: timelineBooking({ id: bookingId }), entries: [] };
const allotment = { group: 'v', name: 'VIP Tickets', capacity: 30, issued: 28, left: 2 } as const;
const task: AnswerOf<Routes['resolveMoneyTask']> = {
  ...{ bookingId, kind: 'unbooked', state: 'open', bookingStatus: 'expired', bookingMinor: 0, ledgerMinor: 5_000, providerMinor: 5_000 },
  ...{ firstSeenAt: '2026-05-01T01:00:00.000Z', lastSeenAt: '2026-05-01T02:00:00.000Z' },
};
const report: AnswerOf<Routes['showReport']> = { currency: 'USD', timeZone: 'UTC', categories: [], cells: [], days: [] };
const file = { headers: new Headers(), body: { getReader: () => ({ read: () => Promise.resolve({ done: true }) }) } };

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

interface Screen {
  readonly shown: ReactNode;
  readonly at?: string;
  /** What the screen reads. */
  readonly reads: Answers<Routes>;
  readonly asks: keyof Routes;
  /** The answer once the proof is fresh. */
  readonly then: object;
  /** What a person does until the act is sent. */
  readonly act: () => Promise<void>;
  /** Where what was typed has to stand still while the proof is asked for. */
  readonly typed?: readonly [label: string, value: string];
}

type Read = Pick<Screen, 'shown' | 'reads'>;
const vipScreen: Read = { shown: <VipTickets />, reads: { listComplimentary: { items: [entry], allotment } } };
const reportScreen: Read = {
  shown: <BookingsReport />,
  reads: { showReport: report, getBookings: [], showDesk: { mailsInTrouble: 0, openMessages: 0, peopleUnreached: 0 } },
};

const SCREENS: Readonly<Record<string, Screen>> = {
  'another role': {
    shown: <AdminUsers />,
    reads: { listUsers: { items: [user] } },
    asks: 'changeRole',
    then: { ...user, role: 'organiser' },
    act: async () => {
      await press('Change role of Vera');
      fireEvent.click(screen.getByRole('radio', { name: 'Organiser' }));
      await press('Make an organiser');
    },
  },
  'stopping the evening': {
    shown: <CancelConcert />,
    reads: {
      showStanding: { state: 'open', stateReason: '', version: 7 },
      showCancellation: { concertCancelled: false, run: null },
      listReadyMadeRuns: {
        items: [
          { purpose: 'cancellation', audience: { nextDate: true }, messages: [{ reader: 'everybody', subject: 'Off', words: 'Off.' }] },
        ],
      },
      countAudience: { count: 2, readers: [], people: [] },
    },
    asks: 'stopEvening',
    then: { state: 'cancelled', stateReason: 'Flood', version: 8 },
    act: async () => {
      type('Reason, in a line', 'Flood');
      await press('Stop the evening and tell 2 people');
    },
    typed: ['Reason, in a line', 'Flood'],
  },
  'the settings': {
    shown: <ConcertSettings />,
    reads: { showSettings: settings },
    asks: 'saveSettings',
    then: { ...settings, version: 5, title: 'Evening' },
    act: async () => {
      type('Title', 'Evening');
      await press('Save the settings');
    },
    typed: ['Title', 'Evening'],
  },
  'a complimentary entry': {
    ...vipScreen,
    asks: 'addVip',
    then: { ...entry, left: 0 },
    act: async () => {
      type('Name', 'Vera');
      type('Email', 'vera@example.org');
      type('No. of Tickets', '2');
      await press('Add VIP');
    },
    typed: ['Name', 'Vera'],
  },
  'the mail of an entry': {
    ...vipScreen,
    asks: 'resendComplimentary',
    then: { ...entry, left: 2 },
    act: () => press('Send the tickets of Vera again'),
  },
  'revoking an entry': {
    ...vipScreen,
    asks: 'revokeComplimentary',
    then: { ...entry, status: 'Revoked', left: 4 },
    act: async () => {
      await press('Revoke the tickets of Vera');
      await press('Revoke 2 tickets');
    },
  },
  'the export': {
    ...reportScreen,
    asks: 'exportBookings',
    then: rawAnswer(file as unknown as Partial<Response>),
    act: () => press('Download Report'),
  },
  'a message run': {
    shown: <Desk />,
    at: `/desk?part=runs&run=${run.id}`,
    reads: {
      listDisputes: { disputes: [] },
      showMessageRun: run,
      countAudience: { count: 2, readers: [{ reader: 'VIP guest', count: 2 }], people: [] },
      previewMessage: { subject: '', html: '', text: '' },
      listRecipients: { items: [] },
    },
    asks: 'startMessageRun',
    then: {
      ...run,
      state: 'running',
      confirmation: undefined,
      coverage: { audience: 2, delivered: 0, bounced: 0, underWay: 2, called: 0, left: 0 },
    },
    act: async () => {
      type('Type Send to 2 to confirm', 'Send to 2');
      await press('Send to 2 people');
    },
  },
  'closing a difference in the money': {
    shown: <MoneyCheck />,
    reads: { showMoneyCheck: { proof: null, check: null }, listMoneyTasks: { items: [task] } },
    asks: 'resolveMoneyTask',
    then: { ...task, state: 'resolved' },
    act: async () => {
      type('What explains it', 'Paid out by hand');
      await press('Close this difference');
    },
    typed: ['What explains it', 'Paid out by hand'],
  },
  'a mail sent again': {
    ...reportScreen,
    at: `/get-bookings-report?booking=${bookingId}`,
    reads: { ...reportScreen.reads, showTimeline: timeline, listMails: { items: [mail] }, showRefundRows: { items: [] } },
    asks: 'resendMail',
    then: { ...mail, id: `ml_${'2'.repeat(26)}`, resendOf: mailId, state: 'waiting' },
    act: () => press('Send again: the ticket mail'),
  },
};

beforeEach(() => {
  jest.useFakeTimers();
  URL.createObjectURL = () => 'blob:report';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
});

const TITLE = 'Confirm it is you';

/** Opens a screen whose act is refused until the password was given, and does what leads to the act. */
async function ask({ shown, at, reads, asks, then, act }: Screen) {
  const site = standInForSite(routes, {
    ...reads,
    showSignInWays: { google: false, organisersNeedPasskey: false },
    confirmPassword: { message: 'Thank you' },
    [asks]: [refusal('request.sign_in_again'), then],
  });
  await showScreen(shown, { session: person('admin'), ...(at ? { at } : {}) });
  await advance(0);
  await act();
  const calls = () => site.to(asks).map(({ params, body, key }: CallTo<Routes, keyof Routes>) => ({ params, body, key }));
  return { calls, proof: screen.getByRole('dialog', { name: TITLE }) };
}

async function give(proof: HTMLElement) {
  fireEvent.change(within(proof).getByLabelText('Password'), { target: { value: 'violet harbour lantern 9' } });
  fireEvent.submit(proof.querySelector('form')!);
  await advance(0);
  expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull();
}

describe('an act that needs a fresh proof', () => {
  it.each(Object.entries(SCREENS))('B9-519 asks for it at %s, keeps what was typed and then goes on', async (_, what) => {
    const { calls, proof } = await ask(what);
    if (what.typed) expect(screen.getByLabelText<HTMLInputElement>(what.typed[0]).value).toBe(what.typed[1]);
    await give(proof);
    const [first, second, ...more] = calls();
    expect(second).toEqual(first);
    expect(more).toEqual([]);
  });

  it.each(Object.entries(SCREENS))('does nothing at %s for who gives no proof', async (_, what) => {
    const { calls, proof } = await ask(what);
    await press('Cancel', proof);
    expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull();
    expect(calls()).toHaveLength(1);
    if (what.typed) expect(screen.getByLabelText<HTMLInputElement>(what.typed[0]).value).toBe(what.typed[1]);
  });

  it('B9-573 asks for it when very many rows of the report were read, and then reads on', async () => {
    let proven = false;
    const site = standInForSite(routes, {
      ...reportScreen.reads,
      // The rows are a list, which would be taken for answers one after the other.
      getBookings: () => (proven ? [] : refusal('request.sign_in_again')),
      showSignInWays: { google: false, organisersNeedPasskey: false },
      confirmPassword: () => {
        proven = true;
        return { message: 'Thank you' };
      },
    });
    await showScreen(reportScreen.shown, { session: person('organiser') });
    await advance(0);
    await give(screen.getByRole('dialog', { name: TITLE }));
    expect(screen.getByText('Not Available')).toBeTruthy();
    expect(site.to('getBookings')).toHaveLength(2);
  });
});

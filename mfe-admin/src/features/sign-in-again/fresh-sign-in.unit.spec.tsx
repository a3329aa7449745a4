import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { AnswerOf } from '@concert/contracts/core/route';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { advance, person, press, showScreen, typeInto as type } from '@concert/web-kit/testing/screen.tsx';
import { rawAnswer, refusal, standInForSite, type Answers, type CallTo } from '@concert/web-kit/testing/site.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import ConcertSettings from '../../routes/concert-settings.tsx';
import BookingsReport from '../../routes/get-bookings-report.tsx';
import VipTickets from '../../routes/v-i-p-tickets.tsx';
import { settings } from '../../testing/settings.ts';

const routes = { ...authRoutes, ...bookingRoutes, ...notifyRoutes };
type Routes = typeof routes;

const report: AnswerOf<Routes['showReport']> = { currency: 'USD', timeZone: 'UTC', categories: [], cells: [], soldToday: 0 };
const file = { blob: () => Promise.resolve(new Blob()) };

interface Screen {
  readonly shown: ReactNode;
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
const reportScreen: Read = {
  shown: <BookingsReport />,
  reads: { showReport: report, getBookings: [] },
};

const SCREENS: Readonly<Record<string, Screen>> = {
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
  'the export': {
    ...reportScreen,
    asks: 'exportBookings',
    then: rawAnswer(file),
    act: () => press('Download Report'),
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
async function ask({ shown, reads, asks, then, act }: Screen) {
  const site = standInForSite(routes, {
    ...reads,
    showSignInWays: { google: false, organisersNeedPasskey: false },
    confirmPassword: { message: 'Thank you' },
    [asks]: [refusal('request.sign_in_again'), then],
  });
  await showScreen(shown, { session: person('admin') });
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

  it('asks once for what is refused together, and goes on with all of it', async () => {
    const refused = refusal('request.sign_in_again');
    const allotment = { group: 'v', name: 'VIP Tickets', capacity: 30, issued: 28, left: 2 } as const;
    const site = standInForSite(routes, {
      listComplimentary: [refused, { items: [], allotment }],
      listInvitations: [refused, { items: [] }],
      showSignInWays: { google: false, organisersNeedPasskey: false },
      confirmPassword: { message: 'Thank you' },
    });
    await showScreen(<VipTickets />, { session: person('organiser') });
    await give(screen.getByRole('dialog', { name: TITLE }));
    expect([site.to('listComplimentary').length, site.to('listInvitations').length]).toEqual([2, 2]);
    expect(screen.getByText('28 of 30 given away')).toBeTruthy();
  });

  it('says why, where the site knows more than that it is an act', async () => {
    const detail = 'You have looked at the details of 500 people in an hour.';
    standInForSite(routes, { ...reportScreen.reads, getBookings: refusal('request.sign_in_again', { detail }), showSignInWays: 'silent' });
    await showScreen(reportScreen.shown, { session: person('admin') });
    expect(within(screen.getByRole('dialog', { name: TITLE })).getByText(new RegExp(`^${detail}`))).toBeTruthy();
  });

  it.each(Object.entries(SCREENS))('does nothing at %s for who gives no proof', async (_, what) => {
    const { calls, proof } = await ask(what);
    await press('Cancel', proof);
    expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull();
    expect(calls()).toHaveLength(1);
    if (what.typed) expect(screen.getByLabelText<HTMLInputElement>(what.typed[0]).value).toBe(what.typed[1]);
  });
});

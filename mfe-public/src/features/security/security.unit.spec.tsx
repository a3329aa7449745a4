import { describe, expect, it } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import type { OwnSessionView } from '@concert/contracts/auth/own-sessions';
import { ToastRegion } from '@concert/design-system/toast.tsx';
import { person, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Security } from './security.tsx';

const email = 'meera@example.org';
const session = person('buyer', { email });
const here = {
  sessionId: `se_${'0'.repeat(26)}` as OwnSessionView['sessionId'],
  device: 'Firefox on Windows',
  openedAt: '2026-05-01T09:00:00.000Z',
  lastUsedAt: '2026-05-01T10:05:00.000Z',
  current: true,
};
const phone = { ...here, sessionId: `se_${'1'.repeat(26)}` as OwnSessionView['sessionId'], device: 'Safari on iPhone', current: false };
const PRESENT = 'violet harbour lantern 9';
const NEXT = 'copper meadow window 7';

const open = () =>
  showScreen(
    <>
      <Security email={email} />
      <ToastRegion />
    </>,
    { at: '/profile', session },
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

async function fill(present = PRESENT, next = NEXT, again = next) {
  await press('Change your password');
  await type('Current Password', present);
  await type('New Password', next);
  await type('Confirm Password', again);
}

describe('the password in the profile', () => {
  it('B9-528 is changed with the present one, and the logins are read again', async () => {
    const { calls } = standInForSite(authRoutes, {
      listSessions: [{ sessions: [here, phone] }, { sessions: [here] }],
      changePassword: { message: 'Your password was changed' },
    });
    await open();
    expect(await screen.findByText('Safari on iPhone')).toBeTruthy();
    await fill();
    await press('Change the password');
    expect(await screen.findByText('Your password was changed. Every other device is signed out.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Safari on iPhone')).toBeNull();
    expect(calls.find(({ route }) => route === 'changePassword')?.body).toEqual({ current: PRESENT, password: NEXT });
  });

  it('is not sent as long as the new one was not typed twice alike', async () => {
    const { calls } = standInForSite(authRoutes, { listSessions: { sessions: [here] } });
    await open();
    await fill(PRESENT, NEXT, 'copper meadow');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change the password' }).disabled).toBe(true);
    expect(calls.map(({ route }) => route)).toEqual(['listSessions']);
  });

  it.each([
    ['the present one is wrong', 'Current Password', refusal('auth.credentials_refused', { detail: 'The password is not right' })],
    [
      'the new one is too common',
      'New Password',
      refusal('auth.password_too_weak', { errors: [{ pointer: '/password', field: 'password', detail: 'The password is not right' }] }),
    ],
  ])('says at its field that %s, and keeps what was typed', async (_, label, answer) => {
    standInForSite(authRoutes, { listSessions: { sessions: [here] }, changePassword: answer });
    await open();
    await fill();
    await press('Change the password');
    const field = await screen.findByLabelText<HTMLInputElement>(label);
    expect(await screen.findByText('The password is not right')).toBeTruthy();
    expect([field.getAttribute('aria-invalid'), field.value]).toEqual(['true', label === 'New Password' ? NEXT : PRESENT]);
  });

  it('is asked for by mail by somebody who has none', async () => {
    const { calls } = standInForSite(authRoutes, {
      listSessions: { sessions: [here] },
      requestPasswordReset: [refusal('auth.too_many_attempts'), { message: 'sent' }],
    });
    await open();
    await press('Change your password');
    await press('Email me a link');
    expect(await screen.findByText(/Too many attempts/)).toBeTruthy();
    await press('Email me a link');
    expect(await screen.findByText(`A link to choose a new password is on its way to ${email}.`)).toBeTruthy();
    expect(calls.at(-1)).toEqual({ route: 'requestPasswordReset', body: { email } });
  });
});

describe('the logins in the profile', () => {
  it('B9-529 say their device, when they began and were last used, and which one this is', async () => {
    standInForSite(authRoutes, { listSessions: { sessions: [here, phone] } });
    await open();
    const rows = within(await screen.findByRole('list', { name: 'Signed-in devices' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Firefox on WindowsSigned in May 1, 9:00 AM, last used May 1, 10:05 AMThis device',
      'Safari on iPhoneSigned in May 1, 9:00 AM, last used May 1, 10:05 AMSign out',
    ]);
  });

  it('B9-596 are ended only after a fresh proof, whose password stands beside its address', async () => {
    const { calls } = standInForSite(authRoutes, {
      listSessions: [{ sessions: [here, phone] }, { sessions: [here] }],
      showSignInWays: { google: false, organisersNeedPasskey: false },
      confirmPassword: { message: 'Password confirmed' },
      endOtherSessions: [refusal('request.sign_in_again'), undefined],
    });
    await open();
    await press('Sign out all others');
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm it is you' }));
    const password = await proof.findByLabelText<HTMLInputElement>('Password');
    const username = password.form!.querySelector<HTMLInputElement>('[autocomplete="username"]');
    expect([username?.value, username?.hidden]).toEqual([email, false]);
    await userEvent.type(password, PRESENT);
    await userEvent.click(proof.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('All other devices are signed out.')).toBeTruthy();
    expect(calls.filter(({ route }) => route === 'endOtherSessions')).toHaveLength(2);
  });

  it('B9-529 are ended one by one, and all others at once', async () => {
    const { calls } = standInForSite(authRoutes, {
      listSessions: [{ sessions: [here, phone] }, { sessions: [here, { ...phone, device: 'Chrome on Android' }] }, { sessions: [here] }],
      endSession: undefined,
      endOtherSessions: undefined,
    });
    await open();
    await press('Sign out Safari on iPhone, signed in May 1, 9:00 AM');
    expect(await screen.findByText('Safari on iPhone is signed out.')).toBeTruthy();
    expect(await screen.findByText('Chrome on Android')).toBeTruthy();
    await press('Sign out all others');
    expect(await screen.findByText('All other devices are signed out.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull());
    expect(calls.map(({ route }) => route)).toEqual(['listSessions', 'endSession', 'listSessions', 'endOtherSessions', 'listSessions']);
  });
});

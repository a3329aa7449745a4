import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { SessionProvider } from '@concert/web-kit/session.tsx';
import { advance, currentAddress, currentState, press, typeInto } from '@concert/web-kit/testing/screen.tsx';
import { refusal } from '@concert/web-kit/testing/site.ts';
import { renderToString, takeOver } from '@concert/web-kit/testing/take-over.harness.ts';
import { standInForLogin, button, buyer, openLogin, PASSWORD, messageAnswer, setUpLogin, signInWays } from '../testing/login.tsx';
import Login from './login.tsx';

const signedIn = { session: buyer, message: 'Sign in successful' };
const TOKEN = 'abcdefghijklmnopqrstuvwxyz0123456789';

async function verify(password = PASSWORD) {
  typeInto('Password', password);
  await press('Verify my email');
}

setUpLogin();

describe('/login, opened by a mail', () => {
  it.each(['verify', 'reset'])('takes over the page as it was drawn, although no server saw the link to %s', async (purpose) => {
    standInForLogin(signInWays);
    const at = (address: string) => (
      <MemoryRouter initialEntries={[address]}>
        <SessionProvider session={undefined} concert={null} pageTitle="Login" refreshSession={() => Promise.resolve(null)}>
          <Login />
        </SessionProvider>
      </MemoryRouter>
    );
    const { place, differences, leave } = await takeOver(renderToString(at('/login')), at(`/login#${purpose}=${TOKEN}`));
    expect(differences).toEqual([]);
    expect(place.querySelector('h1')?.textContent).toBe(purpose === 'verify' ? 'Verify your email' : 'Choose a new password');
    leave();
  });

  it('S4-01 takes the secret out of the address at once, uses it at a press, once, and leads where its reader was going', async () => {
    const { calls } = await openLogin(`/login?nav=rys#verify=${TOKEN}`, { verifyEmail: signedIn });
    expect(currentAddress()).toBe('/login?nav=rys');
    expect(calls()).toEqual([]);
    await verify();
    expect(calls()).toEqual([{ route: 'verifyEmail', body: { token: TOKEN, password: PASSWORD } }]);
    expect(currentAddress()).toBe('/reserve-your-seat');
  });

  it.each(['verify', 'reset'])(
    'B7-537 has the address beside the password, drawn and in its form, so that it is kept with it: %s',
    async (purpose) => {
      await openLogin(`/login#${purpose}=${TOKEN}`);
      const [username, password] = ['username', purpose === 'verify' ? 'current-password' : 'new-password'].map((name) =>
        document.querySelector<HTMLInputElement>(`input[autocomplete="${name}"]`)!,
      );
      expect([username?.value, username?.readOnly, username?.hidden, username?.type]).toEqual([buyer.email, true, false, 'text']);
      expect(username?.form).toBe(password?.form);
    },
  );

  it('verifies nothing without the password, and has one chosen by who does not know it', async () => {
    const { calls } = await openLogin(`/login#verify=${TOKEN}`, {
      verifyEmail: refusal('auth.credentials_refused'),
      setPassword: messageAnswer('Your new password is set. You can sign in now'),
    });
    await press('Verify my email');
    expect(screen.getAllByText('Password is required')).toHaveLength(2);
    expect(calls()).toEqual([]);
    await verify('what a stranger chose');
    expect(screen.getByText('Error: This is not the password that was chosen for this account')).toBeTruthy();
    await press('I do not know it: choose a password');
    expect(screen.getByRole('heading', { level: 1, name: 'Choose your password' })).toBe(document.activeElement);
    typeInto('New Password', PASSWORD);
    typeInto('Confirm Password', PASSWORD);
    await press('Set new password');
    expect(calls().at(-1)).toEqual({ route: 'setPassword', body: { token: TOKEN, password: PASSWORD } });
    expect(screen.getByText('Your new password is set. You can sign in now')).toBeTruthy();
    expect(button('Sign In')).toBeTruthy();
  });

  it('is only looked at with the link of a mail that signs in: it says whose account that is, and signs in by a press', async () => {
    const { calls } = await openLogin(`/login#enter=${TOKEN}`, {
      showHandoff: { email: 'meera@example.org' },
      useHandoff: { session: buyer, message: 'Sign in successful' },
    });
    await advance(0);
    expect(screen.getByText('This link signs you in as meera@example.org.')).toBeTruthy();
    expect(calls()).toEqual([{ route: 'showHandoff', body: { token: TOKEN } }]);
    await press('Sign in');
    expect(calls().at(-1)).toEqual({ route: 'useHandoff', body: { token: TOKEN } });
    expect(screen.getByText('Sign in successful')).toBeTruthy();
  });

  it.each([false, true])(
    'B5-623 says that seats may be held where its link led to the reservation, with a passkey: %s',
    async (passkey) => {
      await openLogin(
        `/login?nav=rys#enter=${TOKEN}`,
        {
          showHandoff: { email: 'meera@example.org' },
          useHandoff: passkey ? { session: null, awaits: 'passkey', message: '' } : signedIn,
          signIn: signedIn,
        },
        {},
      );
      await advance(0);
      await press('Sign in');
      // In place of the passkey: its step is another component's.
      if (passkey) {
        typeInto('Email', 'meera@example.org');
        typeInto('Password', PASSWORD);
        await press('Sign In');
      }
      expect(currentAddress()).toBe('/reserve-your-seat');
      expect(currentState()).toEqual({ byMail: true });
    },
  );

  it('leads back to the form when the link that signs in was used or is too old', async () => {
    await openLogin(`/login#enter=${TOKEN}`, { showHandoff: refusal('auth.link_expired') });
    await advance(0);
    expect(screen.getByText('This link has been used or has expired, please ask for a new one')).toBeTruthy();
    expect(button('Sign In')).toBeTruthy();
  });

  it('sets a new password, and every session is asked for again', async () => {
    const { calls, refreshes } = await openLogin(`/login#reset=${TOKEN}`, {
      setPassword: messageAnswer('Your new password is set. You can sign in now'),
    });
    expect(currentAddress()).toBe('/login');
    expect(screen.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeTruthy();
    expect(screen.getByText(/^At least 15 characters\./)).toBeTruthy();
    typeInto('New Password', PASSWORD);
    typeInto('Confirm Password', 'another');
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    expect(button('Set new password').disabled).toBe(true);
    typeInto('Confirm Password', PASSWORD);
    await press('Set new password');
    expect(calls()).toEqual([{ route: 'setPassword', body: { token: TOKEN, password: PASSWORD } }]);
    expect(screen.getByText('Your new password is set. You can sign in now')).toBeTruthy();
    expect(button('Sign In')).toBeTruthy();
    expect(refreshes()).toBe(1);
  });

  it.each([
    ['#verify=short', 'Sign In'],
    ['#verify=', 'Sign In'],
    ['#reset=%3Cscript%3E', 'Reset Password'],
  ])('says that %s is not complete, and sends nothing', async (hash, next) => {
    const { calls } = await openLogin(`/login${hash}`);
    expect(currentAddress()).toBe('/login');
    expect(screen.getByText('This link is not complete')).toBeTruthy();
    expect(button(next)).toBeTruthy();
    expect(calls()).toEqual([]);
  });
});

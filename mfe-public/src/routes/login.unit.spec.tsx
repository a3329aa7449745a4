import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { SessionProvider } from '@concert/web-kit/session.tsx';
import { hydrateRoot } from 'react-dom/client';
import { Link } from 'react-router-dom';
import { authRoutes } from '@concert/contracts/auth/http';
import type { Role } from '@concert/contracts/core/roles';
import { heardToasts, pass, person, showScreen, where, type ShownWith } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Answers } from '@concert/web-kit/testing/site.ts';
import Login from './login.tsx';

/* What draws pages asks for this as it is loaded; jsdom has none, and the test needs none. */
globalThis.MessageChannel ??= class {
  readonly port1 = {};
  readonly port2 = {};
} as unknown as typeof MessageChannel;
const { renderToString } = await import('react-dom/server');

const UNVERIFIED =
  'Email not verified. Please verify your email or request for resend verification mail by clicking on "Resend Verification Mail" button.';
const PASSWORD = 'river lantern quietly seven';
const TOKEN = 'abcdefghijklmnopqrstuvwxyz0123456789';

const buyer = person('buyer', { email: 'meera@example.org' });
const ways = { showSignInWays: { google: true, organisersNeedPasskey: false } };
const signsIn = (role: Role = 'buyer') => ({ ...ways, signIn: { session: { ...buyer, role }, message: 'Sign in successful' } });
const said = (message: string) => ({ message });
const weak = refusal('auth.password_too_weak', {
  detail: 'This password is one that is guessed first',
  errors: [{ pointer: '/password', field: 'password', detail: 'This password is one that is guessed first' }],
});

/** Stands in for the site. Answers what it was asked so far, but for the ways to sign in, which every visit asks. */
function asked(answers: Answers<typeof authRoutes>) {
  const { calls } = standInForSite(authRoutes, answers);
  return () => calls.filter(({ route }) => route !== 'showSignInWays');
}

const left: string[] = [];
const open = (at = '/login', shown: ShownWith = {}) =>
  showScreen(<Login leave={(address) => left.push(address)} />, { at, pageTitle: 'Login', ...shown });

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

async function press(name: string) {
  await act(async () => {
    fireEvent.click(button(name));
    await jest.advanceTimersByTimeAsync(0);
  });
}

async function signIn(email = 'meera@example.org', password = PASSWORD) {
  type('Email', email);
  type('Password', password);
  await press('Sign In');
}

async function signUp(email = 'meera@example.org', password = PASSWORD, again = password) {
  await press('Sign Up');
  type('Email', email);
  type('Password', password);
  type('Confirm Password', again);
  await press('Sign Up');
}

async function verify(password = PASSWORD) {
  type('Password', password);
  await press('Verify my email');
}

beforeEach(() => {
  jest.useFakeTimers();
  window.localStorage.clear();
  left.length = 0;
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('/login, sign-in', () => {
  it("S1-06 S2-23 S4-07 S4-08 S6-02 S7-06 S8-11 S9-18 shows 'Sign in successful' and goes home after 5 seconds", async () => {
    const calls = asked(signsIn());
    const { refreshes } = await open();
    await signIn();
    expect(calls()).toEqual([{ route: 'signIn', body: { email: 'meera@example.org', password: PASSWORD } }]);
    expect(screen.getByText('Sign in successful')).toBeTruthy();
    expect(refreshes()).toBe(1);
    await pass(4_999);
    expect(where()).toBe('/login');
    await pass(1);
    expect(where()).toBe('/');
  });

  it('S2-27 S2-63 S3-33 leads on to the reservation when it was rys, and forgets it', async () => {
    standInForSite(authRoutes, signsIn());
    await open('/login?nav=rys');
    expect(window.localStorage.getItem('page_redirect')).toBe('rys');
    await signIn();
    await pass(5_000);
    expect(where()).toBe('/reserve-your-seat');
    expect(window.localStorage.getItem('page_redirect')).toBeNull();
  });

  it('S2-64 leads on to the page stored before', async () => {
    window.localStorage.setItem('page_redirect', 'profile');
    standInForSite(authRoutes, signsIn());
    await open();
    await signIn();
    await pass(5_000);
    expect(where()).toBe('/profile');
  });

  it('leads on to the page that its own address names, whatever another tab stored since', async () => {
    standInForSite(authRoutes, signsIn());
    await open('/login?nav=profile');
    window.localStorage.setItem('page_redirect', 'rys');
    await signIn();
    await pass(5_000);
    expect(where()).toBe('/profile');
  });

  it.each(['//evil.test', 'javascript:alert(1)', 'admin/users', 'login'])('goes home when %s was stored', async (stored) => {
    window.localStorage.setItem('page_redirect', stored);
    standInForSite(authRoutes, signsIn());
    await open();
    await signIn();
    await pass(5_000);
    expect(where()).toBe('/');
  });

  it('remembers nothing that is not one of the product’s own pages', async () => {
    standInForSite(authRoutes, ways);
    await open('/login?nav=//evil.test');
    expect(window.localStorage.getItem('page_redirect')).toBeNull();
  });

  it("S8-10 shows 'Error: {message}' when the email or the password is not right", async () => {
    standInForSite(authRoutes, { ...ways, signIn: refusal('auth.credentials_refused') });
    const { refreshes } = await open();
    await signIn();
    expect(screen.getByRole('alert').textContent).toContain('Error: The email or the password is not right');
    expect(refreshes()).toBe(0);
  });

  it('S5-03 asks for both fields before anything is sent', async () => {
    const calls = asked(ways);
    await open();
    await signIn(' ', '');
    expect(screen.getAllByText('Email is required')).toHaveLength(2);
    expect(screen.getAllByText('Password is required')).toHaveLength(2);
    expect(calls()).toEqual([]);
  });

  it('says when the site cannot be reached', async () => {
    standInForSite(authRoutes, { ...ways, signIn: 'unreachable' });
    await open();
    await signIn();
    expect(screen.getByText('Error: We cannot reach the concert site. Check your connection and try again.')).toBeTruthy();
  });

  it('does not ask a signed-in person again', async () => {
    standInForSite(authRoutes, ways);
    await open('/login', { session: buyer });
    expect(screen.getByText('You are logged in as meera@example.org.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
  });
});

describe('/login, where passwords are no longer taken', () => {
  it('B7-15 offers a link by mail, and says alike for everybody that it was sent', async () => {
    const calls = asked({ ...ways, signIn: refusal('auth.sign_in_link_needed'), requestSignInLink: said('sent') });
    await open();
    await signIn();
    expect(
      screen.getByText('Signing in failed too often for this email or from your network. From here it takes a link that we mail to you.'),
    ).toBeTruthy();
    await press('Mail me a sign-in link');
    expect(calls().at(-1)).toEqual({ route: 'requestSignInLink', body: { email: 'meera@example.org' } });
    expect(screen.getByText(/^If meera@example.org has an account here, a link to sign in is on its way/)).toBeTruthy();
  });
});

describe('/login, an unverified sign-in', () => {
  const unverified = { ...ways, signIn: refusal('auth.email_unverified') };

  it('S2-80 S4-03 S8-12 is told to verify, in the specified words, with the button that sends the mail again', async () => {
    standInForSite(authRoutes, unverified);
    await open();
    await signIn();
    expect(screen.getByText(UNVERIFIED)).toBeTruthy();
    expect(button('Resend Verification Mail')).toBeTruthy();
  });

  it('S4-10 S4-11 S7-07 S9-20 has the mail sent again, is signed out, and goes home after 10 seconds', async () => {
    const calls = asked({ ...unverified, resendVerification: said('sent'), signOut: undefined });
    const { refreshes } = await open();
    await signIn();
    type('Email', 'somebody-else@example.org');
    await press('Resend Verification Mail');
    expect(calls().slice(1)).toEqual([
      { route: 'resendVerification', body: { email: 'meera@example.org' } },
      { route: 'signOut', body: undefined },
    ]);
    expect(refreshes()).toBe(1);
    expect(screen.getByText('Verification email sent to: meera@example.org Please verify your email')).toBeTruthy();
    await pass(9_999);
    expect(where()).toBe('/login');
    await pass(1);
    expect(where()).toBe('/');
  });

  it("S8-08 says 'Error sending email verification: {message}' when that fails, and stays", async () => {
    standInForSite(authRoutes, { ...unverified, resendVerification: refusal('auth.too_many_attempts') });
    await open();
    await signIn();
    await press('Resend Verification Mail');
    expect(screen.getByText('Error sending email verification: Too many attempts, please wait before trying again')).toBeTruthy();
    await pass(10_000);
    expect(where()).toBe('/login');
  });
});

describe('/login, sign-up', () => {
  it('S2-24 S2-78 S2-79 is a turn of the same screen, with email, password and confirm password', async () => {
    standInForSite(authRoutes, ways);
    await open();
    await press('Sign Up');
    expect(where()).toBe('/login');
    expect(screen.getByRole('heading', { level: 1, name: 'Create your account' })).toBe(document.activeElement);
    for (const label of ['Email', 'Password', 'Confirm Password']) expect(screen.getByLabelText(label)).toBeTruthy();
    await press('Sign In');
    expect(screen.queryByLabelText('Confirm Password')).toBeNull();
    await press('Forgot password?');
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(button('Reset Password')).toBeTruthy();
  });

  it("S5-01 S5-02 'Passwords do not match' and the Sign Up button is disabled until they do", async () => {
    standInForSite(authRoutes, ways);
    await open();
    await press('Sign Up');
    expect(button('Sign Up').disabled).toBe(true);
    type('Password', PASSWORD);
    expect(button('Sign Up').disabled).toBe(true);
    type('Confirm Password', 'river bank');
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    expect(screen.getByLabelText('Confirm Password').getAttribute('aria-invalid')).toBe('true');
    expect(button('Sign Up').disabled).toBe(true);
    type('Confirm Password', PASSWORD);
    expect(screen.queryByText('Passwords do not match')).toBeNull();
    expect(button('Sign Up').disabled).toBe(false);
    type('Password', `${PASSWORD}!`);
    expect(button('Sign Up').disabled).toBe(true);
  });

  it('S5-01 says so of a beginning of the password only when the field is left', async () => {
    standInForSite(authRoutes, ways);
    await open();
    await press('Sign Up');
    type('Password', PASSWORD);
    type('Confirm Password', PASSWORD.slice(0, 5));
    expect(screen.queryByText('Passwords do not match')).toBeNull();
    fireEvent.blur(screen.getByLabelText('Confirm Password'));
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
  });

  it('S9-37 says the rule for passwords before anything is sent, and how far one is', async () => {
    const calls = asked(ways);
    await open();
    await press('Sign Up');
    expect(screen.getByText(/^At least 15 characters\./)).toBeTruthy();
    type('Password', 'short 🎵');
    expect(screen.getByText(/^7 of at least 15 characters\./)).toBeTruthy();
    type('Confirm Password', 'short 🎵');
    type('Email', 'meera@example.org');
    await press('Sign Up');
    expect(screen.getAllByText('Password must have at least 15 characters')).toHaveLength(2);
    expect(calls()).toEqual([]);
  });

  it('S5-04 takes no sign-up without a password, with whatever email', async () => {
    const calls = asked(ways);
    await open();
    await press('Sign Up');
    type('Email', 'meera@example.org');
    expect(button('Sign Up').disabled).toBe(true);
    fireEvent.submit(screen.getByLabelText('Email').closest('form')!);
    await pass(0);
    expect(calls()).toEqual([]);
  });

  it('S5-04 asks for every field', async () => {
    const calls = asked(ways);
    await open();
    await signUp(' ', PASSWORD);
    expect(screen.getAllByText('Email is required')).toHaveLength(2);
    expect(document.activeElement?.textContent).toContain('Please correct these values');
    expect(calls()).toEqual([]);
  });

  it('S1-07 S4-05 S4-06 S7-05 S8-09 S9-21 says where the mail went, shows the sign-in form, and is quiet after 30 seconds', async () => {
    const calls = asked({ ...ways, signUp: said('sent') });
    await open();
    await signUp(' meera@example.org ');
    expect(calls()).toEqual([{ route: 'signUp', body: { email: 'meera@example.org', password: PASSWORD } }]);
    const message = 'Verification email sent to: meera@example.org Please verify your email';
    expect(screen.getByText(message)).toBeTruthy();
    expect(button('Sign In')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('meera@example.org');
    expect(document.activeElement?.textContent).toContain(message);
    await pass(29_999);
    expect(screen.getByText(message)).toBeTruthy();
    await pass(1);
    expect(screen.queryByText(message)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(where()).toBe('/login');
  });

  it("S8-07 says 'Error: {message}' when the server refuses", async () => {
    standInForSite(authRoutes, { ...ways, signUp: refusal('auth.too_many_attempts') });
    await open();
    await signUp();
    expect(screen.getByText('Error: Too many attempts, please wait before trying again')).toBeTruthy();
  });

  it('S8-07 says at the password why the server does not take it', async () => {
    standInForSite(authRoutes, { ...ways, signUp: weak });
    await open();
    await signUp();
    expect(screen.getAllByText('This password is one that is guessed first')).toHaveLength(2);
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  });

  it('sends once, however often it is pressed', async () => {
    const calls = asked({ ...ways, signUp: 'silent' });
    await open();
    await signUp();
    await press('Signing up');
    fireEvent.submit(screen.getByLabelText('Email').closest('form')!);
    await pass(0);
    expect(calls().filter(({ route }) => route === 'signUp')).toHaveLength(1);
  });
});

describe('/login, reset', () => {
  it("S2-25 S4-09 S7-08 S8-13 S9-19 says 'Password reset email sent' and goes home after 10 seconds", async () => {
    const calls = asked({ ...ways, requestPasswordReset: said('sent') });
    await open();
    type('Email', 'meera@example.org');
    await press('Forgot password?');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('meera@example.org');
    await press('Reset Password');
    expect(calls()).toEqual([{ route: 'requestPasswordReset', body: { email: 'meera@example.org' } }]);
    expect(screen.getByText('Password reset email sent')).toBeTruthy();
    await pass(9_999);
    expect(where()).toBe('/login');
    await pass(1);
    expect(where()).toBe('/');
  });

  it('says why no mail was sent', async () => {
    standInForSite(authRoutes, { ...ways, requestPasswordReset: refusal('auth.too_many_attempts') });
    await open();
    await press('Forgot password?');
    await press('Reset Password');
    expect(screen.getAllByText('Email is required')).toHaveLength(2);
    type('Email', 'meera@example.org');
    await press('Reset Password');
    expect(screen.getByText('Error: Too many attempts, please wait before trying again')).toBeTruthy();
  });
});

describe('/login, opened by a mail', () => {
  it.each(['verify', 'reset'])('takes over the page as it was drawn, although no server saw the link to %s', async (purpose) => {
    standInForSite(authRoutes, ways);
    const at = (address: string) => (
      <MemoryRouter initialEntries={[address]}>
        <SessionProvider session={undefined} concert={null} pageTitle="Login" refreshSession={() => Promise.resolve(null)}>
          <Login />
        </SessionProvider>
      </MemoryRouter>
    );
    const place = document.createElement('div');
    place.innerHTML = renderToString(at('/login'));
    const differences: unknown[] = [];
    const root = await act(async () =>
      hydrateRoot(place, at(`/login#${purpose}=${TOKEN}`), { onRecoverableError: (error) => void differences.push(error) }),
    );
    expect(differences).toEqual([]);
    expect(place.querySelector('h1')?.textContent).toBe(purpose === 'verify' ? 'Verify your email' : 'Choose a new password');
    act(() => root.unmount());
  });

  it('S4-01 takes the secret out of the address at once, and uses it at a press, once', async () => {
    const calls = asked({ ...ways, verifyEmail: said('Your email is verified. You can sign in now') });
    await open(`/login?nav=rys#verify=${TOKEN}`);
    expect(where()).toBe('/login?nav=rys');
    expect(calls()).toEqual([]);
    await verify();
    expect(calls()).toEqual([{ route: 'verifyEmail', body: { token: TOKEN, password: PASSWORD } }]);
    expect(screen.getByText('Your email is verified. You can sign in now')).toBeTruthy();
    expect(button('Sign In')).toBeTruthy();
  });

  it('verifies nothing without the password, and has one chosen by who does not know it', async () => {
    const calls = asked({
      ...ways,
      verifyEmail: refusal('auth.credentials_refused'),
      setPassword: said('Your new password is set. You can sign in now'),
    });
    await open(`/login#verify=${TOKEN}`);
    await press('Verify my email');
    expect(screen.getAllByText('Password is required')).toHaveLength(2);
    expect(calls()).toEqual([]);
    await verify('what a stranger chose');
    expect(screen.getByText('Error: This is not the password that was chosen for this account')).toBeTruthy();
    await press('I do not know it: choose a password');
    expect(screen.getByRole('heading', { level: 1, name: 'Choose your password' })).toBe(document.activeElement);
    type('New Password', PASSWORD);
    type('Confirm Password', PASSWORD);
    await press('Set new password');
    expect(calls().at(-1)).toEqual({ route: 'setPassword', body: { token: TOKEN, password: PASSWORD } });
    expect(screen.getByText('Your new password is set. You can sign in now')).toBeTruthy();
    expect(button('Sign In')).toBeTruthy();
  });

  it('says when the link was used or is too old, and what to do', async () => {
    standInForSite(authRoutes, { ...ways, verifyEmail: refusal('auth.link_expired') });
    await open(`/login#verify=${TOKEN}`);
    await verify();
    expect(screen.getByText('This link has been used or has expired. Please ask for a new one.')).toBeTruthy();
    expect(button('Sign In')).toBeTruthy();
  });

  it('is only looked at with the link of a mail that signs in: it says whose account that is, and signs in by a press', async () => {
    const calls = asked({
      ...ways,
      showHandoff: { email: 'meera@example.org' },
      useHandoff: { session: buyer, message: 'Sign in successful' },
    });
    await open(`/login#enter=${TOKEN}`);
    await pass(0);
    expect(screen.getByText('This link signs you in as meera@example.org.')).toBeTruthy();
    expect(calls()).toEqual([{ route: 'showHandoff', body: { token: TOKEN } }]);
    await press('Sign in');
    expect(calls().at(-1)).toEqual({ route: 'useHandoff', body: { token: TOKEN } });
    expect(screen.getByText('Sign in successful')).toBeTruthy();
  });

  it('leads back to the form when the link that signs in was used or is too old', async () => {
    standInForSite(authRoutes, { ...ways, showHandoff: refusal('auth.link_expired') });
    await open(`/login#enter=${TOKEN}`);
    await pass(0);
    expect(screen.getByText('This link has been used or has expired. Please ask for a new one.')).toBeTruthy();
    expect(button('Sign In')).toBeTruthy();
  });

  it('keeps the link when the site could not be reached', async () => {
    const calls = asked({ ...ways, verifyEmail: ['unreachable', said('verified')] });
    await open(`/login#verify=${TOKEN}`);
    await verify();
    expect(screen.getByRole('alert').textContent).toContain('Error: We cannot reach the concert site.');
    await verify();
    expect(calls()).toHaveLength(2);
    expect(screen.getByText('verified')).toBeTruthy();
  });

  it('leaves other news behind when a mail is opened in the same tab', async () => {
    standInForSite(authRoutes, { ...ways, requestPasswordReset: said('sent'), verifyEmail: said('verified') });
    await showScreen(
      <>
        <Login />
        <Link to={`/login#verify=${TOKEN}`}>the mail</Link>
      </>,
      { at: '/login' },
    );
    await press('Forgot password?');
    type('Email', 'meera@example.org');
    await press('Reset Password');
    fireEvent.click(screen.getByRole('link', { name: 'the mail' }));
    await pass(0);
    await verify();
    expect(screen.getByText('verified')).toBeTruthy();
    expect(screen.queryByText('Password reset email sent')).toBeNull();
    await pass(10_000);
    expect(where()).toBe('/login');
  });

  it('sets a new password, and every session is asked for again', async () => {
    const calls = asked({ ...ways, setPassword: said('Your new password is set. You can sign in now') });
    const { refreshes } = await open(`/login#reset=${TOKEN}`);
    expect(where()).toBe('/login');
    expect(screen.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeTruthy();
    expect(screen.getByText(/^At least 15 characters\./)).toBeTruthy();
    type('New Password', PASSWORD);
    type('Confirm Password', 'another');
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    expect(button('Set new password').disabled).toBe(true);
    type('Confirm Password', PASSWORD);
    await press('Set new password');
    expect(calls()).toEqual([{ route: 'setPassword', body: { token: TOKEN, password: PASSWORD } }]);
    expect(screen.getByText('Your new password is set. You can sign in now')).toBeTruthy();
    expect(button('Sign In')).toBeTruthy();
    expect(refreshes()).toBe(1);
  });

  it('asks for another password when the server finds this one weak, with the same link', async () => {
    const calls = asked({ ...ways, setPassword: [weak, said('set')] });
    await open(`/login#reset=${TOKEN}`);
    type('New Password', PASSWORD);
    type('Confirm Password', PASSWORD);
    await press('Set new password');
    expect(screen.getAllByText('This password is one that is guessed first')).toHaveLength(2);
    await press('Set new password');
    expect(calls()).toHaveLength(2);
  });

  it('offers a new reset mail when the link is worth nothing', async () => {
    standInForSite(authRoutes, { ...ways, setPassword: refusal('auth.link_expired') });
    await open(`/login#reset=${TOKEN}`);
    type('New Password', PASSWORD);
    type('Confirm Password', PASSWORD);
    await press('Set new password');
    expect(screen.getByText('This link has been used or has expired. Please ask for a new one.')).toBeTruthy();
    expect(button('Reset Password')).toBeTruthy();
  });

  it.each([
    ['#verify=short', 'Sign In'],
    ['#verify=', 'Sign In'],
    ['#reset=%3Cscript%3E', 'Reset Password'],
  ])('says that %s is not complete, and sends nothing', async (hash, next) => {
    const calls = asked(ways);
    await open(`/login${hash}`);
    expect(where()).toBe('/login');
    expect(screen.getByText('This link is not complete')).toBeTruthy();
    expect(button(next)).toBeTruthy();
    expect(calls()).toEqual([]);
  });
});

describe('/login, Google', () => {
  const popup = { closed: false };
  const opened: unknown[] = [];
  let tell: (outcome: unknown) => Promise<void>;

  beforeEach(() => {
    popup.closed = false;
    opened.length = 0;
    const listeners = new Set<(message: { data: unknown }) => void>();
    class ChannelStandIn {
      addEventListener(_: string, listener: (message: { data: unknown }) => void) {
        listeners.add(listener);
      }
      close() {}
    }
    globalThis.BroadcastChannel = ChannelStandIn as unknown as typeof BroadcastChannel;
    tell = (outcome) =>
      act(async () => {
        for (const listener of listeners) listener({ data: outcome });
        await jest.advanceTimersByTimeAsync(0);
      });
    jest.spyOn(window, 'open').mockImplementation((address) => {
      opened.push(address);
      return popup as unknown as Window;
    });
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  });

  it("S2-26 S4-14 S7-09 opens a window and says 'Please wait while processing...' until it tells", async () => {
    standInForSite(authRoutes, ways);
    let session: ShownWith['session'] = null;
    await open('/login?nav=rys', { refreshed: () => session });
    await press('Sign in with Google');
    expect(opened).toEqual(['/api/auth/google?mode=popup']);
    expect(screen.getByText('Please wait while processing...')).toBeTruthy();
    await press('Sign in with Google');
    expect(opened).toHaveLength(1);
    const shown = heardToasts();
    session = buyer;
    await tell({ done: true });
    expect(shown.map(({ text }) => text)).toEqual(['Successfully signed in!']);
    expect(screen.getByText('Sign in successful')).toBeTruthy();
    await pass(5_000);
    expect(where()).toBe('/reserve-your-seat');
  });

  it("S4-12 S4-13 S8-14 S8-15 says 'Error during signInWithRedirect: {message}' as a toast and on screen", async () => {
    standInForSite(authRoutes, ways);
    await open();
    const shown = heardToasts();
    await press('Sign in with Google');
    await tell({ done: false, reason: 'denied' });
    const text = 'Error during signInWithRedirect: Google was not allowed to tell who you are';
    expect(shown.map((toast) => toast.text)).toEqual([text]);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText('Please wait while processing...')).toBeNull();
    await press('Sign in with Google');
    expect(screen.queryByText(text)).toBeNull();
  });

  it.each(['/login?nav=rys', '/register'])(
    'B7-17 inside another app says before any press how to sign in, and goes nowhere, at %s',
    async (at) => {
      jest
        .spyOn(navigator, 'userAgent', 'get')
        .mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 Instagram 334.0');
      standInForSite(authRoutes, ways);
      await open(at);
      expect(screen.getByText('Sign in with Google does not work inside this app')).toBeTruthy();
      expect(screen.getByText(window.location.href).getAttribute('translate')).toBe('no');
      expect(screen.queryByRole('button', { name: /Google/ })).toBeNull();
      expect(screen.getByLabelText('Password')).toBeTruthy();
      expect([opened, left]).toEqual([[], []]);
    },
  );

  it('believes the server about who is signed in, not the window', async () => {
    standInForSite(authRoutes, ways);
    await open();
    await press('Sign in with Google');
    await tell({ done: true });
    expect(screen.getByText('Error during signInWithRedirect: The site does not know yet who you are, please try again')).toBeTruthy();
  });

  it('B7-12 ends the wait without a fault where a passkey is still asked for', async () => {
    standInForSite(authRoutes, ways);
    const { refreshes } = await open('/login', { refreshed: () => null });
    await press('Sign in with Google');
    await tell({ done: true, awaitsPasskey: true });
    expect(refreshes()).toBe(1);
    expect(screen.queryByText('Please wait while processing...')).toBeNull();
    expect(screen.queryByText(/Error during/)).toBeNull();
  });

  it('minds no window that another page opened', async () => {
    standInForSite(authRoutes, ways);
    const { refreshes } = await open('/login', { refreshed: () => buyer });
    await tell({ done: true });
    await tell({ done: false, reason: 'denied' });
    expect(refreshes()).toBe(0);
    expect(screen.queryByText(/Error during/)).toBeNull();
  });

  it('notices that the window was closed once its person is back at the page', async () => {
    standInForSite(authRoutes, ways);
    await open();
    await press('Sign in with Google');
    popup.closed = true;
    jest.spyOn(document, 'hasFocus').mockReturnValue(false);
    await pass(60_000);
    expect(screen.getByText('Please wait while processing...')).toBeTruthy();
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    await pass(2_000);
    expect(screen.getByText('Error during signInWithRedirect: The Google window was closed before the sign-in was finished')).toBeTruthy();
  });

  it('finds a person signed in whose window closed without a word', async () => {
    standInForSite(authRoutes, ways);
    await open('/login', { refreshed: () => buyer });
    await press('Sign in with Google');
    popup.closed = true;
    await pass(2_000);
    expect(screen.getByText('Sign in successful')).toBeTruthy();
  });

  it('can be waited for no longer, and still be finished', async () => {
    standInForSite(authRoutes, ways);
    await open('/login', { refreshed: () => buyer });
    await press('Sign in with Google');
    await press('Stop waiting');
    expect(screen.queryByText('Please wait while processing...')).toBeNull();
    await tell({ done: true });
    expect(screen.getByText('Sign in successful')).toBeTruthy();
  });

  it('goes there with the page itself when the window is blocked, and keeps the way to the reservation', async () => {
    standInForSite(authRoutes, ways);
    jest.spyOn(window, 'open').mockReturnValue(null);
    await open('/login?nav=rys');
    await press('Sign in with Google');
    expect(left).toEqual(['/api/auth/google?mode=redirect']);
    expect(window.localStorage.getItem('page_redirect_from_mobile')).toBe('rys');
    expect(screen.getByText('Please wait while processing...')).toBeTruthy();
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    expect(screen.queryByText('Please wait while processing...')).toBeNull();
  });

  it('goes there with the page itself on a phone', async () => {
    standInForSite(authRoutes, ways);
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15) Mobile');
    await open();
    await press('Sign in with Google');
    expect(opened).toEqual([]);
    expect(left).toEqual(['/api/auth/google?mode=redirect']);
    expect(window.localStorage.getItem('page_redirect_from_mobile')).toBeNull();
  });

  it('says when it is not set up', async () => {
    standInForSite(authRoutes, { showSignInWays: { google: false, organisersNeedPasskey: false } });
    await open();
    expect(button('Sign in with Google is not set up on this site').disabled).toBe(true);
  });

  it('is offered when the site cannot say', async () => {
    standInForSite(authRoutes, { showSignInWays: 'unreachable' });
    await open();
    expect(button('Sign in with Google').disabled).toBe(false);
  });
});

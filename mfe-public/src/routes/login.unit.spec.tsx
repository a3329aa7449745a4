import { describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import type { Role } from '@concert/contracts/core/roles';
import { advance, currentAddress, press, recordToasts, typeInto } from '@concert/web-kit/testing/screen.tsx';
import { refusal } from '@concert/web-kit/testing/site.ts';
import { button, buyer, openLogin, PASSWORD, messageAnswer, setUpLogin, weakPassword } from '../testing/login.tsx';

const UNVERIFIED =
  'Email not verified. Please verify your email or request for resend verification mail by clicking on "Resend Verification Mail" button.';
const REQUEST = 'a-request-that-stays-in-this-tab';
const mailedCode = { message: 'sent', request: REQUEST, expiresAt: '2099-01-01T00:00:00.000Z' };
const signsIn = (role: Role = 'buyer') => ({ signIn: { session: { ...buyer, role }, message: 'Sign in successful' } });

async function signIn(email = 'meera@example.org', password = PASSWORD) {
  typeInto('Email', email);
  typeInto('Password', password);
  await press('Sign In');
}

async function signUp(email = 'meera@example.org', password = PASSWORD, again = password) {
  await press('Sign Up');
  typeInto('Email', email);
  typeInto('Password', password);
  typeInto('Confirm Password', again);
  await press('Sign Up');
}

setUpLogin();

describe('/login, sign-in', () => {
  it("S1-06 S2-23 S4-07 S4-08 S6-02 S7-06 S8-11 S9-18 shows 'Sign in successful' and goes home after 5 seconds", async () => {
    const { refreshes, calls } = await openLogin('/login', signsIn());
    await signIn();
    expect(calls()).toEqual([{ route: 'signIn', body: { email: 'meera@example.org', password: PASSWORD } }]);
    expect(screen.getByText('Sign in successful')).toBeTruthy();
    expect(refreshes()).toBe(1);
    await advance(4_999);
    expect(currentAddress()).toBe('/login');
    await advance(1);
    expect(currentAddress()).toBe('/');
  });

  it('S2-27 S2-63 S3-33 B5-537 leads on to the reservation at once when it was rys, and forgets it', async () => {
    await openLogin('/login?nav=rys', signsIn());
    expect(window.localStorage.getItem('page_redirect')).toBe('rys');
    const toasts = recordToasts();
    await signIn();
    expect(currentAddress()).toBe('/reserve-your-seat');
    expect(toasts).toEqual([{ tone: 'good', text: 'Sign in successful' }]);
    expect(window.localStorage.getItem('page_redirect')).toBeNull();
  });

  it('B5-566 offers the reservation without an account to whoever was on the way to it, and to nobody else', async () => {
    const way = () => screen.queryByRole('link', { name: 'Reserve without signing in' })?.getAttribute('href');
    await openLogin('/login?nav=rys', signsIn());
    expect(way()).toBe('/reserve-your-seat');
    cleanup();
    await openLogin('/login', signsIn());
    expect(way()).toBeUndefined();
  });

  it('S2-64 leads on to the page stored before', async () => {
    window.localStorage.setItem('page_redirect', 'profile');
    await openLogin('/login', signsIn());
    await signIn();
    expect(currentAddress()).toBe('/profile');
  });

  it('leads on to the page that its own address names, whatever another tab stored since', async () => {
    await openLogin('/login?nav=profile', signsIn());
    window.localStorage.setItem('page_redirect', 'rys');
    await signIn();
    expect(currentAddress()).toBe('/profile');
  });

  it("S8-10 shows 'Error: {message}' when the email or the password is not right", async () => {
    const { refreshes } = await openLogin('/login', { signIn: refusal('auth.credentials_refused') });
    await signIn();
    expect(screen.getByRole('alert').textContent).toContain('Error: The email or the password is not right');
    expect(refreshes()).toBe(0);
  });

  it('S5-03 asks for both fields before anything is sent', async () => {
    const { calls } = await openLogin();
    await signIn(' ', '');
    expect(screen.getAllByText('Email is required')).toHaveLength(2);
    expect(screen.getAllByText('Password is required')).toHaveLength(2);
    expect(calls()).toEqual([]);
  });
});

describe('B5-541 /login, by a code', () => {
  it('asks for the email alone, mails a code, and signs in as soon as it stands', async () => {
    const { calls } = await openLogin('/login?nav=rys', {
      requestSignInCode: mailedCode,
      useSignInCode: { session: buyer, message: 'Sign in successful' },
    });
    await press('Send me a code');
    expect(screen.getAllByText('Email is required')).toHaveLength(2);
    typeInto('Email', 'meera@example.org');
    await press('Send me a code');
    expect(calls()).toEqual([
      { route: 'requestSignInCode', body: { email: 'meera@example.org', nav: 'rys', request: expect.any(String) } },
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'Type the code we emailed you' })).toBe(document.activeElement);
    typeInto('Code', '123 456');
    await advance(0);
    expect(calls().at(-1)).toEqual({ route: 'useSignInCode', body: { request: REQUEST, code: '123456' } });
    expect(currentAddress()).toBe('/reserve-your-seat');
  });

  it('B7-531 asks again with the secret of before, so that every code works, and takes another address at a press', async () => {
    const { calls } = await openLogin('/login', {
      requestSignInCode: [mailedCode, { ...mailedCode, request: 'another-request-in-this-tab' }],
      useSignInCode: [refusal('auth.code_spent'), { session: null, awaits: 'passkey', message: '' }],
    });
    typeInto('Email', 'meera@example.org');
    await press('Send me a code');
    typeInto('Code', '123456');
    await advance(0);
    expect(screen.getByRole('alert').textContent).toContain('This code no longer works.');
    await press('Send again');
    typeInto('Code', '654321');
    await advance(0);
    expect(calls().at(-1)?.body).toEqual({ request: 'another-request-in-this-tab', code: '654321' });
    const [first, again] = calls().flatMap(({ route, body }) =>
      route === 'requestSignInCode' ? [(body as { request: string }).request] : [],
    );
    expect([first, again]).toEqual([expect.stringMatching(/^[\w-]{43}$/), first]);
    expect(screen.queryByLabelText('Code')).toBeNull();
    await press('Send me a code');
    await press('Use another address');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('meera@example.org');
  });
});

describe('/login, where passwords are no longer taken', () => {
  it('B7-515 offers a link by mail, and says alike for everybody that it was sent', async () => {
    const { calls } = await openLogin('/login', { signIn: refusal('auth.sign_in_link_needed'), requestSignInCode: mailedCode });
    await signIn();
    expect(
      screen.getByText(
        'Signing in failed too often for this email or from your network. From here you can sign in with a link that we email to you',
      ),
    ).toBeTruthy();
    await press('Email me a sign-in link');
    expect(calls().at(-1)).toEqual({ route: 'requestSignInCode', body: { email: 'meera@example.org' } });
    expect(screen.getByText(/^If meera@example.org has an account here, a link to sign in is on its way/)).toBeTruthy();
  });
});

describe('/login, an unverified sign-in', () => {
  const unverified = { signIn: refusal('auth.email_unverified') };

  it('S2-80 S4-03 S8-12 is told to verify, in the specified words, with the button that sends the mail again', async () => {
    await openLogin('/login', unverified);
    await signIn();
    expect(screen.getByText(UNVERIFIED)).toBeTruthy();
    expect(button('Resend Verification Mail')).toBeTruthy();
  });

  it('S4-10 S4-11 S7-07 S9-20 has the mail sent again, is signed out, and goes home after 10 seconds', async () => {
    const { refreshes, calls } = await openLogin('/login', {
      ...unverified,
      resendVerification: messageAnswer('sent'),
      signOut: undefined,
    });
    await signIn();
    typeInto('Email', 'somebody-else@example.org');
    await press('Resend Verification Mail');
    expect(calls().slice(1)).toEqual([
      { route: 'resendVerification', body: { email: 'meera@example.org' } },
      { route: 'signOut', body: undefined },
    ]);
    expect(refreshes()).toBe(1);
    expect(screen.getByText('Verification email sent to: meera@example.org Please verify your email')).toBeTruthy();
    await advance(9_999);
    expect(currentAddress()).toBe('/login');
    await advance(1);
    expect(currentAddress()).toBe('/');
  });

  it("S8-08 says 'Error sending email verification: {message}' when that fails, and stays", async () => {
    await openLogin('/login', { ...unverified, resendVerification: refusal('auth.too_many_attempts') });
    await signIn();
    await press('Resend Verification Mail');
    expect(screen.getByText('Error sending email verification: Too many attempts, please wait before trying again')).toBeTruthy();
    await advance(10_000);
    expect(currentAddress()).toBe('/login');
  });
});

describe('/login, sign-up', () => {
  it('S2-24 S2-78 S2-79 is a turn of the same screen, with email, password and confirm password', async () => {
    await openLogin();
    await press('Sign Up');
    expect(currentAddress()).toBe('/login');
    expect(screen.getByRole('heading', { level: 1, name: 'Create your account' })).toBe(document.activeElement);
    for (const label of ['Email', 'Password', 'Confirm Password']) expect(screen.getByLabelText(label)).toBeTruthy();
    await press('Sign In');
    expect(screen.queryByLabelText('Confirm Password')).toBeNull();
    await press('Forgot password?');
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(button('Reset Password')).toBeTruthy();
  });

  it("S5-01 S5-02 S5-04 'Passwords do not match' and the Sign Up button is disabled until they do", async () => {
    await openLogin();
    await press('Sign Up');
    expect(button('Sign Up').disabled).toBe(true);
    typeInto('Password', PASSWORD);
    expect(button('Sign Up').disabled).toBe(true);
    typeInto('Confirm Password', 'river bank');
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    expect(screen.getByLabelText('Confirm Password').getAttribute('aria-invalid')).toBe('true');
    expect(button('Sign Up').disabled).toBe(true);
    typeInto('Confirm Password', PASSWORD);
    expect(screen.queryByText('Passwords do not match')).toBeNull();
    expect(button('Sign Up').disabled).toBe(false);
    typeInto('Password', `${PASSWORD}!`);
    expect(button('Sign Up').disabled).toBe(true);
  });

  it('S9-37 says the rule for passwords before anything is sent, and how far one is', async () => {
    const { calls } = await openLogin();
    await press('Sign Up');
    expect(screen.getByText(/^At least 15 characters\./)).toBeTruthy();
    typeInto('Password', 'short 🎵');
    expect(screen.getByText(/^7 of at least 15 characters\./)).toBeTruthy();
    typeInto('Confirm Password', 'short 🎵');
    typeInto('Email', 'meera@example.org');
    await press('Sign Up');
    expect(screen.getAllByText('Password must have at least 15 characters')).toHaveLength(2);
    expect(calls()).toEqual([]);
  });

  it('S5-04 asks for every field', async () => {
    const { calls } = await openLogin();
    await signUp(' ', PASSWORD);
    expect(screen.getAllByText('Email is required')).toHaveLength(2);
    expect(document.activeElement?.textContent).toContain('Please correct these values');
    expect(calls()).toEqual([]);
  });

  it('S1-07 S4-05 S4-06 S7-05 S8-09 S9-21 B5-537 says where the mail went, alone on the screen and until it is opened, and sends it again', async () => {
    const { calls } = await openLogin('/login', { signUp: messageAnswer('sent'), resendVerification: messageAnswer('sent') });
    await signUp(' meera@example.org ');
    expect(calls()).toEqual([{ route: 'signUp', body: { email: 'meera@example.org', password: PASSWORD } }]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Open the email we sent you' }));
    await advance(60_000);
    expect(screen.getByText('Verification email sent to: meera@example.org Please verify your email')).toBeTruthy();
    expect(document.querySelector('input')).toBeNull();
    await press('Send again');
    expect(calls().at(-1)).toEqual({ route: 'resendVerification', body: { email: 'meera@example.org' } });
    expect(screen.getByRole('status').textContent).toBe('Sent again to meera@example.org.');
    expect(currentAddress()).toBe('/login');
  });

  it('B5-537 knows the email of who signed up here before', async () => {
    window.localStorage.setItem('email', 'meera@example.org');
    await openLogin();
    // Not in the form that the page arrives with: it would come between what somebody is typing there.
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
    await press('Forgot password?');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('meera@example.org');
  });

  it("S8-07 says 'Error: {message}' when the server refuses", async () => {
    await openLogin('/login', { signUp: refusal('auth.too_many_attempts') });
    await signUp();
    expect(screen.getByText('Error: Too many attempts, please wait before trying again')).toBeTruthy();
  });

  it('S8-07 says at the password why the server does not take it', async () => {
    await openLogin('/login', { signUp: weakPassword });
    await signUp();
    expect(screen.getAllByText('This password is one that is guessed first')).toHaveLength(2);
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('/login, reset', () => {
  it("S2-25 S4-09 S7-08 S8-13 S9-19 says 'Password reset email sent' and goes home after 10 seconds", async () => {
    const { calls } = await openLogin('/login', { requestPasswordReset: messageAnswer('sent') });
    typeInto('Email', 'meera@example.org');
    await press('Forgot password?');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('meera@example.org');
    await press('Reset Password');
    expect(calls()).toEqual([{ route: 'requestPasswordReset', body: { email: 'meera@example.org' } }]);
    expect(screen.getByText('Password reset email sent')).toBeTruthy();
    await advance(9_999);
    expect(currentAddress()).toBe('/login');
    await advance(1);
    expect(currentAddress()).toBe('/');
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SessionProvider, type Session } from '@concert/web-kit/session.tsx';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import Login from './login.tsx';

const UNVERIFIED =
  'Email not verified. Please verify your email or request for resend verification mail by clicking on "Resend Verification Mail" button.';

const sent: string[] = [];
let refreshed = 0;

/* jsdom brings no Response; the client reads no more than this of one. */
function siteAnswers(status: number, body: object) {
  globalThis.fetch = (_, init) => {
    sent.push(init?.body as string);
    return Promise.resolve({ ok: status < 400, status, text: () => Promise.resolve(JSON.stringify(body)) } as Response);
  };
}

function signsIn(role = 'buyer') {
  siteAnswers(200, { session: { userId: `us_${'0'.repeat(20)}`, email: 'meera@example.org', name: 'Meera', role }, message: 'Sign in successful' });
}

function refuses(code: string, status: number) {
  siteAnswers(status, { type: '', title: 'title', status, detail: 'detail', instance: '/api/auth/sign-in', code, traceId: 'trace-7' });
}

function Where() {
  return <output>{useLocation().pathname}</output>;
}

function open(address = '/login', session: Session = null) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <SessionProvider
        session={session}
        concert={null}
        pageTitle="Login"
        refreshSession={() => {
          refreshed += 1;
          return Promise.resolve(session);
        }}
      >
        <Login />
      </SessionProvider>
      <Where />
    </MemoryRouter>,
  );
}

const where = () => document.querySelector('output')?.textContent;

async function signIn(email = 'meera@example.org', password = 'a long enough password') {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await jest.advanceTimersByTimeAsync(0);
  });
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers();
  window.localStorage.clear();
  sent.length = 0;
  refreshed = 0;
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('/login', () => {
  it("S1-06 S2-23 S4-07 S4-08 S6-02 S8-11 S9-18 shows 'Sign in successful' and goes home after 5 seconds", async () => {
    signsIn();
    open();
    await signIn();
    expect(sent).toEqual(['{"email":"meera@example.org","password":"a long enough password"}']);
    expect(screen.getByText('Sign in successful')).toBeTruthy();
    expect(refreshed).toBe(1);
    await pass(4_999);
    expect(where()).toBe('/login');
    await pass(1);
    expect(where()).toBe('/');
  });

  it('S2-27 S2-63 S3-33 leads on to the reservation when it was rys, and forgets it', async () => {
    signsIn();
    open('/login?nav=rys');
    expect(window.localStorage.getItem('page_redirect')).toBe('rys');
    await signIn();
    await pass(5_000);
    expect(where()).toBe('/reserve-your-seat');
    expect(window.localStorage.getItem('page_redirect')).toBeNull();
  });

  it('S2-64 leads on to the page stored before', async () => {
    window.localStorage.setItem('page_redirect', 'profile');
    signsIn();
    open();
    await signIn();
    await pass(5_000);
    expect(where()).toBe('/profile');
  });

  it.each(['//evil.test', 'javascript:alert(1)', 'admin/users', 'login'])('goes home when %s was stored', async (stored) => {
    window.localStorage.setItem('page_redirect', stored);
    signsIn();
    open();
    await signIn();
    await pass(5_000);
    expect(where()).toBe('/');
  });

  it('remembers nothing that is not one of the product’s own pages', () => {
    open('/login?nav=//evil.test');
    expect(window.localStorage.getItem('page_redirect')).toBeNull();
  });

  it("S8-10 shows 'Error: {message}' when the email or the password is not right", async () => {
    refuses('auth.credentials_refused', 401);
    open();
    await signIn();
    expect(screen.getByRole('alert').textContent).toContain('Error: The email or the password is not right');
    expect(refreshed).toBe(0);
  });

  it('S4-03 S8-12 tells an unverified person to verify, in the specified words', async () => {
    refuses('auth.email_unverified', 403);
    open();
    await signIn();
    expect(screen.getByText(UNVERIFIED)).toBeTruthy();
  });

  it('S5-03 asks for both fields before anything is sent', async () => {
    open();
    await signIn(' ', '');
    expect(screen.getAllByText('Email is required')).toHaveLength(2);
    expect(screen.getAllByText('Password is required')).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  it('says when the site cannot be reached', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    open();
    await signIn();
    expect(screen.getByText('Error: We cannot reach the concert site. Check your connection and try again.')).toBeTruthy();
  });

  it('does not ask a signed-in person again', () => {
    open('/login', { userId: `us_${'0'.repeat(20)}`, email: 'meera@example.org', name: 'Meera', role: 'buyer' } as Session);
    expect(screen.getByText('You are logged in as meera@example.org.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
  });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { recordToasts, advance, currentAddress, press, type ShownWith } from '@concert/web-kit/testing/screen.tsx';
import { button, buyer, visitedAddresses, openLogin, setUpLogin } from '../testing/login.tsx';

setUpLogin();

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
    let session: ShownWith['session'] = null;
    await openLogin('/login?nav=rys', {}, { refreshed: () => session });
    await press('Sign in with Google');
    expect(opened).toEqual(['/api/auth/google?mode=popup']);
    expect(screen.getByText('Please wait while processing...')).toBeTruthy();
    await press('Sign in with Google');
    expect(opened).toHaveLength(1);
    const shown = recordToasts();
    session = buyer;
    await tell({ done: true });
    expect(shown.map(({ text }) => text)).toEqual(['Successfully signed in!', 'Sign in successful']);
    expect(currentAddress()).toBe('/reserve-your-seat');
  });

  it("S4-12 S4-13 S8-14 S8-15 says 'Error during signInWithRedirect: {message}' as a toast and on screen", async () => {
    await openLogin();
    const shown = recordToasts();
    await press('Sign in with Google');
    await tell({ done: false, reason: 'denied' });
    const text = 'Error during signInWithRedirect: Google was not allowed to tell us who you are';
    expect(shown.map((toast) => toast.text)).toEqual([text]);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText('Please wait while processing...')).toBeNull();
    await press('Sign in with Google');
    expect(screen.queryByText(text)).toBeNull();
  });

  it.each(['/login?nav=rys', '/register'])(
    'B7-517 inside another app says before any press how to sign in, and goes nowhere, at %s',
    async (at) => {
      jest
        .spyOn(navigator, 'userAgent', 'get')
        .mockReturnValue(
          'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 334.0',
        );
      await openLogin(at);
      expect(screen.getByText('Sign in with Google does not work inside this app')).toBeTruthy();
      expect(screen.getByText(window.location.href).getAttribute('translate')).toBe('no');
      expect(screen.queryByRole('button', { name: /Google/ })).toBeNull();
      expect(screen.getByLabelText('Password')).toBeTruthy();
      expect([opened, visitedAddresses]).toEqual([[], []]);
    },
  );

  it('believes the server about who is signed in, not the window', async () => {
    await openLogin();
    await press('Sign in with Google');
    await tell({ done: true });
    expect(screen.getByText('Error during signInWithRedirect: We could not tell yet who you are, please try again')).toBeTruthy();
  });

  it('ends the wait without a fault where a passkey is still asked for', async () => {
    const { refreshes } = await openLogin('/login', {}, { refreshed: () => null });
    await press('Sign in with Google');
    await tell({ done: true, awaitsPasskey: true });
    expect(refreshes()).toBe(1);
    expect(screen.queryByText('Please wait while processing...')).toBeNull();
    expect(screen.queryByText(/Error during/)).toBeNull();
  });

  it('notices that the window was closed once its person is back at the page', async () => {
    await openLogin();
    await press('Sign in with Google');
    popup.closed = true;
    jest.spyOn(document, 'hasFocus').mockReturnValue(false);
    await advance(60_000);
    expect(screen.getByText('Please wait while processing...')).toBeTruthy();
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    await advance(2_000);
    expect(screen.getByText('Error during signInWithRedirect: The Google window was closed before the sign-in was finished')).toBeTruthy();
  });

  it('goes there with the page itself when the window is blocked, and keeps the way to the reservation', async () => {
    jest.spyOn(window, 'open').mockReturnValue(null);
    await openLogin('/login?nav=rys');
    await press('Sign in with Google');
    expect(visitedAddresses).toEqual(['/api/auth/google?mode=redirect']);
    expect(window.localStorage.getItem('page_redirect_from_mobile')).toBe('rys');
    expect(screen.getByText('Please wait while processing...')).toBeTruthy();
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    expect(screen.queryByText('Please wait while processing...')).toBeNull();
  });

  it('goes there with the page itself on a phone', async () => {
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15) Mobile');
    await openLogin();
    await press('Sign in with Google');
    expect(opened).toEqual([]);
    expect(visitedAddresses).toEqual(['/api/auth/google?mode=redirect']);
    expect(window.localStorage.getItem('page_redirect_from_mobile')).toBeNull();
  });

  it('says when it is not set up', async () => {
    await openLogin('/login', { showSignInWays: { google: false, organisersNeedPasskey: false } });
    expect(button('Sign in with Google is not set up on this site').disabled).toBe(true);
  });

  it('is offered when the site cannot say', async () => {
    await openLogin('/login', { showSignInWays: 'unreachable' });
    expect(button('Sign in with Google').disabled).toBe(false);
  });
});

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import type { AppProps, Session } from '@concert/web-kit/session.tsx';
import { standInForMediaQueries } from '@concert/web-kit/testing/browser.ts';
import { person, pressNow as press, showScreen, currentAddress } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Listed, type Site } from '@concert/web-kit/testing/site.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { closePopup } from '../boot/close-popup.ts';
import { keepToken } from './keep-token.ts';

jest.unstable_mockModule('../frame/remotes.ts', () => ({
  RemoteUnavailable: class extends Error {},
  loadRemote: () => Promise.resolve({ default: (props: AppProps) => <h1 tabIndex={-1}>{props.pageTitle}</h1> }),
}));

const { Frame } = await import('../frame/frame.tsx');

const routes = { ...authRoutes, ...bookingRoutes };
const buyer = person('buyer', { email: 'buyer@example.org', name: 'Buyer' });
const signedIn = { session: buyer, message: 'Sign in successful' };
const TOKEN = 'a-token-of-enough-length';

let site: Site<typeof routes>;
/** What the tabs of this browser said to each other, by channel. */
let heard: { channel: string; message: unknown }[] = [];
const listeners = new Map<string, Set<(message: { data: unknown }) => void>>();

class ChannelStandIn {
  constructor(private readonly name: string) {}
  addEventListener(_: string, listener: (message: { data: unknown }) => void) {
    const all = listeners.get(this.name) ?? new Set();
    listeners.set(this.name, all.add(listener));
  }
  postMessage(message: unknown) {
    heard.push({ channel: this.name, message });
  }
  close() {}
}

/** @param whose who the handed-over sign-in belongs to */
function siteWith({
  session,
  handoff,
  whose,
}: {
  session: Session | (() => Session);
  handoff?: Listed<typeof routes, 'useHandoff'>;
  whose?: Listed<typeof routes, 'showHandoff'>;
}) {
  site = standInForSite(routes, {
    showSession: () => ({ session: (typeof session === 'function' ? session() : session) ?? null }),
    showConcert: 'unreachable',
    listOwnBookings: [],
    ...(handoff ? { useHandoff: handoff, showHandoff: whose ?? { email: buyer.email } } : {}),
  });
}

/** Calls the page made, apart from those every page makes. */
const calls = () => site.calls.filter(({ route }) => !['showSession', 'showConcert', 'listOwnBookings'].includes(route));

const open = (at: string) => showScreen(<Frame />, { at });

beforeEach(() => {
  window.localStorage.clear();
  standInForMediaQueries();
  window.scrollTo = () => undefined;
  globalThis.BroadcastChannel = ChannelStandIn as unknown as typeof BroadcastChannel;
  heard = [];
  listeners.clear();
});

describe('coming back from Google', () => {
  it.each(['/', '/artists', '/how-music-heals'])(
    "S2-67 S2-68 S2-69 S2-71 %s says 'Successfully signed in!', knows the person, and leads home",
    async (page) => {
      siteWith({ session: buyer });
      await open(`${page}?google=done`);
      expect(await screen.findByText('Successfully signed in!')).toBeTruthy();
      expect(await screen.findByText('Welcome buyer@example.org')).toBeTruthy();
      expect(currentAddress()).toBe('/');
      expect(heard).toContainEqual({ channel: 'concert-session', message: 'changed' });
    },
  );

  it('S2-70 S3-32 leads to the reservation when page_redirect_from_mobile is rys, and clears it', async () => {
    window.localStorage.setItem('page_redirect_from_mobile', 'rys');
    siteWith({ session: buyer });
    await open('/?google=done');
    await waitFor(() => expect(currentAddress()).toBe('/reserve-your-seat'));
    expect(window.localStorage.getItem('page_redirect_from_mobile')).toBeNull();
  });

  it.each([
    ['denied', 'Google was not allowed to tell us who you are'],
    ['not_set_up', 'Sign in with Google is not set up on this site'],
    ['<img src=x>', 'The sign-in was not finished, please try again'],
    ['constructor', 'The sign-in was not finished, please try again'],
  ])("S2-72 S8-16 says 'Error handling redirect result: {message}' for %s, and cleans the address", async (reason, message) => {
    window.localStorage.setItem('page_redirect_from_mobile', 'rys');
    siteWith({ session: null });
    await open(`/artists?google=failed&reason=${encodeURIComponent(reason)}&x=1#here`);
    expect(await screen.findByText(`Error handling redirect result: ${message}`)).toBeTruthy();
    expect(currentAddress()).toBe('/artists?x=1#here');
    expect(window.localStorage.getItem('page_redirect_from_mobile')).toBe('rys');
  });

  it('believes the server about who is signed in, not the address', async () => {
    siteWith({ session: null });
    await open('/?google=done');
    expect(await screen.findByText('Error handling redirect result: We could not tell yet who you are, please try again')).toBeTruthy();
    expect(screen.queryByText('Successfully signed in!')).toBeNull();
    expect(currentAddress()).toBe('/');
  });

  it('leads to the login page where a passkey is still asked for', async () => {
    siteWith({ session: null });
    await open('/?google=passkey');
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(screen.queryByText(/redirect result/)).toBeNull();
  });
});

describe('the window Google was opened in', () => {
  it.each([
    ['/login?google=done', [{ channel: 'concert-google', message: { done: true } }]],
    ['/login?google=failed&reason=denied', [{ channel: 'concert-google', message: { done: false, reason: 'denied' } }]],
    ['/login?google=passkey', [{ channel: 'concert-google', message: { done: true, awaitsPasskey: true } }]],
    ['/?google=done', []],
    ['/login', []],
  ])('%s tells the page that waits, and closes', (address, told) => {
    const close = jest.spyOn(window, 'close').mockImplementation(() => undefined);
    window.history.replaceState(null, '', address);
    closePopup();
    expect(heard).toEqual(told);
    expect(close).toHaveBeenCalledTimes(told.length);
  });
});

describe('a token the page was opened with', () => {
  const arrive = (token: string) => {
    window.history.replaceState(null, '', `/?token=${token}`);
    keepToken();
  };

  it('is exchanged once for a session, at a press', async () => {
    let session: Session = null;
    siteWith({
      session: () => session,
      handoff: () => {
        session = buyer;
        return { session: buyer, message: 'Sign in successful' };
      },
    });
    arrive(TOKEN);
    await open('/');
    expect(await screen.findByRole('dialog', { name: 'Continue as buyer@example.org?' })).toBeTruthy();
    expect(calls().map(({ route }) => route)).toEqual(['showHandoff']);
    await press('Continue');
    expect(await screen.findByText('Successfully signed in!')).toBeTruthy();
    expect(await screen.findByText('Welcome buyer@example.org')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: /Continue as/ })).toBeNull();
    cleanup();
    await open('/');
    expect(calls()).toEqual([
      { route: 'showHandoff', body: { token: TOKEN } },
      { route: 'useHandoff', body: { token: TOKEN } },
    ]);
  });

  it('signs nobody in who does not want to be, and is forgotten then', async () => {
    siteWith({ session: null, handoff: signedIn });
    arrive(TOKEN);
    expect(window.localStorage.getItem('token')).toBe(TOKEN);
    await open('/');
    await screen.findByRole('dialog', { name: 'Continue as buyer@example.org?' });
    await press('Stay signed out');
    expect(screen.queryByRole('dialog', { name: /Continue as/ })).toBeNull();
    expect(calls().map(({ route }) => route)).toEqual(['showHandoff']);
    expect(screen.queryByText('Successfully signed in!')).toBeNull();
    expect(window.localStorage.getItem('token')).toBeNull();
  });

  it.each([
    ['while the question stood', { handoff: refusal('auth.link_expired') }, true],
    ['before', { handoff: signedIn, whose: refusal('auth.link_expired') }, false],
  ] as const)('says when it was used %s', async (_, answers, isAsked) => {
    siteWith({ session: null, ...answers });
    arrive(TOKEN);
    await open('/');
    if (isAsked) await screen.findByRole('dialog', { name: 'Continue as buyer@example.org?' });
    if (isAsked) await press('Continue');
    expect(await screen.findByText('You are not signed in. This link has been used or has expired, please ask for a new one')).toBeTruthy();
  });

  it('that cannot be one is not sent', async () => {
    siteWith({ session: null, handoff: refusal('auth.link_expired') });
    arrive('short');
    await open('/');
    expect(await screen.findByText('You are not signed in. This link is not complete')).toBeTruthy();
    expect(calls()).toEqual([]);
  });

  it('leaves a signed-in person who they are', async () => {
    siteWith({ session: buyer, handoff: signedIn });
    arrive(TOKEN);
    await open('/');
    expect(await screen.findByText('You are already signed in as buyer@example.org.')).toBeTruthy();
    expect(calls()).toEqual([]);
  });
});

describe('the other tabs', () => {
  const hearChange = () =>
    act(async () => {
      for (const listener of listeners.get('concert-session') ?? []) listener({ data: 'changed' });
      await Promise.resolve();
    });

  it('B6-517 return to /login when one of them signs out', async () => {
    let session: Session = buyer;
    siteWith({ session: () => session });
    await open('/artists');
    expect(await screen.findByText('Welcome buyer@example.org')).toBeTruthy();
    session = null;
    await hearChange();
    await waitFor(() => expect(currentAddress()).toBe('/login'));
  });
});

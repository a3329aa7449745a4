import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AppProps } from '@concert/web-kit/session.tsx';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { endPopup } from './end-popup.ts';
import { keepToken } from './keep-token.ts';

jest.unstable_mockModule('./remotes.ts', () => ({
  RemoteUnavailable: class extends Error {},
  loadRemote: () => Promise.resolve({ default: (props: AppProps) => <h1 tabIndex={-1}>{props.pageTitle}</h1> }),
}));

const { Frame } = await import('./frame.tsx');

const buyer = { userId: `us_${'0'.repeat(20)}`, email: 'buyer@example.org', name: 'Buyer', role: 'buyer' };
const TOKEN = 'a-token-of-enough-length';

/** Calls the page made, apart from those every page makes. */
let calls: { route: string; body: unknown }[] = [];
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

/* jsdom brings no Response; the client reads no more than this of one. */
function answer(status: number, body?: object) {
  return Promise.resolve({ ok: status < 400, status, text: () => Promise.resolve(body ? JSON.stringify(body) : '') } as Response);
}

function siteWith({
  session,
  handoff,
  whose,
}: {
  session: object | null | (() => object | null);
  handoff?: { status: number; body: object };
  whose?: { status: number; body: object };
}) {
  globalThis.fetch = ((url: string, init?: RequestInit) => {
    if (url === '/api/auth/session') return answer(200, { session: typeof session === 'function' ? session() : session });
    if (url === '/api/auth/handoff/account' && handoff) {
      calls.push({ route: url, body: JSON.parse(init?.body as string) });
      return whose ? answer(whose.status, whose.body) : answer(200, { email: buyer.email });
    }
    if (url === '/api/auth/handoff' && handoff) {
      calls.push({ route: url, body: JSON.parse(init?.body as string) });
      return answer(handoff.status, handoff.body);
    }
    return Promise.reject(new TypeError('no network in tests'));
  }) as typeof fetch;
}

const problem = (status: number, code: string) => ({
  status,
  body: { type: '', title: code, status, detail: code, instance: '/', code, traceId: 't' },
});

function Where() {
  const { pathname, search, hash } = useLocation();
  return <output data-testid="where">{`${pathname}${search}${hash}`}</output>;
}

async function open(path: string) {
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[path]}>
        <Frame />
        <Where />
      </MemoryRouter>,
    );
    await Promise.resolve();
  });
}

async function press(name: string) {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await Promise.resolve();
  });
}

const where = () => screen.getByTestId('where').textContent;

beforeEach(() => {
  window.localStorage.clear();
  window.matchMedia ??= (() => ({
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  window.scrollTo = () => undefined;
  globalThis.BroadcastChannel = ChannelStandIn as unknown as typeof BroadcastChannel;
  calls = [];
  heard = [];
  listeners.clear();
});

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

describe('coming back from Google', () => {
  it.each(['/', '/artists', '/how-music-heals'])(
    "S2-67 S2-68 S2-69 S2-71 %s says 'Successfully signed in!', knows the person, and leads home",
    async (page) => {
      siteWith({ session: buyer });
      await open(`${page}?google=done`);
      expect(await screen.findByText('Successfully signed in!')).toBeTruthy();
      expect(await screen.findByText('Welcome buyer@example.org')).toBeTruthy();
      expect(where()).toBe('/');
      expect(heard).toContainEqual({ channel: 'concert-session', message: 'changed' });
    },
  );

  it('S2-70 S3-32 leads to the reservation when page_redirect_from_mobile is rys, and clears it', async () => {
    window.localStorage.setItem('page_redirect_from_mobile', 'rys');
    siteWith({ session: buyer });
    await open('/?google=done');
    await waitFor(() => expect(where()).toBe('/reserve-your-seat'));
    expect(window.localStorage.getItem('page_redirect_from_mobile')).toBeNull();
  });

  it.each([
    ['denied', 'Google was not allowed to tell who you are'],
    ['not_set_up', 'Sign in with Google is not set up on this site'],
    ['<img src=x>', 'The sign-in was not finished, please try again'],
    ['constructor', 'The sign-in was not finished, please try again'],
  ])("S2-72 S8-16 says 'Error handling redirect result: {message}' for %s, and cleans the address", async (reason, message) => {
    window.localStorage.setItem('page_redirect_from_mobile', 'rys');
    siteWith({ session: null });
    await open(`/artists?google=failed&reason=${encodeURIComponent(reason)}&x=1#here`);
    expect(await screen.findByText(`Error handling redirect result: ${message}`)).toBeTruthy();
    expect(where()).toBe('/artists?x=1#here');
    expect(window.localStorage.getItem('page_redirect_from_mobile')).toBe('rys');
  });

  it('believes the server about who is signed in, not the address', async () => {
    siteWith({ session: null });
    await open('/?google=done');
    expect(
      await screen.findByText('Error handling redirect result: The site does not know yet who you are, please try again'),
    ).toBeTruthy();
    expect(screen.queryByText('Successfully signed in!')).toBeNull();
    expect(where()).toBe('/');
  });

  it('minds nothing else that an address may say', async () => {
    siteWith({ session: null });
    await open('/?google=perhaps&reason=denied');
    expect(where()).toBe('/?google=perhaps&reason=denied');
    expect(screen.queryByText(/redirect result/)).toBeNull();
  });
});

describe('the window Google was opened in', () => {
  it.each([
    ['/login?google=done', [{ channel: 'concert-google', message: { done: true } }]],
    ['/login?google=failed&reason=denied', [{ channel: 'concert-google', message: { done: false, reason: 'denied' } }]],
    ['/?google=done', []],
    ['/login', []],
  ])('%s tells the page that waits, and closes', (address, told) => {
    const close = jest.spyOn(window, 'close').mockImplementation(() => undefined);
    window.history.replaceState(null, '', address);
    endPopup();
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
    let session: object | null = null;
    siteWith({
      session: () => session,
      handoff: {
        get status() {
          session = buyer;
          return 200;
        },
        body: { session: buyer, message: 'Sign in successful' },
      },
    });
    arrive(TOKEN);
    await open('/');
    expect(await screen.findByRole('dialog', { name: 'Continue as buyer@example.org?' })).toBeTruthy();
    expect(calls.map(({ route }) => route)).toEqual(['/api/auth/handoff/account']);
    await press('Continue');
    expect(await screen.findByText('Successfully signed in!')).toBeTruthy();
    expect(await screen.findByText('Welcome buyer@example.org')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: /Continue as/ })).toBeNull();
    cleanup();
    await open('/');
    expect(calls).toEqual([
      { route: '/api/auth/handoff/account', body: { token: TOKEN } },
      { route: '/api/auth/handoff', body: { token: TOKEN } },
    ]);
  });

  it('signs nobody in who does not want to be, and is forgotten then', async () => {
    siteWith({ session: null, handoff: { status: 200, body: { session: buyer, message: 'Sign in successful' } } });
    arrive(TOKEN);
    expect(window.localStorage.getItem('token')).toBe(TOKEN);
    await open('/');
    await screen.findByRole('dialog', { name: 'Continue as buyer@example.org?' });
    await press('Stay logged out');
    expect(screen.queryByRole('dialog', { name: /Continue as/ })).toBeNull();
    expect(calls.map(({ route }) => route)).toEqual(['/api/auth/handoff/account']);
    expect(screen.queryByText('Successfully signed in!')).toBeNull();
    expect(window.localStorage.getItem('token')).toBeNull();
  });

  it('says when it was used while the question stood', async () => {
    siteWith({ session: null, handoff: problem(410, 'auth.link_expired') });
    arrive(TOKEN);
    await open('/');
    await screen.findByRole('dialog', { name: 'Continue as buyer@example.org?' });
    await press('Continue');
    expect(
      await screen.findByText('You are not logged in. This link has been used or has expired. Please ask for a new one.'),
    ).toBeTruthy();
  });

  it('says when it was used before', async () => {
    siteWith({ session: null, handoff: { status: 200, body: {} }, whose: problem(410, 'auth.link_expired') });
    arrive(TOKEN);
    await open('/');
    expect(
      await screen.findByText('You are not logged in. This link has been used or has expired. Please ask for a new one.'),
    ).toBeTruthy();
  });

  it('that cannot be one is not sent', async () => {
    siteWith({ session: null, handoff: problem(410, 'auth.link_expired') });
    arrive('short');
    await open('/');
    expect(await screen.findByText('You are not logged in. This link is not complete')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('leaves a signed-in person who they are', async () => {
    siteWith({ session: buyer, handoff: { status: 200, body: {} } });
    arrive(TOKEN);
    await open('/');
    expect(await screen.findByText('You are already logged in as buyer@example.org.')).toBeTruthy();
    expect(calls).toEqual([]);
  });
});

describe('the other tabs', () => {
  it('B6-07 return to /login when one of them logs out', async () => {
    let session: object | null = buyer;
    siteWith({ session: () => session });
    await open('/artists');
    expect(await screen.findByText('Welcome buyer@example.org')).toBeTruthy();
    session = null;
    await act(async () => {
      for (const listener of listeners.get('concert-session') ?? []) listener({ data: 'changed' });
      await Promise.resolve();
    });
    await waitFor(() => expect(where()).toBe('/login'));
  });

  it('stay where they are when nobody was signed in', async () => {
    siteWith({ session: null });
    await open('/artists');
    await act(async () => {
      for (const listener of listeners.get('concert-session') ?? []) listener({ data: 'changed' });
      await Promise.resolve();
    });
    expect(where()).toBe('/artists');
  });
});

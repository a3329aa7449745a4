import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import type { SessionView } from '@concert/contracts/auth/http';
import type { UserId } from '@concert/contracts/core/ids';
import { SessionProvider, type Session } from '@concert/web-kit/session.tsx';
import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

/* Stand-ins for what surrounds a screen in its tests: the shell above it and the site behind it. */

export const buyer: SessionView = {
  userId: `us_${'0'.repeat(20)}` as UserId,
  email: 'meera@example.org',
  name: 'Meera Raghavan',
  role: 'buyer',
};

/** What the site answers to a call: a value, a refusal, or no answer at all. */
export type Answer = { readonly status?: number; readonly body?: unknown } | 'unreachable';

/** A problem document of a code. */
export function refusal(
  status: number,
  code: string,
  { detail = code, errors }: { detail?: string; errors?: { pointer: string; field: string; detail: string }[] } = {},
): Answer {
  return {
    status,
    body: {
      type: `urn:concert:problem:${code}`,
      title: detail,
      status,
      detail,
      instance: '/api',
      code,
      traceId: 'trace-7',
      ...(errors ? { errors } : {}),
    },
  };
}

/** One call the screen made. */
export interface Call {
  readonly route: string;
  readonly body: unknown;
}

/**
 * Stands in for the site. Each route answers from its list, the last answer again and again; a call to a route that is
 * not listed is kept under `calls` and never answered.
 */
export function standInForSite(answers: Readonly<Record<string, Answer | readonly Answer[]>>): Call[] {
  const calls: Call[] = [];
  globalThis.fetch = ((address: string, init?: RequestInit) => {
    const route = `${init?.method ?? 'GET'} ${address}`;
    const before = calls.filter((call) => call.route === route).length;
    const listed = answers[route];
    if (route !== 'GET /api/auth/ways') calls.push({ route, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    if (!listed) return new Promise(() => undefined);
    const answer = Array.isArray(listed) ? (listed as readonly Answer[])[Math.min(before, listed.length - 1)] : (listed as Answer);
    if (!answer || answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'));
    const status = answer.status ?? 200;
    /* jsdom brings no Response; the client reads no more than this of one. */
    return Promise.resolve({
      ok: status < 400,
      status,
      text: () => Promise.resolve(answer.body === undefined ? '' : JSON.stringify(answer.body)),
    } as Response);
  }) as typeof fetch;
  return calls;
}

function Where() {
  const { pathname, search, hash } = useLocation();
  return <output data-testid="where">{`${pathname}${search}${hash}`}</output>;
}

/** The address the router is at. */
export const where = () => screen.getByTestId('where').textContent;

export interface Shown {
  readonly at: string;
  readonly session?: Session;
  /** What the server says when the shell asks it again. */
  readonly refreshed?: () => Session;
  readonly pageTitle?: string;
}

/** Shows a screen as the shell would. Answers how often the session was asked for again. */
export async function showScreen(
  shown: ReactNode,
  { at, session = null, refreshed = () => session, pageTitle = 'Login' }: Shown,
): Promise<{ refreshes: () => number }> {
  let count = 0;
  const refreshSession = () => {
    count += 1;
    return Promise.resolve(refreshed());
  };
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[at]}>
        <SessionProvider session={session} concert={null} pageTitle={pageTitle} refreshSession={refreshSession}>
          {shown}
        </SessionProvider>
        <Where />
      </MemoryRouter>,
    );
    await Promise.resolve();
  });
  return { refreshes: () => count };
}

/** Lets time pass on the fake clock, and everything settle that waits for it. */
export const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** What a film did, and whether the person wants stillness. jsdom plays nothing. */
export function standInForFilm({ still = false }: { still?: boolean } = {}): string[] {
  const acts: string[] = [];
  window.matchMedia = ((query: string) => ({
    matches: still && query.includes('reduced-motion'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
  HTMLMediaElement.prototype.play = function play(this: HTMLMediaElement) {
    acts.push(this.muted ? 'play muted' : 'play');
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  };
  HTMLMediaElement.prototype.pause = function pause(this: HTMLMediaElement) {
    acts.push('pause');
    this.dispatchEvent(new Event('pause'));
  };
  return acts;
}

import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import type { SessionView } from '@concert/contracts/auth/http';
import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { SEATING_RULES, SEATINGS } from '@concert/contracts/booking/seating';
import type { BookingId, UserId } from '@concert/contracts/core/ids';
import { SessionProvider, type Session } from '@concert/web-kit/session.tsx';
import { act, render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';

/* Stand-ins for what surrounds a screen in its tests: the shell above it and the site behind it. */

export const BOOKING_ID = 'bk_7f3kq9h2mz0v5xw8rj4t' as BookingId;

export const buyer: SessionView = {
  userId: 'us_7f3kq9h2mz0v5xw8rj4t' as UserId,
  email: 'meera@example.org',
  name: 'Meera Raghavan',
  role: 'buyer',
};

/** The concert with all seats free, unless told otherwise. */
export function concertView(changes: Partial<ConcertView> = {}, left: Partial<Record<string, number>> = {}): ConcertView {
  return {
    title: 'Music for Meditation Concert',
    heading: 'MUSIC FOR MEDITATION CONCERT',
    state: 'open',
    stateReason: 'Registration is disabled due to unforeseen weather conditions.',
    startsAt: '2024-07-13T22:00:00.000Z',
    timeZone: 'America/New_York',
    lengthMinutes: 150,
    revision: 1,
    venue: { name: 'Riverside Concert Hall', address: '100 Riverside Drive' },
    currency: 'USD',
    supportEmail: 'info@concert.example',
    supportPhone: '(555) 123-4567',
    siteUrl: 'https://concert.example',
    holdSeconds: 1800,
    categories: SEATINGS.map((seating) => ({ ...SEATING_RULES[seating], capacity: 100, left: left[seating] ?? 100 })),
    ...changes,
  };
}

/** A paid booking of two General seats, unless told otherwise. */
export function bookingView(changes: Partial<BookingView> = {}): BookingView {
  return {
    id: BOOKING_ID,
    userbookingid: BOOKING_ID,
    firstname: 'Meera Raghavan',
    lastname: '',
    email: 'meera@example.org',
    phoneno: '(555) 123-4567',
    seating: 'General Seating',
    notickets: 2,
    amount: 5000,
    currency: 'USD',
    status: 'paid',
    created_at: { _seconds: 1_719_770_651 },
    ref2: 'signed-capability',
    tickets: [
      { number: 1, code: 'ticket-code-1' },
      { number: 2, code: 'ticket-code-2' },
    ],
    ...changes,
  };
}

/** What the site answers to a call: a value, a refusal, or no answer at all. */
export type Answer = { readonly status?: number; readonly body?: unknown } | 'unreachable';

/** A problem document of a code. */
export function refusal(status: number, code: string, detail: string = code): Answer {
  return {
    status,
    body: { type: `urn:concert:problem:${code}`, title: detail, status, detail, instance: '/api', code, traceId: 'trace-1' },
  };
}

/** One call the screen made. */
export interface Call {
  readonly route: string;
  readonly body: unknown;
  readonly key: string | undefined;
}

/**
 * Stands in for the site. Each route answers from its list, the last answer again and again; a call to a route that is
 * not listed fails the test that made it.
 */
export function standInForSite(answers: Readonly<Record<string, Answer | readonly Answer[]>>): {
  readonly calls: Call[];
  readonly to: (route: string) => Call[];
} {
  const calls: Call[] = [];
  const site: typeof fetch = (address, init) => {
    const route = `${init?.method ?? 'GET'} ${address as string}`;
    const before = calls.filter((call) => call.route === route).length;
    const headers = init?.headers as Record<string, string>;
    calls.push({ route, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined, key: headers['idempotency-key'] });
    const listed = answers[route];
    if (!listed) throw new Error(`the screen called ${route}, which is not listed`);
    const answer = Array.isArray(listed) ? (listed as readonly Answer[])[Math.min(before, listed.length - 1)] : (listed as Answer);
    if (!answer || answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'));
    const status = answer.status ?? 200;
    return Promise.resolve({
      ok: status < 400,
      status,
      text: () => Promise.resolve(answer.body === undefined ? '' : JSON.stringify(answer.body)),
    } as Response);
  };
  globalThis.fetch = site;
  return { calls, to: (route) => calls.filter((call) => call.route === route) };
}

/** Dots of a picture, four numbers each. */
export interface DrawnPicture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** A canvas that keeps what is drawn, the last picture last, and gives back a small one; jsdom has none. */
export function standInForCanvas(): { readonly drawn: DrawnPicture[] } {
  const drawn: DrawnPicture[] = [];
  const surface = {
    clearRect: () => undefined,
    putImageData: (picture: DrawnPicture) => void drawn.push(picture),
    createImageData: (width: number, height: number): DrawnPicture => ({ data: new Uint8ClampedArray(width * height * 4), width, height }),
  };
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => surface, toDataURL: () => 'data:image/png;base64,iVBORw0KGgo=' });
  return { drawn };
}

/** jsdom knows the dialog element and not its methods. */
export function standInForDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
  };
}

/** Hides the page or shows it again, as when someone goes to another tab and comes back. */
export function turnTab(visible: boolean): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visible ? 'visible' : 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Shows a screen as the shell would: at an address, for someone signed in, with the concert read; settled as far as it can be at once. */
export async function showScreen(
  screen: ReactNode,
  { at = '/', session = buyer, concert = concertView() }: { at?: string; session?: Session; concert?: ConcertView | null } = {},
): Promise<RenderResult> {
  let shown: RenderResult | undefined;
  await act(async () => {
    shown = render(
      <MemoryRouter initialEntries={[at]}>
        <SessionProvider session={session} refreshSession={() => Promise.resolve(session)} pageTitle="" concert={concert}>
          {screen}
        </SessionProvider>
      </MemoryRouter>,
    );
    await Promise.resolve();
  });
  return shown as RenderResult;
}

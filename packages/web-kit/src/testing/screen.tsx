import type { SessionView } from '@concert/contracts/auth/session-view';
import type { UserId } from '@concert/contracts/core/ids';
import type { Role } from '@concert/contracts/core/roles';
import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { MemoryRouter } from '../memory-router.ts';
import { ReadingProvider } from '../reading/reading-provider.tsx';
import { SessionProvider, type AppProps, type Session } from '../session.tsx';
import { standInForDialogs } from './browser.ts';

/* The shell as a screen sees it in tests, and what a person does there. */

/** Somebody who is signed in. */
export function person(role: Role, changes: Partial<SessionView> = {}): SessionView {
  return { userId: `us_${'0'.repeat(26)}` as UserId, email: `${role}@example.org`, name: 'Meera Raghavan', role, ...changes };
}

function Where() {
  const { pathname, search, hash, state } = useLocation() as Record<'pathname' | 'search' | 'hash', string> & { state: unknown };
  return (
    <span hidden data-testid="where" data-state={JSON.stringify(state)}>
      {`${pathname}${search}${hash}`}
    </span>
  );
}

/** The address the page is at. */
export const currentAddress = () => screen.getByTestId('where').textContent;

/** What the last way to the page carried beside its address. */
export const currentState = (): unknown => JSON.parse(screen.getByTestId('where').dataset['state'] ?? 'null');

/** What the shell passes to the screen; by default nobody is signed in and the concert could not be read. */
export interface ShownWith extends Partial<Omit<AppProps, 'refreshSession'>> {
  readonly at?: string | { readonly pathname: string; readonly state: unknown };
  /** Who is signed in after the screen had the shell ask again; by default the same person. */
  readonly refreshed?: () => Session;
}

/**
 * Shows a screen as the shell would, and lets everything settle that needs no time to pass.
 * @param shown the screen, or a remote's app, which takes what the shell passes
 * @returns how often the shell was told to ask again who is signed in, and how to give its late answer
 */
export async function showScreen(shown: ReactNode | ((props: AppProps) => ReactNode), { at = '/', refreshed, ...given }: ShownWith = {}) {
  standInForDialogs();
  let refreshes = 0;
  const first: Omit<AppProps, 'refreshSession'> = { session: null, concert: null, pageTitle: '', ...given };
  let answer: (session: Session) => void = () => undefined;
  function Shell() {
    const [session, setSession] = useState(first.session);
    useEffect(() => {
      answer = setSession;
    }, []);
    const [refreshSession] = useState(() => () => {
      refreshes += 1;
      return Promise.resolve(refreshed ? refreshed() : first.session);
    });
    const props: AppProps = { ...first, session, refreshSession };
    if (typeof shown === 'function') return shown(props);
    return (
      <SessionProvider {...props}>
        <ReadingProvider>{shown}</ReadingProvider>
      </SessionProvider>
    );
  }
  let unmount: () => void = () => undefined;
  await settled(() => {
    ({ unmount } = render(
      <MemoryRouter initialEntries={[at]}>
        <Shell />
        <Where />
      </MemoryRouter>,
    ));
  });
  return { refreshes: () => refreshes, unmount, becomes: (session: Session) => settled(() => answer(session)) };
}

const settled = (work: () => void) =>
  act(async () => {
    work();
    await Promise.resolve();
  });

/** Advances the fake clock by some milliseconds, and lets everything settle that waits for it. */
export const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

const click = (
  name: string | RegExp,
  inside: HTMLElement | Pick<typeof screen, 'getByRole'> = screen,
  role: 'button' | 'link' = 'button',
): boolean => fireEvent.click(('getByRole' in inside ? inside : within(inside)).getByRole(role, { name }));

/** Presses a button, or follows a link, on the fake clock, and lets everything settle that comes at once. `inside`: where it stands */
export async function press(...which: Parameters<typeof click>): Promise<void> {
  click(...which);
  await advance(0);
}

/** The same on a clock that runs. */
export const pressNow = (...which: Parameters<typeof click>): Promise<void> => settled(() => void click(...which));

/** Types into a field, in the place of what stood there. */
export const typeInto = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

interface Toast {
  readonly text: string;
  readonly tone?: string;
}

/** The toasts shown from now on. */
export function recordToasts(): Toast[] {
  const toasts: Toast[] = [];
  window.addEventListener('concert-toast', (shown) => void toasts.push((shown as CustomEvent<Toast>).detail));
  return toasts;
}

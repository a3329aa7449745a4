import type { ConcertView } from '@concert/contracts/booking/http';
import { pageAt } from '@concert/contracts/site/pages';
import { startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter } from 'react-router-dom';
import { yieldToMain } from './yield-to-main.ts';
import { earlyClicks } from './early-clicks.ts';
import { WholePageFailed } from '../frame/failed.tsx';
import { Frame } from '../frame/frame.tsx';
import { pageData } from '../frame/page-data.ts';
import { expectRemote, setRemote } from '../frame/remote-region.tsx';
import { loadRemote } from '../frame/remotes.ts';

interface ShellProps {
  readonly concert?: ConcertView;
  /** Called once the frame of the page is there; the screen in it may not be hydrated yet. */
  readonly onShown?: () => Promise<void>;
}

function Shell({ concert, onShown }: ShellProps) {
  useEffect(() => void onShown?.(), [onShown]);
  return (
    <ErrorBoundary fallback={<WholePageFailed />}>
      <BrowserRouter>
        <Frame knownConcert={concert} />
      </BrowserRouter>
    </ErrorBoundary>
  );
}

/** React hydrates at once what a press is for, if it has not done so yet, but not while it is already working. */
async function giveEarlyClicks(): Promise<void> {
  await yieldToMain();
  await earlyClicks()?.give();
}

/** Hydrates a prerendered page as a transition: in slices, so that a slow phone responds in between. Earlier presses were kept. */
function takeOver(place: HTMLElement, concert?: ConcertView): void {
  startTransition(() => void hydrateRoot(place, <Shell concert={concert} onShown={giveEarlyClicks} />));
  earlyClicks()?.end();
}

/** Renders the page here. The prerendered page is gone, and with it what was pressed there. */
function draw(place: HTMLElement, concert?: ConcertView): void {
  earlyClicks()?.end();
  createRoot(place).render(<Shell concert={concert} />);
}

/**
 * Shows the page of this address. A prerendered page stays as it is until the code of its screen is loaded, and is then hydrated in one
 * step; if that code cannot be loaded, the page is rendered here and says so.
 */
export async function openPage(): Promise<void> {
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has a place for the application');
  const page = pageAt(window.location.pathname);
  const { concert } = pageData();
  const remote = page && loadRemote(page.remote);
  if (remote) {
    expectRemote(page.remote, remote);
    // Whoever shows the screen meets the same failure and can report it; here there is nobody to tell.
    remote.catch(() => undefined);
  }
  if (!page || !remote || !place.firstElementChild) {
    draw(place, concert);
    return;
  }
  const arrived = await remote
    .then(async (module) => {
      await yieldToMain();
      await module.prepare?.(page.path, concert);
      await yieldToMain();
      setRemote(page.remote, module.default);
      return true;
    })
    .catch(() => false);
  if (arrived) takeOver(place, concert);
  else draw(place, concert);
}

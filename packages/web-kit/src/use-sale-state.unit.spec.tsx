import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ConcertView } from '@concert/contracts/booking/http';
import { placeholderConcert } from '@concert/contracts/site/prerendered';
import { act, render } from '@testing-library/react';
import { SaleCountdown } from './sale-countdown.tsx';
import { learnServerTime } from './server-clock.ts';
import { useSaleState } from './use-sale-state.ts';

const NOW = Date.parse('2027-05-01T12:00:00.000Z');
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();

/** A page that was drawn before the sale opened. */
function concertOf(opensIn: number, endsIn: number): ConcertView {
  const concert = placeholderConcert('soon');
  return { ...concert, sale: { ...concert.sale, opensAt: inSeconds(opensIn), endsAt: inSeconds(endsIn) } };
}

function Page({ concert }: { concert: ConcertView }) {
  const shown = useSaleState(concert);
  return (
    <p>
      {shown.saleState}
      {shown.saleState === 'soon' && <SaleCountdown sale={shown.sale} />}
    </p>
  );
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const forget = () => {
  delete (globalThis as { serverAheadMs?: number }).serverAheadMs;
};

beforeEach(forget);
afterEach(() => {
  forget();
});

describe.each([
  ['right', 0],
  ['two days ahead', 2 * 86_400_000],
  ['two days behind', -2 * 86_400_000],
])('a page on a device whose clock is %s', (_, aheadMs) => {
  it('shows what it came with until the server’s time is known, counts down, opens within a second by itself, and ends', async () => {
    jest.useFakeTimers({ now: NOW + aheadMs });
    const concert = concertOf(65, 200);
    const { container, rerender } = render(<Page concert={concert} />);
    await pass(1_000);
    expect(container.textContent).toBe('soon');

    learnServerTime(new Date(NOW + 1_000).toUTCString(), Date.now());
    rerender(<Page concert={{ ...concert, sale: { ...concert.sale } }} />);
    expect(container.textContent).toMatch(/^soon · 1 minute [345] seconds$/);
    await pass(65_000 - 1_000 - 1_001);
    expect(container.textContent).toMatch(/^soon · [12] seconds?$|^open$/);
    await pass(2_001);
    expect(container.textContent).toBe('open');
    await pass(200_000 - 65_000 - 2_000);
    expect(container.textContent).toBe('open');
    await pass(3_000);
    expect(container.textContent).toBe('ended');
  });
});

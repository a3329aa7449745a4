import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { setTabVisible } from '@concert/web-kit/testing/browser.ts';
import { clockText, HoldCountdown } from './hold-countdown.tsx';

const NOW = Date.parse('2024-07-13T22:00:00.000Z');
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const shown = () => screen.getByRole('timer').textContent;
const said = () => screen.getByRole('status').textContent;
const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  setTabVisible(true);
});

describe('the time seats are kept', () => {
  it('B1-501 is the time to the end of the hold, to the second', async () => {
    render(<HoldCountdown what="2 tickets in General Seating" endsAt={inSeconds(1_800)} />);
    expect(shown()).toBe('Kept for 30:00');
    await pass(1);
    expect(shown()).toBe('Kept for 29:59');
    await pass(1_738);
    expect(shown()).toBe('Kept for 1:01');
  });

  it.each([
    [0, '0:00'],
    [9, '0:09'],
    [60, '1:00'],
    [1_799, '29:59'],
    [3_600, '1:00:00'],
    [86_399, '23:59:59'],
  ])('%i seconds are written %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });

  it('is said when it appears, at 10, 5, 2 and 1 minutes and at the end, and never in between', () => {
    render(<HoldCountdown what="2 tickets in General Seating" endsAt={inSeconds(790)} />);
    expect(said()).toBe('');
    const heard: (string | null)[] = [];
    for (let second = 0; second < 800; second += 10) {
      act(() => jest.advanceTimersByTime(10_000));
      const words = document.querySelector('[role="status"]')?.textContent ?? null;
      if (words !== heard.at(-1)) heard.push(words);
    }
    expect(heard).toEqual([
      '2 tickets in General Seating: kept for another 13 minutes.',
      '2 tickets in General Seating: kept for another 10 minutes.',
      '2 tickets in General Seating: kept for another 5 minutes.',
      '2 tickets in General Seating: kept for another 2 minutes.',
      '2 tickets in General Seating: kept for another 1 minute.',
      '2 tickets in General Seating: the time is over and the seats are released.',
    ]);
  });

  it('names the button for more time from five minutes before the end on, and not before', async () => {
    render(<HoldCountdown what="seats" endsAt={inSeconds(330)} hasMore />);
    await pass(1);
    expect(said()).toBe('seats: kept for another 5 minutes.');
    await pass(30);
    await pass(0.2);
    expect(said()).toBe('seats: kept for another 4 minutes. To keep them longer, press “I need more time”.');
    await pass(300);
    await pass(0.2);
    expect(said()).toBe('seats: the time is over and the seats are released.');
  });

  it('does not run while the page is hidden, and is right at once when it is seen again', async () => {
    render(<HoldCountdown what="seats" endsAt={inSeconds(1_800)} />);
    await pass(1);
    act(() => setTabVisible(false));
    expect(jest.getTimerCount()).toBe(0);
    jest.setSystemTime(NOW + 1_530_000);
    act(() => setTabVisible(true));
    expect(shown()).toBe('Kept for 4:30');
    await pass(0.2);
    expect(said()).toBe('seats: kept for another 4 minutes.');
  });

  it('ends once, tells so, and stops', async () => {
    const ended = jest.fn();
    render(<HoldCountdown what="seats" endsAt={inSeconds(2)} onEnd={ended} />);
    await pass(2);
    expect(shown()).toBe('The time is over');
    await pass(60);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});

import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { FOLLOW_FOR_MS } from './settings.ts';
import { turnTab } from '@concert/web-kit/testing/browser.ts';
import { useFollow } from './use-follow.ts';

const ask = jest.fn();
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
  turnTab(true);
  ask.mockClear();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('asks slower each time and not for ever', () => {
  renderHook(() => useFollow(true, ask));
  pass(1_000);
  expect(ask).toHaveBeenCalledTimes(1);
  pass(1_500);
  expect(ask).toHaveBeenCalledTimes(2);
  pass(FOLLOW_FOR_MS + 10_000);
  const asked = ask.mock.calls.length;
  expect(asked).toBeLessThan(25);
  pass(10 * FOLLOW_FOR_MS);
  expect(ask).toHaveBeenCalledTimes(asked);
});

it('asks nothing while the page is hidden, and at once when someone comes back', () => {
  renderHook(() => useFollow(true, ask));
  act(() => turnTab(false));
  pass(60_000);
  expect(ask).not.toHaveBeenCalled();
  act(() => turnTab(true));
  expect(ask).toHaveBeenCalledTimes(1);
  pass(1_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('asks only whoever comes back when nothing is under way', () => {
  const { unmount } = renderHook(() => useFollow(false, ask));
  pass(60_000);
  expect(ask).not.toHaveBeenCalled();
  act(() => turnTab(true));
  expect(ask).toHaveBeenCalledTimes(1);
  unmount();
  act(() => turnTab(true));
  expect(ask).toHaveBeenCalledTimes(1);
});

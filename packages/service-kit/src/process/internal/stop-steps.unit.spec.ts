import { expect, it, jest } from '@jest/globals';
import type { Log } from '../log.ts';
import { stopInSteps } from './stop-steps.ts';

it('runs one step after the other, and names the one that takes long', async () => {
  jest.useFakeTimers();
  try {
    const warn = jest.fn();
    const { promise, resolve } = Promise.withResolvers<void>();
    const order: string[] = [];
    const stopped = stopInSteps({ warn } as unknown as Log, {
      first: () => order.push('first'),
      second: () => promise,
      third: () => order.push('third'),
    });
    await jest.advanceTimersByTimeAsync(4_999);
    expect(warn).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(warn).toHaveBeenCalledWith('stopping takes long', { reason: 'waits for: second' });
    expect(order).toEqual(['first']);
    resolve();
    await stopped;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(order).toEqual(['first', 'third']);
    expect(warn).toHaveBeenCalledTimes(1);
  } finally {
    jest.useRealTimers();
  }
});

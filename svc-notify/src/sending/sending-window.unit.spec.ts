import { describe, expect, it } from '@jest/globals';
import { atATime } from './at-a-time.ts';
import { SendingWindow } from './sending-window.ts';

describe('how many mails are under way', () => {
  it('grows with each that the provider accepts and halves when it is too much, within bounds', () => {
    const window = new SendingWindow();
    const first = window.size;
    window.accepted();
    expect(window.size).toBe(first + 1);
    window.limited();
    expect(window.size).toBe(Math.floor((first + 1) / 2));
    for (let count = 0; count < 1_000; count += 1) window.limited();
    const least = window.size;
    expect(least).toBeGreaterThanOrEqual(1);
    for (let count = 0; count < 1_000; count += 1) window.accepted();
    expect(window.size).toBe(400);
  });
});

describe('work that is done a few at a time', () => {
  it('waits its turn in order, and what fails makes room too', async () => {
    const run = atATime(2);
    const begun: number[] = [];
    const ends: ((error?: Error) => void)[] = [];
    const work = (number: number) => () => {
      begun.push(number);
      return new Promise<number>((resolve, reject) => (ends[number] = (error) => (error ? reject(error) : resolve(number))));
    };
    const all = [0, 1, 2, 3].map((number) => run(work(number)));
    expect(begun).toEqual([0, 1]);
    ends[1]!(new Error('failed'));
    await expect(all[1]).rejects.toThrow('failed');
    expect(begun).toEqual([0, 1, 2]);
    ends[0]!();
    await all[0];
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[2]!();
    ends[3]!();
    expect(await Promise.all([all[2], all[3]])).toEqual([2, 3]);
  });
});

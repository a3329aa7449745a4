import type { Exit, Running } from '@concert/machine-kit/processes';
import { until } from '@concert/test-kit/until';
import { expect, it } from '@jest/globals';
import { Supervised } from './supervised.ts';

/** A part whose every life ends when the test says so. */
function endingPart(): { lives: ((exit: Exit) => void)[]; start: () => Promise<Running> } {
  const lives: ((exit: Exit) => void)[] = [];
  return {
    lives,
    start: () => {
      const end = Promise.withResolvers<Exit>();
      lives.push(end.resolve);
      const pid = lives.length;
      return Promise.resolve({
        name: 'gateway',
        pid,
        exited: end.promise,
        tail: () => Promise.resolve(''),
        stop: () => Promise.resolve(end.resolve({ code: 0, signal: null })),
      });
    },
  };
}

it('B9-510 counts how often it had to start a part again, says why it ended where the code tells, and raises an alarm at the third time', async () => {
  const part = endingPart();
  const told: string[] = [];
  const supervised = new Supervised({ name: 'gateway', start: part.start }, (text) => told.push(text));
  await supervised.start();
  expect([supervised.pid, supervised.restarts]).toEqual([1, 0]);
  for (const [index, exit] of [
    { code: 70, signal: null },
    { code: null, signal: 'SIGKILL' as const },
    { code: 1, signal: null },
  ].entries()) {
    part.lives[index]!(exit);
    await until('it lives again', () => supervised.pid, index + 2, { withinMs: 10_000 });
  }
  expect(supervised.restarts).toBe(3);
  expect(told.filter((text) => !text.endsWith('is back'))).toEqual([
    'gateway ended (code 70, an error that nobody caught), starting it again',
    'gateway ended (SIGKILL), starting it again',
    'gateway ended (code 1), starting it again',
    'ALARM: gateway has ended 3 times within half an hour; its log says why',
  ]);
  await supervised.stop();
  expect(supervised.restarts).toBe(3);
});

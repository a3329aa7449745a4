import { expect, it } from '@jest/globals';
import { byDoor } from './by-door.ts';

const at = (minute: number) => new Date(Date.UTC(2027, 6, 3, 22, minute)).toISOString();

it('B5-513 draws all doors over the same minutes and to the same height, the busiest first', () => {
  const picture = byDoor([
    { door: 'West', at: at(0), count: 2 },
    { door: 'East', at: at(1), count: 9 },
    { door: 'West', at: at(33), count: 4 },
  ]);
  const quiet = (minutes: number) => Array<number>(minutes).fill(0);
  expect(picture).toEqual({
    from: at(0),
    until: at(33),
    highest: 9,
    doors: [
      { door: 'East', total: 9, minutes: [0, 9, ...quiet(32)], busiest: { at: at(1), count: 9 } },
      { door: 'West', total: 6, minutes: [2, ...quiet(32), 4], busiest: { at: at(33), count: 4 } },
    ],
  });
});

import { describe, expect, it } from '@jest/globals';
import { ringFigure } from './rings.ts';

describe('a figure', () => {
  it.each([{ lobes: 2.5 }, { lobes: -1 }, { lobes: 3, rings: 0 }, { lobes: 3, bend: 1 }])('refuses %p', (rule) => {
    expect(() => ringFigure(rule)).toThrow(RangeError);
  });
});

import { describe, expect, it } from '@jest/globals';
import { barsOf } from './bars.ts';

const day = (name: string, chargedMinor = 5_000) => ({ day: name, chargedMinor, returnedMinor: 0, tickets: 2 });

describe('the bars of the chart', () => {
  it('B5-576 are seven days at least, the last with money at their end', () => {
    const bars = barsOf([day('2024-07-01')]);
    expect(bars.map(({ from, chargedMinor }) => [from, chargedMinor])).toEqual([
      ...['25', '26', '27', '28', '29', '30'].map((last) => [`2024-06-${last}`, 0]),
      ['2024-07-01', 5_000],
    ]);
    expect(barsOf([])).toEqual([]);
  });

  it('are never more than can be told apart, and keep all money', () => {
    const bars = barsOf([day('2024-01-01'), day('2024-12-31', 700)]);
    expect(bars.length).toBeLessThanOrEqual(28);
    expect(bars.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0)).toBe(5_700);
    expect([bars[0]!.from, bars.at(-1)!.until]).toEqual(['2024-01-01', '2024-12-31']);
  });
});

import { expect, it } from '@jest/globals';
import { backoff } from './backoff.ts';

const policy = { firstMs: 500, maxMs: 10_000 };

it('doubles the first wait with each failure, up to a bound', () => {
  expect([-1, 0, 1, 2, 3, 4, 5, 6].map((failures) => backoff(failures, policy))).toEqual([
    500, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
});

import { expect, it } from '@jest/globals';
import { mongoCacheGigabytes } from './databases.ts';

it.each([
  [1, 0.5],
  [2, 0.5],
  [4, 1],
  [6.9, 1.625],
  [24, 2],
])("of a machine's %d GB, MongoDB may use %d GB for its cache", (memory, cache) => {
  expect(mongoCacheGigabytes(memory * 2 ** 30)).toBe(cache);
});

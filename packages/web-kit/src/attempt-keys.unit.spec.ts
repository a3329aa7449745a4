import { expect, it } from '@jest/globals';
import { AttemptKeys } from './attempt-keys.ts';

it('a request keeps its key until its outcome is known', () => {
  const keys = new AttemptKeys();
  const first = keys.keyFor({ seats: 2 });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.keyFor({ seats: 2 })).toBe(first);
  keys.settle({ seats: 2 });
  expect(keys.keyFor({ seats: 2 })).not.toBe(first);
});

it('another request has another key, and takes none away', () => {
  const keys = new AttemptKeys();
  const first = keys.keyFor({ seats: 2 });
  expect(keys.keyFor({ seats: 3 })).not.toBe(first);
  keys.settle({ seats: 3 });
  expect(keys.keyFor({ seats: 2 })).toBe(first);
});

import { expect, it } from '@jest/globals';
import { pageAt, PAGES } from './pages.ts';

it('screens are found by path, a trailing slash forgiven', () => {
  expect(pageAt('/reserve-your-seat/')?.remote).toBe('booking');
  expect(pageAt('/')?.title).toBe('Home');
  expect(pageAt('//')).toBe(PAGES[0]);
  expect(pageAt('/nowhere')).toBeUndefined();
});

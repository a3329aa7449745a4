import { expect, it } from '@jest/globals';
import { shortDay } from './dates.ts';

it('names a day of a chart', () => {
  expect(['2024-06-17', '2024-12-01'].map(shortDay)).toEqual(['17 Jun', '1 Dec']);
});

import { expect, it } from '@jest/globals';
import { detailInWords } from './act-words.ts';

it('says the facts of an act in words, and money as money', () => {
  expect(detailInWords({ seating: 'General Seating', firstAttempt: 1, lostMinor: 2_500, totalMinor: 0 })).toEqual([
    'seating: General Seating',
    'first attempt: 1',
    'lost: $25.00',
    'total: $0.00',
  ]);
});

import { faultsOfWords } from '@concert/test-kit/words';
import { expect, it } from '@jest/globals';
import { texts } from './texts.ts';

it('every text stands without spaces around it, and speaks of one as of one', () => {
  expect(faultsOfWords(texts)).toEqual([]);
});

import { faultsOfWords } from '@concert/test-kit/words';
import { expect, it } from '@jest/globals';
import { texts } from './texts.ts';

/** A name that is a figure; a bound that is no 1; two spaces of the specification. */
const ON_PURPOSE = ['complimentary.list.dialog.done', 'complimentary.sheet.how', 'refunds.failed'];

it('every text stands without spaces around it, and speaks of one as of one', () => {
  expect(faultsOfWords(texts, ON_PURPOSE)).toEqual([]);
});

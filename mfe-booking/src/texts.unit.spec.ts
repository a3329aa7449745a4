import { faultsOfWords } from '@concert/test-kit/words';
import { expect, it } from '@jest/globals';
import { texts } from './texts.ts';

/** Parts of the specification's heading; names that are figures; a bound that is no 1. */
const ON_PURPOSE = ['reserve.heading.start', 'reserve.summary.hold', 'hold.giveUpText', 'sendBack.text'];

it('every text stands without spaces around it, and speaks of one as of one', () => {
  expect(faultsOfWords(texts, ON_PURPOSE)).toEqual([]);
});

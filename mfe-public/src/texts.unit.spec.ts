import { faultsOfWords } from '@concert/test-kit/words';
import { expect, it } from '@jest/globals';
import { homeTexts } from './features/home/texts.ts';
import { texts } from './texts.ts';

/** Bounds that are no 1; a name that is a figure. */
const ON_PURPOSE = ['texts.password.rule', 'texts.password.soFar', 'texts.profile.everywhere.consequence'];

it('every text stands without spaces around it, and speaks of one as of one', () => {
  expect(faultsOfWords({ texts, homeTexts }, ON_PURPOSE)).toEqual([]);
});

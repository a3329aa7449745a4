import { expect, it } from '@jest/globals';
import { anyWordStartsWith } from './search-words.ts';

it('asks MongoDB for the words that begin with a prefix', () => {
  const { $gte, $lt } = anyWordStartsWith('an').$elemMatch;
  const words = ['am', 'an', 'ana', 'anz\u{10FFFE}', 'an\u{1F3B5}', 'ao', 'b'];
  const bytes = (text: string) => Buffer.from(text);
  // MongoDB compares strings by their bytes in UTF-8.
  const fits = (word: string) => bytes(word).compare(bytes($gte)) >= 0 && bytes(word).compare(bytes($lt)) < 0;
  expect(words.filter(fits)).toEqual(['an', 'ana', 'anz\u{10FFFE}', 'an\u{1F3B5}']);
});

import { expect, it } from '@jest/globals';
import { oneBeginsWith, plain, searchTerms, wordsOf } from './search-words.ts';

it.each([
  ['Zoë  Ångström', ['zoe', 'angstrom']],
  ['Ｗｉｄｅ, narrow;\tlast', ['wide', 'narrow', 'last']],
  ['one\u0000two', ['one', 'two']],
  [' ,; ', []],
])('%j has the words %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it('asks for each word once, and for no more than is kept of it', () => {
  expect(searchTerms('Anna ANNA änna')).toEqual(['anna']);
  expect(searchTerms('a'.repeat(100))).toEqual([wordsOf(`${'a'.repeat(64)}b`)[0]]);
  expect(searchTerms(Array.from({ length: 40 }, (_, index) => `w${index}`).join(' '))).toHaveLength(12);
});

it('finds a name whatever letters somebody has at hand', () => {
  const stored = wordsOf('Jörg Müller');
  for (const search of ['jorg mul', 'MÜLLER', 'Jörg'])
    expect(searchTerms(search).every((term) => stored.some((word) => word.startsWith(plain(term))))).toBe(true);
});

it('asks MongoDB for the words that begin with a prefix', () => {
  const { $gte, $lt } = oneBeginsWith('an').$elemMatch;
  const words = ['am', 'an', 'ana', 'anz\u{10FFFE}', 'an\u{1F3B5}', 'ao', 'b'];
  const bytes = (text: string) => Buffer.from(text);
  // MongoDB compares strings by their bytes in UTF-8.
  const fits = (word: string) => bytes(word).compare(bytes($gte)) >= 0 && bytes(word).compare(bytes($lt)) < 0;
  expect(words.filter(fits)).toEqual(['an', 'ana', 'anz\u{10FFFE}', 'an\u{1F3B5}']);
});

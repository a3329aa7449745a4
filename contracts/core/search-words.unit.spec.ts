import { describe, expect, it } from '@jest/globals';
import { nameWords, normalizeForSearch, searchTerms, wordsOf } from './search-words.ts';

const found = (search: string, name: string) => searchTerms(search).every((term) => nameWords(name).some((word) => word.startsWith(term)));

it.each([
  ['Zoë  Ångström', ['zoe', 'angstrom']],
  ['Ｗｉｄｅ, narrow;\tlast', ['wide', 'narrow', 'last']],
  ['one\u0000two', ['one', 'two']],
  ['٥٥ ५ ５５-０ 𝟗', ['55', '5', '55-0', '9']],
  [' ,; ', []],
])('%j has the words %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it('asks for each word once, and for no more than is kept of it', () => {
  expect(searchTerms('Anna ANNA änna')).toEqual(['anna']);
  expect(searchTerms('a'.repeat(100))).toEqual([wordsOf(`${'a'.repeat(64)}b`)[0]]);
  expect(searchTerms(Array.from({ length: 40 }, (_, index) => `w${index}`).join(' '))).toHaveLength(12);
});

describe('B9-567 a name is found by the letters somebody has at hand', () => {
  it.each([
    ['Łukasz Wąsik', ['luk', 'ŁUK', 'wasik']],
    ['Anđela Đurić', ['dur', 'andela', 'Đ']],
    ['Joßi Groß', ['gross', 'GROẞ', 'groß']],
    ['Işıl Yıldız', ['yil', 'ışıl', 'isil', 'IŞIL', 'YILDIZ']],
    ['İbrahim Øst', ['ibra', 'İB', 'ost']],
    ['Maeve O’Brien', ['obrien', "o'brien", 'o’brien', 'oʼbrien', 'o´brien', 'brien', 'o brien', 'maeve obr']],
    ["Maeve O'Brien", ['obrien', 'o’brien']],
    ['Jean-Luc D’Arcy', ['jean-luc', 'jean\u2011luc', 'jean luc', 'luc', 'darcy', 'arcy']],
    ['Zdeněk Dvořák', ['dvorak']],
    ['Jörg Müller', ['jorg mul', 'MÜLLER', 'Mu\u0308l']],
    ['Nguyễn Thị Ánh', ['nguyen thi', 'anh']],
    ['王小明', ['王', '小', '小明', '王小']],
    ['김철수', ['김', '철수', '김철수'.normalize('NFD')]],
    ['マリア・シルバ', ['シル', 'ﾏﾘｱ']],
    ['Παπαδόπουλος', ['παπαδοπουλος', 'ΠΑΠΑΔΌΠΟΥΛΟΣ', 'παπαδοπουλοσ']],
    ['علی کاظم', ['علي', 'كاظم']],
    ['Ki\u00adm\u200bLee \u200eAnn', ['kimlee', 'ann']],
    ['மீரா ராகவன்', ['மீரா']],
  ])('%s', (name, searches) => {
    expect(searches.filter((search) => !found(search, name))).toEqual([]);
  });
  it('is not found by other letters', () => {
    expect([found('brian', 'Maeve O’Brien'), found('明王', '王小明'), found('lukas z', 'Łukasz Wąsik')]).toEqual([false, false, false]);
  });
});

it('takes the digits of every script for those of the keyboard', () => {
  const digits = Array.from({ length: 0x11_00_00 }, (_, code) => code).filter((code) => /\p{Nd}/u.test(String.fromCodePoint(code)));
  expect(digits.length % 10).toBe(0);
  expect(digits.map((code) => normalizeForSearch(String.fromCodePoint(code))).join('')).toBe('0123456789'.repeat(digits.length / 10));
});

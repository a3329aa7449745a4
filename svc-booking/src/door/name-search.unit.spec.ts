import { describe, expect, it } from '@jest/globals';
import { isMatch, nameSearch } from './name-search.ts';

const anna = { name: 'Anna-Léa O’Brien Li', phone: '(407) 555-0142' };

describe('a look-up at the door', () => {
  it.each(['ann', ' ANNA ', 'lea', 'Brie', '0142', '555\u20110142', '（５５５） ５５５-0142', 'anna li', 'obrien', "o'brien", 'anna-lea'])(
    'B5-514 finds a holder by %p',
    (text) => {
      expect(isMatch(nameSearch(text)!, anna)).toBe(true);
    },
  );

  it.each(['annb', 'brian', '0143', 'anna lu', 'ann l', '555'.repeat(2)])('B5-514 does not find one by %p', (text) => {
    expect(isMatch(nameSearch(text)!, anna)).toBe(false);
  });

  it.each(['', '142', '-', '  ', 'li', 'o l', '?'])('B5-514 is refused for %p: too little to name somebody', (text) => {
    expect(nameSearch(text)).toBeUndefined();
  });

  it('B5-514 takes a short word whole, and a letter of a name without spaces as a word', () => {
    expect(isMatch(nameSearch('Bo Li')!, { name: 'Bo Li', phone: '' })).toBe(true);
    expect(isMatch(nameSearch('Bo Li')!, { name: 'Bob Lin', phone: '' })).toBe(false);
    for (const text of ['王', '小明', '明'])
      expect([text, isMatch(nameSearch(text)!, { name: '王小明', phone: '' })]).toEqual([text, true]);
  });

  it.each(['மீரா', 'மீரா ராகவன்', 'မီရာ', 'मीरा', 'รา'])('B5-514 takes %s, whose vowels are marks, for enough of a name', (name) => {
    expect(isMatch(nameSearch(name)!, { name, phone: '' })).toBe(true);
    expect(nameSearch([...name][0]!)).toBeUndefined();
  });
});

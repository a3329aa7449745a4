import { describe, expect, it } from '@jest/globals';
import { allTermKeys, fits, nameSearch, openHolders, sealHolders, termKey, termsOfHolder } from './name-seal.ts';

const anna = { holder: 'bk_1', name: 'Anna-Léa O’Brien Li', ticketHashes: ['x'] };

describe('the name list of a door', () => {
  it('finds a holder by the first letters of each word of the name, and by the last digits of the phone', () => {
    expect(termsOfHolder(anna.name, '+1 (407) 555-0142')).toEqual([
      'name:ann',
      'name:obr',
      'name:li',
      'name:lea',
      'name:o',
      'name:bri',
      'phone:0142',
    ]);
    expect(termsOfHolder('山田 太郎', '12')).toEqual(['name:山', 'name:太', 'name:田', 'name:郎']);
    const terms = termsOfHolder(anna.name, '407 555 0142');
    for (const text of [
      'ann',
      ' ANNA ',
      'lea',
      'Brie',
      'li',
      '0142',
      '555\u20110142',
      '（５５５） ５５５-0142',
      'anna li',
      'obrien',
      "o'brien",
      'anna-lea',
    ])
      expect([text, terms.includes(nameSearch(text)!.term) && fits(nameSearch(text)!, anna.name)]).toEqual([text, true]);
    for (const text of ['annb', 'brian', '0143', 'anna lu'])
      expect([text, terms.includes(nameSearch(text)!.term) && fits(nameSearch(text)!, anna.name)]).toEqual([text, false]);
    for (const text of ['', '12', '-', '  ']) expect(nameSearch(text)).toBeUndefined();
  });

  it('B5-14 opens to the term it was sealed under, on the evening it was sealed for, and to nothing else', async () => {
    const key = await termKey('name:ann', 'evening');
    const sealed = await sealHolders(key, [anna]);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toMatch(/Anna|bk_1/);
    const opens = async (term: string, salt: string) => (await allTermKeys(term, salt)).find(({ tag }) => tag === key.tag);
    expect(await openHolders((await opens('name:ann', 'evening'))!, sealed)).toEqual([anna]);
    expect(await opens('name:anm', 'evening')).toBeUndefined();
    expect(await opens('name:ann', 'another evening')).toBeUndefined();
    expect(await openHolders(await termKey('name:bob', 'evening'), sealed)).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { faultsOfWords } from './words.ts';

describe('a look through texts', () => {
  it('finds spaces around a text and two in a row, and one that is spoken of as many, also in what is said of a count', () => {
    const texts = {
      ends: 'Name ',
      list: { begins: ' Name' },
      two: 'a  b',
      counted: (count: number) => `${count} tickets`,
      asText: (count: string) => `about ${count} more rows`,
      verb: (left: number) => `${left} are left`,
      of: (done: number, all: number) => `${done} of ${all} buyers`,
    };
    expect(faultsOfWords(texts).map((line) => line.split(':')[0])).toEqual([
      'ends begins or ends with a space',
      'list.begins begins or ends with a space',
      'two has two spaces in a row',
      'counted speaks of one as of many',
      'asText speaks of one as of many',
      'verb speaks of one as of many',
      'of speaks of one as of many',
    ]);
  });
});

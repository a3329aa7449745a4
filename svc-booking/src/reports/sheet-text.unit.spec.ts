import { describe, expect, it } from '@jest/globals';
import { sheetText } from './sheet-text.ts';

const shown = (text: string): string => {
  const value = sheetText(text);
  return typeof value === 'string' ? value : value.richText.map((part) => part.text).join('');
};

describe('a text in a cell', () => {
  it.each([
    '=1+1',
    '+1+1',
    '@SUM(1)',
    '-1',
    "'=1",
    '\u200b=1',
    'a;b',
    'two\nlines',
    ']]>',
    '&amp;',
    '00123',
    '2024-02-30',
    '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}',
    'TRUE',
    '#REF!',
    '',
  ])('%j is shown as it is, and is text', (text) => {
    expect(shown(text)).toBe(text);
  });
  it.each([
    ['\r=1', '\n=1'],
    ['\r\n=1', '\n=1'],
    ['a\uFFFEb', 'a\uFFFDb'],
    ['a\uD800b', 'a\uFFFDb'],
    ['a\u0000\u0007b', 'a\uFFFD\uFFFDb'],
    ['_x000D_', '_x005F_x000D_'],
    ['_x12', '_x12'],
  ])('%j becomes %j, which a file can carry', (text, carried) => {
    expect(shown(text)).toBe(carried);
  });
  it('keeps its spaces and lines where a reader would drop them', () => {
    for (const text of [' a', 'a ', 'a\nb', '\tb']) expect(sheetText(text)).toEqual({ richText: [{ text }] });
    expect(sheetText('a b')).toBe('a b');
  });
});

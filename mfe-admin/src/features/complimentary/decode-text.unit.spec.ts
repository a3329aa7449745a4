import { expect, it } from '@jest/globals';
import { decodeText } from './decode-text.ts';

const TEXT = 'Name,Email\nZoë,z@x.org';
const UTF_16 = Buffer.from(TEXT, 'utf16le');

it.each([
  ['UTF-8', Buffer.from(TEXT), false],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`), false],
  ['UTF-16', UTF_16, false],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), false],
  ['UTF-16 the other way round', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16(), false],
  ['Windows-1252, which is a guess', Buffer.from(TEXT, 'latin1'), true],
])('a text file is read in %s', (_, bytes, guessed) => {
  expect(decodeText(new Uint8Array(bytes))).toEqual({ text: TEXT, guessed });
});

import { describe, expect, it } from '@jest/globals';
import { spokenCode, ticketOfSpoken } from './ticket-code.ts';

const TAIL = '0123456789abcdefghjk';

describe('the part of a code that people read out', () => {
  it('is its third part, in capitals and groups of five', () => {
    expect(spokenCode(`1.key.${TAIL}.signature`)).toBe('01234-56789-ABCDE-FGHJK');
  });
  it.each(['', '1.key', '1.key.', `1.key.${TAIL}k.signature`, `${TAIL}.key.short`])('is not found in %j', (code) => {
    expect(spokenCode(code)).toBeUndefined();
  });
});

describe('a code that was typed', () => {
  it.each([
    TAIL,
    '01234-56789-ABCDE-FGHJK',
    ' o1234 56789\tabcde fghjk ',
    `tk_${TAIL}`,
    `  TK_${TAIL}`,
    'OI234-56789-ABCDE-FGHJK',
    '0L234-56789-ABCDE-FGHJK',
  ])('%j is read as it is meant', (text) => {
    expect(ticketOfSpoken(text)).toBe(`tk_${TAIL}`);
  });
  it.each(['', TAIL.slice(1), `${TAIL}0`, `atk_${TAIL}`, `0tk_${TAIL.slice(1)}`, `tk_tk_${TAIL}`])('%j is no code of a ticket', (text) => {
    expect(ticketOfSpoken(text)).toBeUndefined();
  });
});

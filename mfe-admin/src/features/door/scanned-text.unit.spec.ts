import { describe, expect, it } from '@jest/globals';
import { ticketOfSpoken } from '@concert/contracts/booking/ticket-code';
import { readingsOf } from './scanned-text.ts';

const TAIL = '0yz4a6789qwm5vtskr1h';
const CODE = `T1.0a1f.${TAIL}.${'aZ-yY_q0mM'.repeat(9).slice(0, 86)}`;
const byKeys = (from: string, to: string) => (text: string) =>
  Array.from(text, (key) => (from.includes(key) ? to[from.indexOf(key)]! : key)).join('');
const capsLock = (text: string) => Array.from(text, (key) => (key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase())).join('');

/** What arrives when a scanner that plays an American keyboard is plugged into a device with another one. */
const german = byKeys('yzYZ-_', 'zyZYß?');
const swiss = byKeys('yzYZ-_', "zyZY'?");
const swedish = byKeys('-_', '+?');
const spanish = byKeys('-_', "'?");
const french = byKeys('1234567890aqwzAQWZmM.-_', '&é"\'(-è_çàqazwQAZW,?:)°');
const belgian = byKeys('1234567890aqwzAQWZmM.-_', '&é"\'(§è!çàqazwQAZW,?:)°');

describe('a code that a hand scanner types', () => {
  it.each([
    ['as it is', (text: string) => text],
    ['with blanks around it', (text: string) => ` ${text}\t`],
    ['with the mark of the kind of code before it', (text: string) => `]Q1${text}`],
    ['with Caps Lock', capsLock],
    ['all in capitals', (text: string) => text.toUpperCase()],
    ['on a German keyboard', german],
    ['on a German keyboard with Caps Lock', (text: string) => capsLock(german(text)).replace(/SS/g, 'ß')],
    ['on a Swiss keyboard', swiss],
    ['on a Swedish keyboard', swedish],
    ['on a Spanish keyboard', spanish],
    ['on a French keyboard', french],
    ['on a Belgian keyboard', belgian],
  ])('B5-520 is read %s', (_, typed) => {
    const readings = readingsOf(typed(CODE));
    expect(readings.length).toBeLessThanOrEqual(2);
    expect(readings.some((reading) => reading === CODE || ticketOfSpoken(reading) === `tk_${TAIL}`)).toBe(true);
  });

  it('is tried whole first, so that a code that arrived well is asked for once', () => {
    expect(readingsOf(CODE)[0]).toBe(CODE);
  });

  it.each(['0123-4567-89ab-cdef-ghjk', 'https://concert.example/get-details?ref=bk_1', 'T1.', 'hello', ''])(
    'leaves %j as it is',
    (text) => {
      expect(readingsOf(text)).toEqual([text]);
    },
  );
});

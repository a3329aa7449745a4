import { describe, expect, it } from '@jest/globals';
import type { BookingId, TicketId } from '@concert/contracts/core/ids';
import { makeKeyPair } from '@concert/test-kit/keys';
import { TicketSigner } from './ed25519-ticket-signer.ts';

const signer = new TicketSigner(makeKeyPair().privateKey);
const ticket = 'tk_0123456789abcdefghjk' as TicketId;
const booking = 'bk_0123456789abcdefghjk' as BookingId;

describe('a ticket code', () => {
  const code = signer.ticketCode(ticket);
  it('names its ticket and is the same every time', () => {
    expect(signer.ticketOf(code)).toBe(ticket);
    expect(signer.ticketCode(ticket)).toBe(code);
  });
  it.each([
    ['one character of the ticket changed', code.replace('0123', '0124')],
    ['one character of the signature changed', code.slice(0, -3) + (code.at(-3) === 'A' ? 'B' : 'A') + code.slice(-2)],
    ['spare bits of the last character set', code.slice(0, -1) + String.fromCharCode(code.charCodeAt(code.length - 1) + 1)],
    ['upper case', code.toUpperCase()],
    ['another version', code.replace('T1', 'T2')],
    ['a space inside', `${code.slice(0, 9)} ${code.slice(9)}`],
    ['two codes glued', code + code],
    ['extra bytes', `${code}.x`],
    ['no signature', code.split('.').slice(0, 3).join('.')],
    ['a capability', signer.capability(booking)],
    ['nothing', ''],
  ])('is refused with %s', (_, forged) => {
    expect(signer.ticketOf(forged)).toBeUndefined();
  });
  it('is refused when another key signed it', () => {
    expect(new TicketSigner(makeKeyPair().privateKey).ticketOf(code)).toBeUndefined();
  });
});

describe('a booking link', () => {
  it('opens its booking and no other', () => {
    expect(signer.opens(booking, signer.capability(booking))).toBe(true);
    expect(signer.opens('bk_0123456789abcdefghjm' as BookingId, signer.capability(booking))).toBe(false);
    expect(signer.opens(booking, '')).toBe(false);
    expect(signer.opens(booking, `${signer.capability(booking).slice(0, -1)}`)).toBe(false);
  });
});

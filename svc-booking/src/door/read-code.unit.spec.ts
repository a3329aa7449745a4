import { describe, expect, it } from '@jest/globals';
import { spokenCode } from '@concert/contracts/booking/ticket-code';
import type { BookingId, Id, TicketId } from '@concert/contracts/core/ids';
import { makeKeyPair } from '@concert/machine-kit/key-pairs';
import { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { readCode } from './read-code.ts';

const signer = new TicketSigner([makeKeyPair().privateKey]);
const ticket = 'tk_0123456789abcdefghjk' as TicketId;
const booking = 'bk_0123456789abcdefghjk000000' as BookingId;
const entry = 'cp_0123456789abcdefghjk000000' as Id<'complimentary'>;
const code = signer.ticketCode(ticket);

describe('what is held before a door', () => {
  it.each([
    ['a ticket', code, { is: 'ticket', ticketId: ticket }],
    ['a ticket with a line end, as some scanners send it', `${code}\r\n`, { is: 'ticket', ticketId: ticket }],
    ['a ticket read out and typed', spokenCode(code)!, { is: 'ticket', ticketId: ticket }],
    ['a ticket typed with look-alike letters, spaces and no case', ' o1234 56789 ABCDE fghjk', { is: 'ticket', ticketId: ticket }],
    ['a ticket typed with a character missing', spokenCode(code)!.slice(0, -1), { is: 'unknown' }],
    ['a lookup link', `https://concert.example/get-details?ref=${booking}&ref2=x`, { is: 'link', of: booking }],
    ['an id typed from the email', booking, { is: 'link', of: booking }],
    ['the link of an entry', `https://concert.example/get-hf-details?ref=${entry}&c=v`, { is: 'link', of: entry }],
    ['a ticket of another concert', otherConcert(), { is: 'other_concert' }],
    ['two codes glued', code + code, { is: 'unknown' }],
    ['a code with a bit flipped', code.slice(0, -3) + (code.at(-3) === 'A' ? 'B' : 'A') + code.slice(-2), { is: 'unknown' }],
    ['another link', 'https://example.org/?ref=1', { is: 'unknown' }],
    ['script', 'javascript:alert(1)', { is: 'unknown' }],
    ['a business card', 'BEGIN:VCARD\nFN:Somebody\nEND:VCARD', { is: 'unknown' }],
    ['nothing', ' ', { is: 'unknown' }],
  ])('%s is told from the rest', (_, text, reading) => {
    expect(readCode(text, signer)).toEqual(reading);
  });
});

function otherConcert(): string {
  for (;;) {
    const other = new TicketSigner([makeKeyPair().privateKey]);
    if (!signer.knows(other.publicKeys[0]!.id)) return other.ticketCode(ticket);
  }
}

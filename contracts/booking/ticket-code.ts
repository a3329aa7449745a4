import { plainSigns } from '../core/as-typed.ts';
import { TICKET_ID_TAIL, type TicketId } from '../core/ids.ts';

/** Error correction of every ticket's QR code: the most there is, for small prints and dirt (ISO/IEC 18004 level H). */
export const TICKET_CODE_ERROR_CORRECTION = 'H';

/** The part of a code that people can read out and type, in groups of five: `0123-4567…`. @returns undefined for what is no code */
export function spokenCode(code: string): string | undefined {
  const tail = code.split('.')[2];
  return tail && TICKET_ID_TAIL.test(tail) ? (tail.toUpperCase().match(/.{5}/g) ?? []).join('-') : undefined;
}

/**
 * The ticket behind a code that was typed: its 20 characters, however they are grouped. Letters outside the alphabet are read as the digits
 * they look like (Crockford's base 32). A ticket's 100 random bits are printed on the ticket only, so whoever can type them holds it.
 */
export function ticketOfSpoken(text: string): TicketId | undefined {
  const tail = plainSigns(text)
    .toLowerCase()
    .replace(/^\s*tk_/, '')
    .replace(/[\s-]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');
  return TICKET_ID_TAIL.test(tail) ? (`tk_${tail}` as TicketId) : undefined;
}

import { ticketOfSpoken } from '@concert/contracts/booking/ticket-code';
import { idSchema, type BookingId, type Id, type TicketId } from '@concert/contracts/core/ids';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';

/** What a scanned text turned out to be. */
export type ReadCode =
  | { readonly is: 'ticket'; readonly ticketId: TicketId }
  | { readonly is: 'link'; readonly of: BookingId | Id<'complimentary'> }
  | { readonly is: 'other_concert' }
  | { readonly is: 'unknown' };

const bookingId = idSchema('booking');
const entryId = idSchema('complimentary');
const OTHER_KEY = /^T1\.[0-9a-f]{4}\.[0-9a-hjkmnp-tv-z]{20}\.[A-Za-z0-9_-]{86}$/;

/** Reads a code. */
export function readCode(text: string, signer: TicketSigner): ReadCode {
  const code = text.trim();
  const ticketId = signer.ticketOf(code) ?? ticketOfSpoken(code);
  if (ticketId) return { is: 'ticket', ticketId };
  const of = linkedId(code);
  if (of) return { is: 'link', of };
  return { is: OTHER_KEY.test(code) && !signer.knows(code.split('.')[1]) ? 'other_concert' : 'unknown' };
}

/** The booking or entry that a lookup link or a typed id names. */
function linkedId(text: string): BookingId | Id<'complimentary'> | undefined {
  let reference: string | null = text;
  if (URL.canParse(text)) reference = new URL(text).searchParams.get('ref');
  const booking = bookingId.safeParse(reference);
  if (booking.success) return booking.data;
  const entry = entryId.safeParse(reference);
  return entry.success ? entry.data : undefined;
}

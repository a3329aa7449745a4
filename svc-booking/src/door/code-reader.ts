import { ticketOfSpoken } from '@concert/contracts/booking/ticket-code';
import { idSchema, type BookingId, type Id, type TicketId } from '@concert/contracts/core/ids';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';

/** What a scanned text turned out to be. */
export type ReadCode =
  | { readonly is: 'ticket'; readonly ticketId: TicketId }
  | { readonly is: 'link'; readonly of: BookingId | Id<'complimentary'> }
  | { readonly is: 'other_concert' }
  | { readonly is: 'unknown' };

/** Verified codes that are cached: verifying the signature is the most expensive part of a scan. */
const MAX_REMEMBERED = 200_000;
const bookingId = idSchema('booking');
const entryId = idSchema('complimentary');
const OTHER_KEY = /^T1\.[0-9a-f]{4}\.[0-9a-hjkmnp-tv-z]{20}\.[A-Za-z0-9_-]{86}$/;

/** Reads codes. Valid ones are cached, so a second scan of a code does not verify its signature again. */
export class CodeReader {
  private readonly remembered = new Map<string, TicketId>();

  constructor(
    private readonly signer: TicketSigner,
    private readonly mostRemembered = MAX_REMEMBERED,
  ) {}

  read(text: string): ReadCode {
    const code = text.trim();
    const known = this.remembered.get(code);
    if (known) return { is: 'ticket', ticketId: known };
    const ticketId = this.signer.ticketOf(code);
    if (ticketId) {
      if (this.remembered.size >= this.mostRemembered) this.remembered.delete(this.remembered.keys().next().value!);
      this.remembered.set(code, ticketId);
      return { is: 'ticket', ticketId };
    }
    const typed = ticketOfSpoken(code);
    if (typed) return { is: 'ticket', ticketId: typed };
    const of = linkedId(code);
    if (of) return { is: 'link', of };
    return { is: OTHER_KEY.test(code) && !this.signer.knows(code.split('.')[1]) ? 'other_concert' : 'unknown' };
  }
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

import { GROUP_NAMES, type AllotmentView, type ComplimentaryDetails, type EntryView } from '@concert/contracts/booking/complimentary';
import { CURRENCY } from '@concert/contracts/core/money';
import type { BuyerContact } from '../tickets/masked-contact.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import { ticketsLeftIn, ticketsAdmit, type Allotment, type Entry } from './entry.ts';

const seconds = (moment: Date) => ({ _seconds: Math.floor(moment.getTime() / 1_000) });

/** An entry as organisers see it. @param inside how many of its tickets are admitted */
export function entryView({ email: email2, tickets: notickets, createdAt, ...entry }: Entry, inside: number): EntryView {
  const { id, group, name, phoneno, status } = entry;
  return { id, group, name, email2, phoneno, notickets, status, created_at: seconds(createdAt), inside };
}

/** An entry for its ticket page, in the shape of a booking's details. @param contact how the guest is reached: in full for organisers only */
export function entryDetails(entry: Entry, contact: BuyerContact, signer: TicketSigner): ComplimentaryDetails {
  const { id, group, status } = entry;
  return {
    ...{ id, userbookingid: id, firstname: entry.name, lastname: '' },
    ...contact,
    ...{ seating: GROUP_NAMES[group], notickets: entry.tickets, amount: 0, currency: CURRENCY, status },
    created_at: seconds(entry.createdAt),
    ...(entry.taken ? { returned: [{ tickets: [...entry.taken] }] } : {}),
    // A revoked ticket does not admit, so its code is not shown.
    ...(ticketsAdmit(entry) ? { ref2: signer.capability(entry), tickets: ticketCodes(entry, signer) } : {}),
  };
}

/** The codes of the tickets that are left. */
export function ticketCodes(entry: Entry, signer: TicketSigner): { number: number; code: string }[] {
  return ticketsLeft(entry).map(({ number, ticketId }) => ({ number, code: signer.ticketCode(ticketId) }));
}

export function allotmentView(allotment: Allotment): AllotmentView {
  return { ...allotment, name: GROUP_NAMES[allotment.group], left: ticketsLeftIn(allotment) };
}

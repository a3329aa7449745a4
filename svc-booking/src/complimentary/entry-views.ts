import { GROUP_NAMES, type AllotmentView, type ComplimentaryDetails, type EntryView } from '@concert/contracts/booking/complimentary';
import { CURRENCY } from '@concert/contracts/core/money';
import type { BuyerContact } from '../tickets/masked-contact.ts';
import type { TicketSigner } from '../tickets/ed25519-ticket-signer.ts';
import { ticketsLeft } from '../tickets/renewal.ts';
import { ticketsLeftIn, ticketsAdmit, type Allotment, type Entry } from './entry.ts';

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1_000);

/** An entry as organisers see it. */
export class EntryViews {
  constructor(private readonly signer: TicketSigner) {}

  /** @param inside how many of its tickets are admitted */
  forOrganiser(entry: Entry, inside: number): EntryView {
    const { id, group, name, email, phoneno, tickets, status, createdAt } = entry;
    return {
      id,
      group,
      name,
      email2: email,
      phoneno,
      notickets: tickets,
      status,
      created_at: { _seconds: secondsOf(createdAt) },
      inside,
    };
  }

  /** In the shape of a booking's details, for the ticket page. `contact`: how the guest is reached: in full for organisers only */
  forGuest(entry: Entry, contact: BuyerContact): ComplimentaryDetails {
    const valid = ticketsAdmit(entry);
    return {
      id: entry.id,
      userbookingid: entry.id,
      firstname: entry.name,
      lastname: '',
      ...contact,
      seating: GROUP_NAMES[entry.group],
      notickets: entry.tickets,
      amount: 0,
      currency: CURRENCY,
      status: entry.status,
      created_at: { _seconds: secondsOf(entry.createdAt) },
      // A revoked ticket does not admit, so its code is not shown.
      ...(entry.taken ? { returned: [{ tickets: [...entry.taken] }] } : {}),
      ...(valid ? { ref2: this.signer.capability(entry), tickets: this.tickets(entry) } : {}),
    };
  }

  tickets(entry: Entry): { number: number; code: string }[] {
    return ticketsLeft(entry).map(({ number, ticketId }) => ({ number, code: this.signer.ticketCode(ticketId) }));
  }

  capability(entry: Entry): string {
    return this.signer.capability(entry);
  }

  /** Whether `ref2` is the capability of this entry. */
  opens(entry: Entry, ref2: string): boolean {
    return this.signer.opens(entry, ref2);
  }

  allotment(allotment: Allotment): AllotmentView {
    const { group, capacity, issued } = allotment;
    return { group, name: GROUP_NAMES[group], capacity, issued, left: ticketsLeftIn(allotment) };
  }
}

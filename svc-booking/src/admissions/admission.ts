import type { Refusal } from '@concert/contracts/booking/door';
import type { TicketId, UserId } from '@concert/contracts/core/ids';

/** Somebody went in with a ticket. One per ticket, for ever: whoever is written down first was first. */
export interface Admission {
  readonly ticketId: TicketId;
  /** Made by the door's device: the same scan sent again is the same admission. */
  readonly scanId: string;
  readonly door: string;
  /** By the device's clock, which may be a day wrong. Shown, never compared. */
  readonly scannedAt: Date;
  readonly storedAt: Date;
  readonly by: UserId;
  /** Whether the device decided by its own list. */
  readonly offline: boolean;
}

/** A ticket that came twice, or that a device let in by an old list. */
export interface Conflict {
  readonly scanId: string;
  readonly ticketId: TicketId;
  readonly reason: Refusal;
  /** The admission that counts, where there is one. */
  readonly first: Pick<Admission, 'scanId' | 'door' | 'scannedAt' | 'offline'> | null;
  readonly second: Pick<Admission, 'door' | 'scannedAt' | 'offline' | 'by'>;
  readonly storedAt: Date;
}

/** A ticket as the door sees it. It names nobody. */
export interface DoorTicket {
  readonly ticketId: TicketId;
  readonly seating: string;
  readonly number: number;
  readonly of: number;
  /** Present while a bank has not decided about its payment. */
  readonly disputed?: true;
  /** Why it opens no door; undefined when it does. */
  readonly refusal?: Extract<Refusal, 'refunded' | 'revoked' | 'not_paid'>;
}

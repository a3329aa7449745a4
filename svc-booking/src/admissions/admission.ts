import type { AccessNeed, SpecialSeat } from '@concert/contracts/booking/access';
import type { Entrance, ScanRefusal } from '@concert/contracts/booking/door';
import type { BookingId, Id, TicketId, UserId } from '@concert/contracts/core/ids';

/** Somebody went in with a ticket. There is one admission per ticket: the first one stored counts, until it is taken back. */
export interface Admission {
  readonly ticketId: TicketId;
  /** Made by the device at the door: a scan that is sent again stays one admission. */
  readonly scanId: string;
  readonly door: string;
  /** By the device's clock, which may be wrong by a day. Shown, never compared. */
  readonly scannedAt: Date;
  readonly storedAt: Date;
  readonly by: UserId;
  /** Whether the device decided offline, by its own list. */
  readonly offline: boolean;
  /** Set where the holder had no ticket to show and was found by name. */
  readonly byName?: true;
}

type Entered = Pick<Admission, 'scanId' | 'door' | 'scannedAt' | 'offline' | 'byName'>;

/** Where and when somebody went in, as devices are told. */
export function entranceOf({ scanId, door, scannedAt, offline, byName }: Entered): Entrance {
  return { scanId, door, at: scannedAt.toISOString(), offline, ...(byName ? { byName } : {}) };
}

/** How many came in by one door within the minute that begins then. */
export interface ArrivalCount {
  readonly door: string;
  readonly at: Date;
  readonly count: number;
}

/** A ticket that was shown twice, or that a device admitted by an outdated list: one for each ticket and door. */
export interface Conflict {
  readonly ticketId: TicketId;
  readonly reason: ScanRefusal;
  /** The admission that counts, where there is one. */
  readonly first: Entered | null;
  readonly second: Entered & Pick<Admission, 'by'>;
  readonly storedAt: Date;
}

/** A booking or complimentary entry: whose tickets they are. */
export type HolderId = BookingId | Id<'complimentary'>;

/** A ticket as the door sees it. It holds no personal data. */
export interface DoorTicket {
  readonly ticketId: TicketId;
  readonly holder: HolderId;
  readonly seating: string;
  readonly number: number;
  readonly of: number;
  /** Set where it is for an accessible seat or a companion. */
  readonly seat?: SpecialSeat;
  /** What was told about the people of its booking. */
  readonly needs?: readonly AccessNeed[];
  /** Set while a dispute about its payment is open. */
  readonly disputed?: true;
  /** Why the ticket does not admit; undefined when it does. */
  readonly refusal?: Extract<ScanRefusal, 'refunded' | 'revoked' | 'replaced' | 'not_paid'>;
}

import type { ComplimentaryCategory, EntryStatus, Guest } from '@concert/contracts/booking/complimentary';
import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import type { Id, TicketId, UserId } from '@concert/contracts/core/ids';
import type { Transitions } from '@concert/service-kit/store/transitions';
import type { PartlyReturned, TicketHolding } from '../tickets/renewal.ts';

export type EntryId = Id<'complimentary'>;

/** Allowed transitions. Tickets are valid at once, so a guest who is added at the door need not wait for a mail. */
export const ENTRY_TRANSITIONS: Transitions<EntryStatus> = {
  Submitted: ['Issued', 'Revoked'],
  Issued: ['Revoked'],
  Revoked: [],
};

/** One change of an entry, kept for ever. */
export interface EntryChange {
  readonly from: EntryStatus | null;
  readonly to: EntryStatus;
  readonly at: Date;
  readonly actor: UserId | 'svc-notify';
}

/** A free entry of 1 to 6 tickets for a guest of one of the three groups. */
export interface Entry extends TicketHolding, Pick<PartlyReturned, 'taken'> {
  readonly id: EntryId;
  readonly group: ComplimentaryCategory;
  readonly name: string;
  /** The guest's email, `email2` in the forms. */
  readonly email: string;
  readonly phoneno: string;
  readonly tickets: number;
  readonly status: EntryStatus;
  readonly addedBy: UserId;
  /** The invitation through which its guest claimed it. */
  readonly invitationId?: Id<'invitation'>;
  readonly createdAt: Date;
  /** Grows with every change and with every new request for its mail. */
  readonly version: number;
  readonly history: readonly EntryChange[];
}

/** A guest to be added. @property again whether a guest who already has an entry may get another */
export type AddedGuest = Guest & { readonly again?: boolean | undefined };

/** A new entry with its tickets. @throws RangeError unless there is one ticket for each admission */
export function newEntry(
  id: EntryId,
  group: ComplimentaryCategory,
  guest: Guest,
  ticketIds: readonly TicketId[],
  by: UserId,
  now: Date,
  invitationId?: Id<'invitation'>,
): Entry {
  if (ticketIds.length !== guest.notickets) throw new RangeError('an entry has one ticket for each admission');
  const { name, email2: email, phoneno, notickets: tickets } = guest;
  return {
    id,
    group,
    name,
    email,
    phoneno,
    tickets,
    status: 'Submitted',
    ticketIds,
    addedBy: by,
    ...(invitationId ? { invitationId } : {}),
    createdAt: now,
    version: 1,
    history: [{ from: null, to: 'Submitted', at: now, actor: by }],
  };
}

/** The entry after a transition, or undefined when the table does not allow it. */
export function movedEntry(entry: Entry, to: EntryStatus, change: { at: Date; actor: EntryChange['actor'] }): Entry | undefined {
  if (!ENTRY_TRANSITIONS[entry.status].includes(to)) return undefined;
  return { ...entry, status: to, version: entry.version + 1, history: [...entry.history, { from: entry.status, to, ...change }] };
}

/** The entry after its guest gave tickets back: of those that are left, by number. */
export function withoutTickets(entry: Entry, numbers: readonly number[], change: { at: Date; actor: UserId }): Entry {
  const taken = [...(entry.taken ?? []), ...numbers].sort((a, b) => a - b);
  const tickets = entry.tickets - numbers.length;
  if (tickets > 0) return { ...entry, taken, tickets, version: entry.version + 1 };
  return { ...movedEntry(entry, 'Revoked', change)!, taken };
}

/** Whether somebody is its guest: their session proves their address, and its link may have been passed on. */
export function isGuestOf({ email }: Pick<Entry, 'email'>, who: Pick<Identity, 'email'> | undefined): boolean {
  return who !== undefined && emailKey(who.email) === emailKey(email);
}

/** Whether its tickets admit. */
export function ticketsAdmit(entry: Pick<Entry, 'status'>): boolean {
  return entry.status !== 'Revoked';
}

/** How many tickets a group may give away, and how many it has given. */
export interface Allotment {
  readonly group: ComplimentaryCategory;
  readonly capacity: number;
  readonly issued: number;
}

/** Tickets a group can still give away. */
export function ticketsLeftIn(allotment: Allotment): number {
  return Math.max(0, allotment.capacity - allotment.issued);
}

/** The allotment of each group at first. It is separate from the seats that are sold. */
export const FIRST_ALLOTMENTS: Readonly<Record<ComplimentaryCategory, number>> = { h: 60, v: 30, f: 60 };

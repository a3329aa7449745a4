import type { ComplimentaryCategory, SeatsGoTo } from '@concert/contracts/booking/complimentary';
import type { InvitationView } from '@concert/contracts/booking/invitations';
import { isDateToFollow } from '@concert/contracts/booking/postponement';
import { DAY_MS } from '@concert/contracts/core/durations';
import type { Id, UserId } from '@concert/contracts/core/ids';
import type { Concert } from '../../concert/concert.ts';

export type InvitationId = Id<'invitation'>;

/** Seats of a group's allotment that others give away: an inviter by a link, or one guest, who is asked by email. */
export interface Invitation {
  readonly id: InvitationId;
  readonly group: ComplimentaryCategory;
  /** The inviter. */
  readonly label?: string;
  /** The one guest, where it has no inviter. */
  readonly guest?: { readonly name: string; readonly email: string; readonly emailKey: string; readonly phoneno: string };
  /** Where seats of an inviter's link go that nobody claimed; to the group unless it says so. */
  readonly rest?: SeatsGoTo;
  readonly seats: number;
  readonly claimed: number;
  readonly until: Date;
  readonly createdBy: UserId;
  readonly createdAt: Date;
  /** From then on its seats that were not claimed are free. */
  readonly endedAt?: Date;
  readonly answer?: 'yes' | 'no';
  /** When its guest is reminded, until that is done or no longer wanted. */
  readonly remindAt?: Date;
}

/** Noon three days before a day that ends at midnight. */
const REMIND_MS = 3.5 * DAY_MS;

/** Three days before its day, or after half of its time where that is later. */
export function remindAtOf({ createdAt, until }: Pick<Invitation, 'createdAt' | 'until'>): Date {
  return new Date(until.getTime() - Math.min(REMIND_MS, (until.getTime() - createdAt.getTime()) / 2));
}

type Evening = Pick<Concert, 'state' | 'startsAt' | 'postponement'>;

/** Whether nobody can be invited to it any more. */
export function isEveningOver(concert: Evening, now: Date): boolean {
  return concert.state === 'cancelled' || (!isDateToFollow(concert) && now >= concert.startsAt);
}

/** Until when an invitation is open: the last minute of its day, or the beginning of an evening that begins before. */
export function openUntil(lastMinute: Date, concert: Evening): Date {
  return isDateToFollow(concert) || lastMinute < concert.startsAt ? lastMinute : concert.startsAt;
}

export function stateOf({ endedAt, until, claimed, seats }: Invitation, concert: Evening, now: Date): InvitationView['state'] {
  if (endedAt || now >= until || isEveningOver(concert, now)) return 'over';
  return claimed >= seats ? 'full' : 'open';
}

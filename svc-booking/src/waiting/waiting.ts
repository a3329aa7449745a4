import type { AccessView } from '@concert/contracts/booking/access';
import { SEATINGS, type Seating, type SeatingRules } from '@concert/contracts/booking/seating';
import type { WaitingState, WantedSeating } from '@concert/contracts/booking/waiting';
import type { BookingId, UserId, WaitingId } from '@concert/contracts/core/ids';
import { paidAt, type Booking } from '../bookings/booking.ts';
import type { SeatsLeft, Waits } from '../seats/stock.ts';

/** What someone waits for. */
interface Wish {
  readonly seats: number;
  readonly seating: WantedSeating;
  readonly access?: AccessView | undefined;
}

/** A place in the waiting list. Whoever joined first is first; of two at one moment, the one with the smaller id. */
export interface Waiting extends Wish {
  readonly id: WaitingId;
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
  readonly joinedAt: Date;
  readonly state: WaitingState;
  /** The latest offer, whatever became of it. */
  readonly offer?: { readonly bookingId: BookingId; readonly seating: Seating; readonly offeredAt: Date };
  readonly endedAt?: Date;
  readonly version: number;
}

/** The link that leaves the list, or declines what is offered, without signing in. */
export function leaveLink(publicOrigin: string, id: WaitingId, secret: string): string {
  return `${publicOrigin}/waiting?ref=${id}&ref2=${secret}`;
}

/** An account has one place in these states. */
export const OPEN_STATES = ['waiting', 'offered'] as const satisfies readonly WaitingState[];

export function isSameWish(one: Wish, other: Wish): boolean {
  return one.seats === other.seats && one.seating === other.seating && one.access?.companions === other.access?.companions;
}

/** The categories that someone waits for, as far as they sell so many seats in one booking. */
export function categoriesOf({ seats, seating }: Wish, rules: SeatingRules): Seating[] {
  return SEATINGS.filter((one) => (seating === 'any' || seating === one) && seats <= rules[one].maxTickets);
}

/** Whether what is left is enough. */
export function fits({ seats, access }: Wish, left: SeatsLeft): boolean {
  return seats <= (access ? left.withAccessible : left.others);
}

/** Those of whom each would be offered what is left of a category if they were alone, in order. */
export function whomItFits(inOrder: readonly Waiting[], seating: Seating, rules: SeatingRules, left: SeatsLeft): Waiting[] {
  return inOrder.filter((place) => fits(place, left) && categoriesOf(place, rules).includes(seating));
}

/** The smallest numbers of seats that these people wait for in a category. */
export function smallestWaits(places: readonly Wish[], seating: Seating, rules: SeatingRules): Waits {
  const waits: { -readonly [K in keyof Waits]: Waits[K] } = {};
  for (const place of places.filter((one) => categoriesOf(one, rules).includes(seating))) {
    const field = place.access ? 'waitsForAccessible' : 'waitsFor';
    waits[field] = Math.min(place.seats, waits[field] ?? Infinity);
  }
  return waits;
}

/** Seats wanted by those who came before this place and wait for the same. @param wanted by all who came before, by what they wait for */
export function seatsBefore({ seating }: Wish, wanted: ReadonlyMap<WantedSeating, number>): number {
  const same: readonly WantedSeating[] = seating === 'any' ? [...SEATINGS, 'any'] : seating === 'next date' ? [] : [seating, 'any'];
  return same.reduce((sum, one) => sum + (wanted.get(one) ?? 0), 0);
}

/**
 * What an open place has become, by the bookings of its account since it joined. An offer that ended while the concert was closed could not be taken:
 * the place is kept, until the concert is over. Then only those stay who wait for the next one.
 */
export function stateOf(place: Waiting, bookings: readonly Booking[], concert: 'open' | 'closed' | 'over'): WaitingState {
  const own = bookings.filter(({ userId, createdAt }) => userId === place.userId && createdAt >= place.joinedAt);
  // By the clock of another process it may have been made before its owner joined.
  const offer = bookings.find(({ id }) => id === place.offer?.bookingId);
  if ([...own, ...(offer ? [offer] : [])].some(paidAt)) return 'bought';
  if (offer?.status === 'pending') return 'offered';
  if (offer?.status === 'cancelled') return 'declined';
  if (place.state === 'offered' && concert === 'open') return 'missed';
  return concert === 'over' && place.seating !== 'next date' ? 'removed' : 'waiting';
}

/** The place in another state. */
export function withState(place: Waiting, state: WaitingState, now: Date): Waiting {
  const { offer, ...rest } = { ...place, state, version: place.version + 1 };
  return state === 'waiting' ? rest : { ...rest, ...(offer ? { offer } : {}), endedAt: now };
}

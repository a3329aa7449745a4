import type { Silence } from '@concert/contracts/booking/postponement';
import type { BookingId } from '@concert/contracts/core/ids';
import type { Booking } from '../bookings/booking.ts';
import type { Concert, Postponement } from '../concert/concert.ts';
import { ticketsLeft } from '../tickets/renewal.ts';

/** What becomes of the tickets of one booking after a postponement, as its holder chose or as silence decided. */
export interface TicketChoice {
  readonly bookingId: BookingId;
  /** Numbers of the tickets that are given back; none where all are kept. */
  readonly giveBack: readonly number[];
  /** Of how many of them the money is given to the welfare work. */
  readonly gifts: number;
  /** How many tickets were valid then. */
  readonly of: number;
  /** When the holder chose; null where silence decided. */
  readonly chosenAt: Date | null;
  /** The postponement after whose deadline it was carried out, by when that was said; null while it can be changed. */
  readonly carriedOutFor: Date | null;
  /** When it was carried out; null while it can be changed. */
  readonly carriedOutAt: Date | null;
  /** What was chosen by the link alone and is not confirmed: all else counts as if it had not been chosen. */
  readonly toConfirm: ChosenAt | null;
  /** All that was chosen, oldest first, the last of them; `confirmed` false where it waited for the buyer. */
  readonly history: readonly (ChosenAt & { readonly confirmed: boolean })[];
  /** Grows with every change. */
  readonly version: number;
}

/** What was chosen, and when. */
export interface ChosenAt {
  readonly giveBack: readonly number[];
  readonly gifts: number;
  readonly at: Date;
}

/** So many changes of one choice are kept. */
const CHANGES_KEPT = 200;

/** A concert with a postponement whose deadline counts, or counted. */
export type PostponedConcertWithDeadline = Concert & { readonly postponement: Postponement };

/** Whether holders are asked what becomes of their tickets: a cancelled concert sends all money back anyway. */
export function asksHolders(concert: Concert): concert is PostponedConcertWithDeadline {
  return concert.postponement !== undefined && concert.state !== 'cancelled';
}

/** Whether holders were asked and their time is over. */
export function isOver(concert: Concert, now: Date): concert is PostponedConcertWithDeadline {
  return asksHolders(concert) && now >= concert.postponement.chooseUntil;
}

/** Whether the holder of a booking is asked: it is paid and was made before the postponement was said. */
export function isAsked(booking: Booking, { postponement }: PostponedConcertWithDeadline): boolean {
  return booking.status === 'paid' && booking.createdAt < postponement.postponedAt && ticketsLeft(booking).length > 0;
}

/** Whether nothing can be chosen any more: the deadline has passed, or the choice is carried out. */
export function isClosedForChoice({ postponement }: PostponedConcertWithDeadline, choice: TicketChoice | undefined, now: Date): boolean {
  return now >= postponement.chooseUntil || isCarriedOut(choice, postponement);
}

/** Whether it was carried out for this postponement, and not for one before it. */
export function isCarriedOut(choice: TicketChoice | undefined, { postponedAt }: Postponement): boolean {
  return choice?.carriedOutFor?.getTime() === postponedAt.getTime();
}

/**
 * The choice that counts for a postponement. One that was made after an earlier postponement stands until it is changed, because its holder
 * has said what is wanted; one that was carried out then does not.
 */
export function choiceInForce(choice: TicketChoice | undefined, postponement: Postponement): TicketChoice | undefined {
  if (!choice || isCarriedOut(choice, postponement)) return choice;
  return choice.carriedOutFor === null && choice.chosenAt !== null ? choice : undefined;
}

/** What a holder chooses. */
export type TicketWish = Pick<TicketChoice, 'giveBack' | 'gifts'>;

/** Whether it costs the buyer all tickets, or money: then who has only the choice link, which may be passed on, does not decide alone. */
export function needsBuyer(booking: Booking, { giveBack, gifts }: TicketWish): boolean {
  return gifts > 0 || giveBack.length >= ticketsLeft(booking).length;
}

/** Whether two choices are the same, whatever the order of the tickets. */
export function sameChoice(one: TicketWish | null | undefined, other: TicketWish): boolean {
  return one?.gifts === other.gifts && inOrder(one.giveBack).join() === inOrder(other.giveBack).join();
}

/**
 * The holder's choice, in place of the one before; one that is not confirmed stands beside it. The same once more is `before` itself.
 * @param confirmed whether the buyer chose it, or it needs no buyer
 */
export function withChoice(
  booking: Booking,
  before: TicketChoice | undefined,
  postponement: Postponement,
  wish: TicketWish & { readonly confirmed: boolean },
  now: Date,
): TicketChoice {
  const { gifts, confirmed } = wish;
  const counts = choiceInForce(before, postponement);
  const toConfirm = before?.toConfirm ?? null;
  if (before && (confirmed ? toConfirm === null && sameChoice(counts, wish) : sameChoice(toConfirm, wish))) return before;
  const giveBack = inOrder(wish.giveBack);
  const taken = confirmed ? { giveBack, gifts, chosenAt: now } : (counts ?? { giveBack: [], gifts: 0, chosenAt: null });
  return {
    bookingId: booking.id,
    giveBack: taken.giveBack,
    gifts: taken.gifts,
    of: ticketsLeft(booking).length,
    chosenAt: taken.chosenAt,
    carriedOutFor: null,
    carriedOutAt: null,
    toConfirm: confirmed ? null : { giveBack, gifts, at: now },
    history: [...(before?.history ?? []), { giveBack, gifts, at: now, confirmed }].slice(-CHANGES_KEPT),
    version: (before?.version ?? 0) + 1,
  };
}

function inOrder(numbers: readonly number[]): number[] {
  return [...numbers].sort((one, other) => one - other);
}

/** What the deadline makes of a booking. Tickets that ended since they were chosen are not given back again. */
export function carriedOut(booking: Booking, before: TicketChoice | undefined, postponement: Postponement, now: Date): TicketChoice {
  const valid = ticketsLeft(booking).map(({ number }) => number);
  const choice = choiceInForce(before, postponement);
  const giveBack = choice ? choice.giveBack.filter((number) => valid.includes(number)) : silently(valid, postponement.silence);
  return {
    bookingId: booking.id,
    giveBack,
    gifts: Math.min(choice?.gifts ?? 0, giveBack.length),
    of: valid.length,
    chosenAt: choice?.chosenAt ?? null,
    carriedOutFor: postponement.postponedAt,
    carriedOutAt: now,
    toConfirm: null,
    history: before?.history ?? [],
    version: (before?.version ?? 0) + 1,
  };
}

function silently(valid: readonly number[], silence: Silence): readonly number[] {
  return silence === 'refund' ? valid : [];
}

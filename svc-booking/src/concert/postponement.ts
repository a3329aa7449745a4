import { isDateToFollow } from '@concert/contracts/booking/postponement';
import type { Postponement as PostponementView } from '@concert/contracts/booking/postponement-fields';
import type { ClosedState, ConcertState } from '@concert/contracts/booking/states';
import { HOUR_MS } from '@concert/contracts/core/durations';
import type { Concert, Postponement } from './concert.ts';
import { fieldRefusal } from './field-refusal.ts';

/** The concert with another start. The start it had is kept among those that were given before. */
export function withStart(before: Concert, startsAt: Date): Pick<Concert, 'startsAt' | 'previousStarts'> {
  const given = [...before.previousStarts, before.startsAt].filter((at) => at.getTime() !== startsAt.getTime());
  return { startsAt, previousStarts: startsAt.getTime() === before.startsAt.getTime() ? before.previousStarts : given };
}

/** Whether two starts are one evening, begun an hour earlier or later: nobody has to be told of another date. */
function isSameEvening(one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) <= HOUR_MS;
}

/** The evenings that were given before, oldest first, each with its last start: an hour earlier or later on the same evening is no other date. */
export function formerEvenings({ startsAt, previousStarts }: Pick<Concert, 'startsAt' | 'previousStarts'>): Date[] {
  const others = previousStarts.filter((at) => !isSameEvening(at, startsAt));
  return others.filter((at, index) => !others.slice(index + 1).some((later) => isSameEvening(at, later)));
}

/**
 * Whether a start lies more than an hour from the one that holders of tickets know: then it is another evening, and they have to be asked.
 * Several small moves count together, so the starts before count as well, back to the last evening that was postponed.
 */
export function isAnotherEvening({ startsAt: present, previousStarts }: Concert, startsAt: Date): boolean {
  let later = present;
  for (const known of [present, ...previousStarts.toReversed()]) {
    if (!isSameEvening(later, known)) return false;
    if (!isSameEvening(startsAt, known)) return true;
    later = known;
  }
  return false;
}

/** Why a concert may not come into a state by a plain change of its state; undefined where it may. */
function stateFault(before: Concert, state: ConcertState): string | undefined {
  if (state === before.state) return undefined;
  if (state === 'cancelled') return 'Cancelling tells everyone: use the page Cancel the Concert';
  // A concert that was cancelled by mistake goes back to where it was.
  if (before.state === 'cancelled' && before.postponement && state === 'postponed') return undefined;
  if (state === 'postponed') return 'Postponing needs a date, a deadline and what silence means: use the page that postpones the concert';
  return before.postponement?.dateToFollow ? 'The new date is to follow: give it first, on the page that postpones the concert' : undefined;
}

/** Refuses a plain change of state that only stopping or postponing makes. @throws DomainError `request.invalid` */
export function assertPlainState(before: Concert, state: ConcertState): void {
  const detail = stateFault(before, state);
  if (detail) throw fieldRefusal({ pointer: '/state', field: 'state', detail });
}

/** A concert is never moved into the past. @throws DomainError `request.invalid` */
export function assertInFuture(before: Concert, startsAt: Date, now: Date): void {
  if (startsAt.getTime() === before.startsAt.getTime() || startsAt > now) return;
  throw fieldRefusal({ pointer: '/date/local', field: 'date.local', detail: 'This date has passed: choose one that lies ahead' });
}

/** While the date is to follow, only postponing gives it. @throws DomainError `request.invalid` */
export function assertKnownDate(before: Concert, startsAt: Date): void {
  if (!before.postponement?.dateToFollow || startsAt.getTime() === before.startsAt.getTime()) return;
  const detail = 'The new date is to follow: give it on the page that postpones the concert';
  throw fieldRefusal({ pointer: '/date/local', field: 'date.local', detail });
}

/** The part of a concert that tells everybody of its dates. */
export function datesView(concert: Concert): {
  startsAt: string;
  previousStarts: string[];
  postponement?: PostponementView;
} {
  const { startsAt, postponement } = concert;
  return {
    startsAt: startsAt.toISOString(),
    previousStarts: formerEvenings(concert).map((at) => at.toISOString()),
    ...(postponement ? { postponement: postponementView(postponement) } : {}),
  };
}

export function postponementView({ dateToFollow, postponedAt, chooseUntil, silence }: Postponement): PostponementView {
  return { dateToFollow, postponedAt: postponedAt.toISOString(), chooseUntil: chooseUntil.toISOString(), silence };
}

/** For mails: present where nothing can be reserved. */
export function closedStateOf({ state }: Pick<Concert, 'state'>): { readonly closed?: ClosedState } {
  return state === 'open' ? {} : { closed: state };
}

/** For mails and printed tickets: present where the concert is postponed and has no new date. */
export function dateToFollowOf(concert: Concert): { readonly dateToFollow?: true } {
  return isDateToFollow(concert) ? { dateToFollow: true } : {};
}

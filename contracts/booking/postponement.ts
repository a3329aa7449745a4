import type { ConcertState } from './states.ts';

/** What becomes of the tickets of holders who choose nothing in time: they are good for the new date, or their money goes back. */
export const SILENCES = ['keep', 'refund'] as const;
export type Silence = (typeof SILENCES)[number];

/** What of a concert says whether it is postponed without a new date. */
interface Postponable {
  readonly state: ConcertState;
  readonly postponement?: { readonly dateToFollow: boolean } | undefined;
}

/** Whether the concert is postponed and its new date is not known yet. */
export function isDateToFollow({ state, postponement }: Postponable): boolean {
  return state === 'postponed' && postponement?.dateToFollow === true;
}

/** The evening that a postponed concert does not take place on, UTC; undefined where none was given before. */
export function postponedFrom(
  concert: Postponable & { readonly startsAt: string; readonly previousStarts: readonly string[] },
): string | undefined {
  return isDateToFollow(concert) ? concert.startsAt : concert.previousStarts.at(-1);
}

/*
 * Repeated tries are slowed, never locked: a lock would let a stranger shut the owner out. A try counts when it begins,
 * so that many at once are many, and what turns out to be right is taken back.
 */

/** Tries under one key: one place on one account, one place on any, or any place on one account. */
export interface Tally {
  readonly count: number;
  /** Nothing is tried under this key before. */
  readonly nextAt: Date;
  /** From then on it counts for nothing. */
  readonly forgetAt: Date;
}

/** How tries are slowed: after the `free` ones each is followed by a pause, which doubles from two seconds up to the longest. */
export interface Pace {
  readonly free: number;
  readonly longestSeconds: number;
}

/** Tries are forgotten this long after the last one, in seconds. */
export const FORGET_SECONDS = 900;
/** How long a place stays known to belong to an account, in seconds. */
export const KNOWN_SECONDS = 90 * 86_400;

/** One place on one account: a person who mistypes, or somebody who guesses. */
const PERSON: Pace = { free: 5, longestSeconds: 300 };
/** The same while guesses come from many places, or at many accounts from this one: one try is free, and the owner needs no more. */
const PERSON_UNDER_ATTACK: Pace = { free: 1, longestSeconds: 300 };
/** Tries from one place, on all accounts, that make it count as guessing. Many people can share a place: it is never made to wait as a whole. */
export const GUESSING = 50;
/** Tries on one account, from all places, that make it count as attacked. */
export const ATTACK = 100;

/** The pace of one place on one account. A place the owner came from before keeps the gentle one. */
export function paceOf(tries: { readonly onAccount: number; readonly fromPlace: number }, known: boolean): Pace {
  return !known && (tries.onAccount >= ATTACK || tries.fromPlace >= GUESSING) ? PERSON_UNDER_ATTACK : PERSON;
}

/** Counts one more try, or says how many seconds are left to wait. */
export function oneMore(tally: Tally | undefined, pace: Pace, now: Date): { readonly tally: Tally } | { readonly waitSeconds: number } {
  const before = tally && tally.forgetAt > now ? tally : undefined;
  if (before && before.nextAt > now) return { waitSeconds: Math.ceil((before.nextAt.getTime() - now.getTime()) / 1_000) };
  const count = (before?.count ?? 0) + 1;
  const over = count - pace.free;
  const pauseSeconds = over <= 0 ? 0 : Math.min(pace.longestSeconds, 2 ** Math.min(over, 30));
  return { tally: { count, nextAt: later(now, pauseSeconds), forgetAt: later(now, FORGET_SECONDS) } };
}

/** A moment some seconds after another. */
export function later(from: Date, seconds: number): Date {
  return new Date(from.getTime() + seconds * 1_000);
}

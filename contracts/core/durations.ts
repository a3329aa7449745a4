/** Lengths of time, in the unit that each name ends with. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const DAY_SECONDS = DAY_MS / 1_000;

/** How far the clocks of one house may be apart, in milliseconds. What is dated further ahead was written while a clock was wrong. */
export const CLOCKS_APART_MS = MINUTE_MS;

/** Whether a time that was set at most so far ahead is still to come. One further ahead was set while a clock was wrong, and counts as over. */
export function isToCome(at: Date, longestMs: number, now: Date): boolean {
  const left = at.getTime() - now.getTime();
  return left > 0 && left <= longestMs + CLOCKS_APART_MS;
}

/** Whether something happened so short a time ago. What is dated ahead of us counts as old: it was written while a clock was wrong. */
export function isWithin(at: Date, milliseconds: number, now: Date): boolean {
  const age = now.getTime() - at.getTime();
  return age >= -CLOCKS_APART_MS && age < milliseconds;
}

import type { ScannerState } from './scanner-state.ts';

/** From when on people are told how old the list is. */
const OLD_LIST_MS = 10 * 60_000;

/** How many whole minutes ago the server last told how the evening stands; undefined while that is no matter. */
export function oldMinutes({ reach, asOf, list }: ScannerState, now: number): number | undefined {
  const since = asOf ?? list?.readAt;
  if (reach === 'online' || since === undefined) return undefined;
  const age = now - Date.parse(since);
  return age >= OLD_LIST_MS ? Math.floor(age / 60_000) : undefined;
}

const DAY_MS = 86_400_000;

/**
 * An evening of tomorrow in a zone where it is between noon and one now. What is due there at ten the day before, and for four hours, goes now and for an
 * hour more, whenever a test runs; and no clock is changed there.
 */
export function eveningOfTomorrow(): { startsAt: string; timeZone: string } {
  const now = new Date();
  const ahead = 12 - now.getUTCHours();
  // The signs of these zones are those of POSIX: what is ahead of Greenwich has a minus.
  return { startsAt: new Date(now.getTime() + DAY_MS).toISOString(), timeZone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` };
}

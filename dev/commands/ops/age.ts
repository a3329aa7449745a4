/** How long ago something was, in words. */
export function ageInWords(since: Date): string {
  const seconds = Math.max(0, Math.round((Date.now() - since.getTime()) / 1_000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
